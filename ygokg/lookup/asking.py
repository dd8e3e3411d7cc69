"""A case as a person states it: the question and the facts as they are typed, or asked for one after the other (`Interview`).

Everything goes by id or by its label in zh, ja or en: `negator=技能抽取#1`, `无效方=Skill Drain#1`, `faceAtResolution=FaceDown`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.labels import called, forms, normal, suggest
from ygokg.graph.model import Feature, Id, Model, Texts
from ygokg.graph.words import fact_words, label
from ygokg.messages import t
from ygokg.resolver import Outcome, Rulebase, resolve
from ygokg.resolver.asking_back import Undecided
from ygokg.resolver.case import excluding, is_left
from ygokg.resolver.rulebase import Kinship, exclusive

if TYPE_CHECKING:
    from ygokg.names.library import Library

Facts = dict[Id, tuple[Id, ...]]
_NEAR = 5
"""So many things are named that could be meant."""


def find_question(model: Model, words: str, lang: str, following: Sequence[str] = ()) -> Id:
    """Return the question that `words` names: its id, with or without `ygo:`, or its label in zh, ja or en.

    Raises `UsageProblem` with the nearest questions for anything else, also for a part of a name; where the words with those `following`
    name a question, begin one or come near one, with the hint to quote them. `lang` is for the message.
    """
    labels = {i: q.labels for i, q in model.questions.items()}
    hint = t(lang, "resolve.no-question.hint")
    together = " ".join((words, *takewhile(lambda word: "=" not in word.replace("＝", "="), following)))
    if together != words and (_begun(labels, together) or suggest(labels, together)):
        hint += "\n" + t(lang, "resolve.no-question.quote", words=together)
    return _found(model, labels, words, lang, "resolve.no-question", hint)


def read_facts(model: Model, question: Id, given: Iterable[str], lang: str, library: Library | None = None) -> Facts:
    """Return the facts that `FEATURE=VALUE` texts state, for a case of `question`.

    A feature with several values may be repeated, or take them with commas between; so may a role, for families that are known of
    one effect. Raises `UsageProblem` for an unknown feature or value, for a second value of a feature that takes one, for families
    that no effect has together and for facts that no case has, `NotFound` for a card or effect that is not in the data. Names are
    looked up in the user's databases (`library`) too.
    """
    facts: Facts = {}
    for text in given:
        name, sign, words = text.replace("＝", "=", 1).partition("=")
        if not sign or not name.strip() or not words.strip():
            raise UsageProblem(t(lang, "resolve.no-fact", words=text), t(lang, "resolve.no-fact.hint"))
        feature = model.features[_find_feature(model, question, name.strip(), lang)]
        values = (*facts.get(feature.id, ()), *_values(model, question, feature, words.strip(), lang, library))
        facts[feature.id] = tuple(dict.fromkeys(values))
        if feature.functional and len(facts[feature.id]) > 1:
            _require_one_effect(model, feature, facts[feature.id], lang)
    require_consistent(model, facts, lang)
    return facts


def require_consistent(model: Model, facts: Facts, lang: str) -> None:
    """Raise `UsageProblem` for facts that no case has together, with both of them in words."""
    pair = excluding(model, Kinship(model), facts) if model.excluded else None
    if pair is not None:
        one, other = (fact_words(model, feature, value, lang) for feature, value in pair)
        raise UsageProblem(t(lang, "resolve.excluded", one=one, other=other), t(lang, "resolve.twice.hint"))


def _require_one_effect(model: Model, feature: Feature, values: tuple[Id, ...], lang: str) -> None:
    """Raise `UsageProblem` unless the values are families that one unknown effect can have together."""
    shown = listed(model, values, lang)
    if feature.kind != "role" or not all(value in model.families for value in values):
        message = t(lang, "resolve.twice", feature=label(model, feature.id, lang), values=shown)
        raise UsageProblem(message, t(lang, "resolve.twice.hint"))
    if exclusive(Kinship(model), values):
        message = t(lang, "resolve.exclusive", feature=label(model, feature.id, lang), values=shown)
        raise UsageProblem(message, t(lang, "resolve.twice.hint"))


def families_told_apart(model: Model, question: Id, role: Id, also: Iterable[Id] = ()) -> tuple[Id, ...]:
    """Return the narrowest families that a case can name in a role and that rules tell apart there.

    `also` are families that rules ask for there which are not in the model.
    """
    asked = (question, *model.features)
    named = {c.family for r in model.rules.values() if r.asks in asked for c in r.conditions if c.feature == role}.union(also)
    wider = {a for f in model.families.values() for a in f.above}
    return tuple(f.id for f in model.families.values() if f.id not in wider and named.intersection((f.id, *f.above)))


def listed(model: Model, ids: Iterable[Id], lang: str) -> str:
    """Return ids with their labels, in one line."""
    return t(lang, "list").join(f"{_local(i)} ({label(model, i, lang)})" for i in ids)


class Interview:
    """A case that is asked for, feature by feature. `facts` are those stated, `passed` the features that the user cannot tell."""

    def __init__(self, base: Rulebase, question: Id, facts: Facts) -> None:
        """Begin with what is stated already."""
        self.base = base
        self.question = question
        self.facts = dict(facts)
        self.passed: tuple[Id, ...] = ()
        self._undecided = Undecided(base, question)
        self._before: list[tuple[dict[Id, tuple[Id, ...]], tuple[Id, ...]]] = []

    def next(self) -> Id | None:
        """Return the feature to ask about; None once nothing can change the answer any more."""
        return next(iter(self._undecided.features(self.facts, self.passed)), None)

    def outcome(self) -> Outcome:
        """Return the answer to what is known so far."""
        return resolve(self.base, self.question, self.facts)

    def choices(self, feature: Id) -> tuple[Id, ...]:
        """Return the values to choose from, as far as what is stated leaves them.

        Of a role these are the families that rules tell apart, beside which any effect will do.
        """
        known = self.base.model.features[feature]
        found = known.values or families_told_apart(self.base.model, self.question, feature)
        return tuple(value for value in found if is_left(self.base, self.facts, feature, value))

    def state(self, feature: Id, values: tuple[Id, ...]) -> None:
        """Take a feature's values; none where the user does not know."""
        self._before.append((dict(self.facts), self.passed))
        if values:
            self.facts[feature] = values
        else:
            self.passed += (feature,)

    def back(self) -> bool:
        """Take the last answer back; False where there is none."""
        if not self._before:
            return False
        self.facts, self.passed = self._before.pop()
        return True


