"""Policies on what rules, rulings, effects and passages state: answers and values that there are, sources, and ids that fit.

And on how rules hang together: exceptions that defeat something, derived features without a circle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ygokg.checks.finding import Problem
from ygokg.checks.sources import Sources
from ygokg.graph.model import IN_GENERAL, OBSTACLE_ABSENT, Condition, Feature, Id, Model
from ygokg.graph.subjects import cycles

_ROOT_FAMILY = "ygo:CardEffect"
_GRANTING = ("ygo:Yes", "ygo:Must")
_CITES = "prov:wasDerivedFrom"
_RULING = re.compile(r"ruling:(?P<document>[a-z]+(?:-\d{8})?)\.(?P<line>\d+)(?:\.[a-z]+)?")
_PASSAGE = re.compile(r"src:(?P<document>[a-z]+(?:-\d{8})?)\.(?P<line>\d+)")


def asked(model: Model) -> Iterator[Problem]:
    """A ruling asks a question; a rule asks a question or concludes a derived feature."""
    for ruling in model.rulings.values():
        if ruling.asks not in model.questions:
            yield Problem(ruling.id, f"asks {ruling.asks}, which is no question. See: ygokg resolve", ruling.asks)
    for rule in model.rules.values():
        feature = model.features.get(rule.asks)
        if rule.asks in model.questions or (feature is not None and feature.kind == "derived"):
            continue
        what = f"a {feature.kind} feature, and rules conclude only derived ones" if feature else "no question and no feature"
        yield Problem(rule.id, f"asks {rule.asks}, which is {what}. Name a question or a ygo:DerivedFeature.", rule.asks)


def answers_admitted(model: Model) -> Iterator[Problem]:
    """The answer of a ruling or rule is one that its question admits, or a value of the derived feature."""
    for ruling in model.rulings.values():
        question = model.questions.get(ruling.asks)
        if question is None:
            continue
        if ruling.literal and not question.literal:
            message = f"answers with a literal; {question.id} admits {_list(question.answers)}. Use one of them."
            yield Problem(ruling.id, message, "ygo:answer")
        elif not ruling.literal and ruling.answer not in question.answers:
            yield Problem(ruling.id, _not_admitted(ruling.answer, question.id, question.answers), ruling.answer)
    for rule in model.rules.values():
        if rule.answer is None:
            continue
        if rule.asks in model.questions:
            allowed = model.questions[rule.asks].answers
        elif rule.asks in model.features:
            allowed = model.features[rule.asks].values
        else:
            continue
        if rule.answer not in allowed:
            yield Problem(rule.id, _not_admitted(rule.answer, rule.asks, allowed), rule.answer)


def _not_admitted(answer: Id, asks: Id, allowed: Sequence[Id]) -> str:
    return f"answers {answer}, but {asks} admits {_list(allowed)}. Use one of them, or add the answer to {asks}."


def _list(ids: Sequence[Id]) -> str:
    return ", ".join(ids) or "nothing"


def ruling_values(model: Model) -> Iterator[Problem]:
    """A ruling states only values that its features have; roles hold effects; a functional feature has one value."""
    for ruling in model.rulings.values():
        for name, values in ruling.facts.items():
            feature = model.features[name]
            yield from _values(model, ruling.id, feature, values)
            if feature.functional and len(values) > 1:
                message = f"gives {name} {len(values)} values: {_list(values)}. Keep one, or make it two rulings."
                yield Problem(ruling.id, message, name)


def _values(model: Model, subject: Id, feature: Feature, values: Sequence[Id]) -> Iterator[Problem]:
    for value in values:
        if feature.kind == "role":
            if value not in model.effects:
                yield Problem(subject, f"gives the role {feature.id} to {value}, which is no card effect. Name an effect:….", value)
        elif value not in feature.values:
            message = f"gives {feature.id} the value {value}; it has {_list(feature.values)}. Use one of them."
            yield Problem(subject, message, value)


def condition_values(model: Model) -> Iterator[Problem]:
    """A rule's conditions name known features, with values they have; only roles take families; no condition is empty."""
    for rule in model.rules.values():
        if not rule.conditions:
            yield Problem(rule.id, "has no condition and would hold in every case. Add one, or share one of another rule.")
        if rule.same_condition_as is not None:
            continue
        for condition in rule.conditions:
            yield from _condition(model, rule.id, condition)


