"""A question for people: its answers, the features that bear on it with their values, and an example that runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from ygokg.links import links_of
from ygokg.lookup.asking import families_told_apart
from ygokg.messages import t
from ygokg.model import Condition, Feature, Id, Model
from ygokg.render.lines import Line, section
from ygokg.render.words import definition, effect_suffix, label
from ygokg.resolver import Rulebase

__all__ = ["called_by_name", "command_line", "example", "example_case", "features_of", "question_lines"]

_SHELL = set(" \t\"'`$&|;<>()*?[]{}!\\~")
FIRST = 12
"""How many features, and families of each role, are shown: those used most; JSON has them all."""
_KINDS = ("role", "state", "text", "derived")
_NOTHING: Mapping[Id, Iterable[Id]] = MappingProxyType({})


def features_of(base: Rulebase, question: Id) -> tuple[Id, ...]:
    """Return the features that the rules of a question use, directly or through each other, and those its rulings state."""
    model = base.model
    stated = {f for facts in _cases(model, question) for f in facts}
    known = [model.features[f] for f in stated | base.block(question).mentioned if f in model.features]
    order = ("ygo:effect", "ygo:negator")
    ranked = sorted(known, key=lambda f: (f.id not in order, _KINDS.index(f.kind), f.id))
    return tuple(f.id for f in ranked)


def question_lines(base: Rulebase, question: Id, lang: str, also: Mapping[Id, Iterable[Id]] = _NOTHING) -> list[Line]:
    """Return a question as lines: its example first, then the features that its rules and rulings speak of most.

    `also` are, by role, families that rules ask for there which are not in the model.
    """
    model = base.model
    answers = t(lang, "list").join(label(model, a, lang) for a in model.questions[question].answers)
    lines = [
        Line(_named(model, question, lang), bold=True),
        Line(definition(model, question, lang)),
        Line(t(lang, "resolve.answers", answers=answers)),
    ]
    runs = example(model, question, lang)
    lines += section(lang, "resolve.example", [runs] if runs else [])
    shown = _shown(base, question)
    entries = [_feature(model, feature, lang) for feature in shown]
    lines += section(lang, "resolve.features", _first(lang, entries, len(features_of(base, question))))
    for role in (f for f in shown if f.kind == "role"):
        families = families_told_apart(model, question, role.id, also.get(role.id, ()))
        entries = [_named(model, family, lang) for family in families[:FIRST]]
        lines += section(lang, "resolve.families", _first(lang, entries, len(families)), role=label(model, role.id, lang))
    return lines


def called_by_name(base: Rulebase, question: Id, also: Mapping[Id, Iterable[Id]]) -> list[Id]:
    """Return what `question_lines` calls by name, but for the card of an effect in the example."""
    model, shown = base.model, _shown(base, question)
    roles = [feature.id for feature in shown if feature.kind == "role"]
    families = [f for role in roles for f in families_told_apart(model, question, role, also.get(role, ()))[:FIRST]]
    return [question, *model.questions[question].answers, *(i for feature in shown for i in (feature.id, *feature.values)), *families]


def _shown(base: Rulebase, question: Id) -> list[Feature]:
    """Return the features that rules and rulings speak of most."""
    model = base.model
    uses = Counter(c.feature for r in model.rules.values() if r.asks == question for c in r.conditions)
    uses.update(f for facts in _cases(model, question) for f in facts)
    often = {f for f, _ in uses.most_common(FIRST)}
    return [model.features[f] for f in features_of(base, question) if f in often]


def _cases(model: Model, question: Id) -> list[dict[Id, tuple[Id, ...]]]:
    """Return the facts of the rulings on a question that are not withdrawn."""
    return [model.rulings[i].facts for i in links_of(model)["rulings-asking"].get(question, ())]


def _first(lang: str, entries: list[str], count: int) -> list[str]:
    rest = count - len(entries)
    return [*entries, t(lang, "resolve.features.more", count=rest)] if rest else entries


def example(model: Model, question: Id, lang: str) -> str | None:
    """Return a command line that asks the question, about the case of a ruling or else of a rule; None where it has neither."""
    facts = example_case(model, question)
    return command_line(model, question, facts, lang) if facts is not None else None


def example_case(model: Model, question: Id) -> dict[Id, tuple[Id, ...]] | None:
    """Return the facts of the example of a question: those of a ruling or else of a rule; None where it has neither."""
    rulings = _cases(model, question)
    rules = [_case_of(r.conditions) for r in model.rules.values() if r.asks == question and r.answer and not r.deprecated]
    cases = [facts for facts in rulings if "ygo:effect" in facts] or rulings or rules
    return min(cases, key=lambda facts: abs(len(facts) - 3), default=None)


def command_line(model: Model, question: Id, facts: Mapping[Id, tuple[Id, ...]], lang: str) -> str:
    """Return the command line that asks a question about a case."""
    words = [f"{_local(f)}={_value(model, v, lang)}" for f in _effect_first(facts) for v in facts[f]]
    return " ".join(("ygokg resolve", _local(question), *map(_quoted, words)))


def _case_of(conditions: Iterable[Condition]) -> dict[Id, tuple[Id, ...]]:
    return {c.feature: (c.family,) if c.family is not None else c.values[:1] for c in conditions}


def _effect_first(facts: Mapping[Id, tuple[Id, ...]]) -> list[Id]:
    order = ("ygo:effect", "ygo:negator")
    return sorted(facts, key=lambda f: (order.index(f) if f in order else len(order), f))


def _feature(model: Model, feature: Feature, lang: str) -> str:
    name = _named(model, feature.id, lang)
    if feature.kind == "role":
        return t(lang, "resolve.feature.role", feature=name)
    values = " | ".join(_named(model, v, lang) for v in feature.values)
    return t(lang, f"resolve.feature.{'derived' if feature.kind == 'derived' else 'values'}", feature=name, values=values)


def _value(model: Model, value: Id, lang: str) -> str:
    effect = model.effects.get(value)
    if effect is None:
        return _local(value)
    if effect.card is None:
        return value.removeprefix("effect:")
    return f"{label(model, effect.card, lang)}#{effect_suffix(value)}"


def _named(model: Model, id: Id, lang: str) -> str:
    return t(lang, "resolve.feature", id=_local(id), label=label(model, id, lang))


def _local(id: Id) -> str:
    return id.removeprefix("ygo:")


def _quoted(word: str) -> str:
    """Quote a word for a POSIX shell where it needs to be, and only there: names in zh and ja mostly do not."""
    if not _SHELL.intersection(word):
        return word
    name, _, value = word.partition("=")
    escaped = "".join(f"\\{c}" if c in '"\\`$' else c for c in value)
    return f'{name}="{escaped}"'