def _find_feature(model: Model, question: Id, words: str, lang: str) -> Id:
    labels = {i: f.labels for i, f in model.features.items()}
    hint = t(lang, "resolve.no-feature.hint", question=_local(question))
    return _found(model, labels, words, lang, "resolve.no-feature", hint)


def _found(model: Model, labels: Mapping[Id, Texts], words: str, lang: str, key: str, hint: str) -> Id:
    found = called(labels, words)
    if len(found) == 1:
        return found[0]
    if found:
        names = listed(model, found, lang)
        raise UsageProblem(t(lang, "resolve.several", words=words, names=names), t(lang, "resolve.several.hint"))
    near = _begun(labels, words)[:_NEAR] or suggest(labels, words, _NEAR)
    nearest = t(lang, "suggestions", names=listed(model, near, lang)) + "\n" if near else ""
    raise UsageProblem(t(lang, key, words=words), nearest + hint)


def _begun(labels: Mapping[Id, Texts], words: str) -> list[Id]:
    """Return the ids of what has an id or a label that begins with the words."""
    wanted = normal(words)
    return [i for i in labels if any(name.startswith(wanted) for name in forms(i, labels[i]))] if wanted else []


def _values(model: Model, question: Id, feature: Feature, words: str, lang: str, library: Library | None) -> tuple[Id, ...]:
    if (feature.functional and feature.kind != "role") or not any(comma in words for comma in ",，"):
        return (_value(model, question, feature, words, lang, library),)
    try:
        return (_value(model, question, feature, words, lang, library),)
    except (NotFound, UsageProblem):
        parts = [part.strip() for part in words.replace("，", ",").split(",")]
        if feature.functional and not all(_is_family(model, part) for part in parts if part):
            raise
        return tuple(_value(model, question, feature, part, lang, library) for part in parts if part)


def _value(model: Model, question: Id, feature: Feature, words: str, lang: str, library: Library | None) -> Id:
    if feature.kind == "role":
        return _effect_or_family(model, question, feature, words, lang, library)
    labels = {v: model.terms[v].labels if v in model.terms else {} for v in feature.values}
    found = called(labels, words)
    if len(found) != 1:
        message = t(lang, "resolve.no-value", feature=label(model, feature.id, lang), words=words)
        raise UsageProblem(message, t(lang, "resolve.no-value.hint", values=listed(model, feature.values, lang)))
    return found[0]


def _effect_or_family(model: Model, question: Id, role: Feature, words: str, lang: str, library: Library | None) -> Id:
    families = called({i: f.labels for i, f in model.families.items()}, words)
    if len(families) == 1:
        return families[0]
    from ygokg.names.lookup import effect_ref

    try:
        return effect_ref(model, words, library)
    except NotFound as error:
        known = families_told_apart(model, question, role.id)
        hints = [error.hint] if error.hint else []
        if known:
            hints.append(t(lang, "resolve.family-hint", families=listed(model, known[:_NEAR], lang)))
        if len(known) > _NEAR:
            hints.append(t(lang, "resolve.family-hint.more", count=len(known) - _NEAR, question=_local(question)))
        raise NotFound(error.message, "\n".join(hints)) from error


def _is_family(model: Model, words: str) -> bool:
    return len(called({i: f.labels for i, f in model.families.items()}, words)) == 1


def _local(id: Id) -> str:
    return id.removeprefix("ygo:")