def _condition(model: Model, rule: Id, condition: Condition) -> Iterator[Problem]:
    feature = model.features.get(condition.feature)
    if feature is None:
        message = f"has a condition on {condition.feature}, which is no feature. Correct the name, or define it."
        yield Problem(rule, message, condition.feature)
    elif condition.family is None:
        yield from _values(model, rule, feature, condition.values)
    elif feature.kind != "role":
        message = f"asks for the family {condition.family} on {feature.id}, which is no role. Name its values."
        yield Problem(rule, message, condition.family)
    elif condition.family not in model.families and condition.family != _ROOT_FAMILY:
        yield Problem(rule, f"asks for {condition.family}, which is no family. Correct the name.", condition.family)


def effect_facts(model: Model) -> Iterator[Problem]:
    """What an effect states about itself are text features, with values they have, and it belongs to the card of its id."""
    for effect in model.effects.values():
        for name, values in effect.facts.items():
            feature = model.features[name]
            if feature.kind != "text":
                message = f"states {name}, a {feature.kind} feature; effects state only text features. Move it to the ruling."
                yield Problem(effect.id, message, name)
            yield from _values(model, effect.id, feature, values)
        passcode = effect.id.removeprefix("effect:").rpartition("-")[0]
        if effect.card is not None and effect.card != f"card:{passcode}":
            yield Problem(effect.id, f"is said to be of {effect.card}. Its id says card:{passcode}; correct one.", effect.card)


def families_apart(model: Model) -> Iterator[Problem]:
    """An effect has one family of each axis: families of one axis are disjoint."""
    for effect in model.effects.values():
        first: dict[Id, Id] = {}
        for name in effect.families:
            family = model.families[name]
            if family.axis is None:
                continue
            other = first.setdefault(family.axis, name)
            if other != name and other not in family.above and name not in model.families[other].above:
                message = f"is in {other} and {name}, two families of {family.axis} that exclude each other. Keep one."
                yield Problem(effect.id, message, name)


def same_cases(model: Model) -> Iterator[Problem]:
    """A ruling that takes over another's case asks another question, and restates nothing that the other says."""
    for ruling in model.rulings.values():
        other = model.rulings.get(ruling.same_case_as or "")
        if other is None:
            continue
        if ruling.asks == other.asks and ruling.facts == other.facts:
            message = f"asks the same of the same case as {other.id}. Make it one ruling with all sources."
            yield Problem(ruling.id, message, "ygo:sameCaseAs")
        for name, values in other.facts.items():
            if ruling.facts.get(name) != values:
                message = f"takes over the case of {other.id} but changes {name}. State its own case instead."
                yield Problem(ruling.id, message, name)


def rules_prove(model: Model) -> Iterator[Problem]:
    """A rule that grants something (Yes or Must, where obstacles prevail) says what its passage proves; only it can tell of no obstacle."""
    for rule in model.rules.values():
        question = model.questions.get(rule.asks)
        grants = question is not None and bool(question.prevails) and rule.answer in _GRANTING
        if grants and rule.proves is None:
            values = f"ygo:Answer, {IN_GENERAL} or {OBSTACLE_ABSENT}"
            yield Problem(rule.id, f"does not say what its passage proves. Add ygo:proves with {values}.", "ygo:answer")
        elif rule.proves == OBSTACLE_ABSENT and not grants:
            yield Problem(rule.id, "tells of an absent obstacle, but grants nothing. Take its ygo:proves out.", "ygo:proves")
        elif rule.proves is not None and (question is None or rule.answer is None):
            yield Problem(rule.id, "answers no question, so that it cannot say what it proves. Take its ygo:proves out.", "ygo:proves")


def context_given(model: Model) -> Iterator[Problem]:
    """What a ruling lists as context is something that it states, with one reason why it decides nothing."""
    for ruling in model.rulings.values():
        for feature in ruling.context:
            if feature not in ruling.facts:
                yield Problem(ruling.id, f"lists {feature} as context and does not state it. State it, or take it out.", feature)
        if bool(ruling.context) != bool(ruling.context_because):
            message = "Give the reason in ygo:contextBecause." if ruling.context else "Name the features in ygo:context."
            said = "ygo:context" if ruling.context else "ygo:contextBecause"
            yield Problem(ruling.id, f"has context and no reason for it, or a reason and no context. {message}", said)


def exclusions(model: Model) -> Iterator[Problem]:
    """Answers that exclude each other are answers that two different questions admit."""
    for exclusion in model.exclusions.values():
        for asks, answers in ((exclusion.asks, exclusion.answers), (exclusion.other, exclusion.others)):
            question = model.questions.get(asks)
            wrong = [a for a in answers if question is not None and a not in question.answers]
            if question is None:
                yield Problem(exclusion.id, f"speaks of {asks}, which is no question. Correct the name.", asks)
            elif wrong or not answers:
                named = ", ".join(wrong) or "nothing"
                yield Problem(exclusion.id, f"has {named} as an answer to {asks}. Use {', '.join(question.answers)}.", asks)
        if exclusion.asks == exclusion.other:
            yield Problem(exclusion.id, f"sets {exclusion.asks} against itself. Name two questions.", "ygo:otherQuestion")


def exhaustive_features(model: Model) -> Iterator[Problem]:
    """Only a feature of a state or a text that does not count as absent when unsaid can leave no value out."""
    for feature in model.features.values():
        if feature.exhaustive and (feature.kind not in ("state", "text") or feature.unsaid_absent):
            yield Problem(feature.id, "cannot be exhaustive: it is a role, derived, or absent when unsaid. Take it out.", "ygo:exhaustive")


def cited_passages(sources: Sources) -> Iterator[Problem]:
    """Rules and rulings cite passages, never a whole document or something else."""
    passages = set(sources.of_type("ygo:Passage"))
    for subject in sources.of_type("ygo:Rule", "ygo:Ruling"):
        cited = sources.names(subject, _CITES)
        if not cited:
            yield Problem(subject, f"cites no passage. Add {_CITES} src:….")
        for name in cited:
            known = sources.types(name)
            if known and name not in passages:
                yield Problem(subject, f"cites {name}, which is no passage. Cite the line, as src:negation.112.", name)


def left_out(sources: Sources) -> Iterator[Problem]:
    """A passage is left out with a reason of its own words, and then nothing cites it."""
    for subject in list(sources.facts):
        if "ygo:leftOutBecause" not in sources.facts[subject]:
            continue
        reasons = sources.texts(subject, "ygo:leftOutBecause")
        if [text.language for text in reasons] != ["en"] or not reasons[0].value.strip():
            yield Problem(subject, 'needs one reason: ygo:leftOutBecause "…"@en.', "ygo:leftOutBecause")
        for other, facts in sources.facts.items():
            if subject in facts.get(_CITES, []):
                yield Problem(other, f"cites {subject}, which is left out. Delete it from data/left-out.ttl.", subject)


def ruling_ids(sources: Sources) -> Iterator[Problem]:
    """A ruling is named after a passage that it cites: `ruling:negation.112`, or `.a`, `.b` for several questions."""
    for subject in sources.of_type("ygo:Ruling"):
        match = _RULING.fullmatch(subject)
        if match is None:
            yield Problem(subject, "is not named after its passage. Name it ruling:DOCUMENT.LINE, with .a, .b … if needed.")
            continue
        expected = f"src:{match['document']}.{match['line']}"
        if expected not in sources.names(subject, _CITES):
            yield Problem(subject, f"does not cite {expected}, the passage in its name. Cite it, or rename the ruling.", _CITES)


def passage_ids(sources: Sources) -> Iterator[Problem]:
    """A passage is named after its document and line, and says the same in its statement."""
    for subject in sources.of_type("ygo:Passage"):
        match = _PASSAGE.fullmatch(subject)
        lines = [text.value for text in sources.texts(subject, "ygo:line")]
        if match is None or lines != [match["line"]] or sources.names(subject, "dct:isPartOf") != [f"src:{match['document']}"]:
            yield Problem(subject, "does not state the document and line of its name. Correct dct:isPartOf, ygo:line or the name.")


def broken_exceptions(model: Model) -> Iterator[Problem]:
    """An exception defeats a rule on the same question that answers something else, and never itself, not even by detours."""
    for rule in model.rules.values():
        if rule.answer is None and not rule.exception_to:
            yield Problem(rule.id, "has no answer and lifts no rule. Add ygo:answer or ygo:exceptionTo.")
        for name in rule.exception_to:
            other = model.rules.get(name)
            if name == rule.id:
                yield Problem(rule.id, "is an exception to itself. Name the rule that it defeats.", "ygo:exceptionTo")
            elif other is None:
                yield Problem(rule.id, f"is an exception to {name}, which is no rule. Correct the name.", name)
            elif other.asks != rule.asks:
                message = f"asks {rule.asks}, but {name}, to which it is an exception, asks {other.asks}. Ask the same."
                yield Problem(rule.id, message, name)
            elif other.answer is not None and other.answer == rule.answer:
                message = f"answers {rule.answer}, as does {name}, to which it is an exception. It defeats nothing: drop one of them."
                yield Problem(rule.id, message, name)
    defeats = {rule.id: [n for n in rule.exception_to if n != rule.id] for rule in model.rules.values()}
    for cycle in cycles(defeats):
        message = f"is an exception to itself by a detour: {' → '.join(cycle)}. Take out one ygo:exceptionTo."
        yield Problem(cycle[0], message, cycle[1])


def derived_cycles(model: Model) -> Iterator[Problem]:
    """No derived feature is computed from itself, so that a case can be completed in one order."""
    needs: dict[Id, list[Id]] = {f.id: [] for f in model.features.values() if f.kind == "derived"}
    by_feature: dict[tuple[Id, Id], Id] = {}
    for rule in model.rules.values():
        for condition in rule.conditions:
            if rule.asks in needs and condition.feature in needs:
                needs[rule.asks].append(condition.feature)
                by_feature.setdefault((rule.asks, condition.feature), rule.id)
    for cycle in cycles(needs):
        rule_id = by_feature[(cycle[0], cycle[1])]
        message = f"makes {cycle[0]} depend on itself: {' → '.join(cycle)}. Take one of these conditions out of a rule."
        yield Problem(rule_id, message, cycle[1])


def features_decide(model: Model) -> Iterator[Problem]:
    """Every derived feature is concluded by a rule, and a feature has values to choose from."""
    concluded = {rule.asks for rule in model.rules.values()}
    concluded.update(q.reads_off for q in model.questions.values() if q.id in concluded and q.reads_off is not None)
    for feature in model.features.values():
        if feature.kind == "derived" and feature.id not in concluded:
            yield Problem(feature.id, "is a derived feature that no rule concludes. Add a rule, or make it a state feature.")
        if feature.kind != "role" and len(feature.values) < 2:
            yield Problem(feature.id, "has fewer than two values and cannot decide anything. List its values in its range.")


def references(model: Model) -> Iterator[Problem]:
    """What rulings and questions point at exists and is of the right kind."""
    for ruling in model.rulings.values():
        for name in (*ruling.contrast, *ruling.given):
            if name not in model.rulings or name == ruling.id:
                yield Problem(ruling.id, f"points at {name}, which is no other ruling. Correct the name.", name)
        if ruling.expected_rule is not None and ruling.expected_rule not in model.rules:
            yield Problem(ruling.id, f"expects {ruling.expected_rule}, which is no rule. Correct the name.", ruling.expected_rule)
        for card in ruling.cards:
            if card not in model.cards and card not in model.archetypes:
                yield Problem(ruling.id, f"mentions {card}, which is no card. Add it to data/cards.ttl.", card)
    for question in model.questions.values():
        for name in question.broader:
            if name not in model.questions:
                yield Problem(question.id, f"stands under {name}, which is no question. Correct the name.", name)
