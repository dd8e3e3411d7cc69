"""What was worked out from a situation, as lines for people: each answer with the proof on which it rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Id, Model
from ygokg.graph.words import fact_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Line, rule_line, ruling_lines
from ygokg.render.outcome_words import answer_in_words, whole_answer
from ygokg.render.question import command_line
from ygokg.situation.answering import Case, Told
from ygokg.situation.timeline import Event, Situation, Stay

_ROLES = {"negatedBy": "ygo:negator", "protectedBy": "ygo:protector", "redirectedBy": "ygo:redirect", "restrictedBy": "ygo:restriction"}
_BASES = ("ygo:Inferred", "ygo:Presupposed")
"""Bases of which a reader should know; that a passage states it goes without saying."""


def answer_lines(model: Model, situation: Situation, one: Told, lang: str, *, explained: bool) -> Iterator[Line]:
    """Yield the answer to a question and on what it rests; `explained`, every case with all that was worked out."""
    yield Line(f"→ {subject_words(model, situation, one, lang)}: {said_words(model, situation, one, lang)}", bold=True)
    shown = one.cases if explained or one.answer is None else [case for case in one.cases if case.outcome.answer == one.answer]
    for case in shown:
        yield from _case(model, situation, one, case, lang, explained=explained)


def subject_words(model: Model, situation: Situation, one: Told, lang: str) -> str:
    """Return what a question is about, in words; a question other than whether it is negated by its name."""
    asked = one.asked
    about = (
        effect_words(model, asked.effect, lang)
        if asked.effect
        else name_words(model, situation.stay(asked.stay), lang)
        if asked.stay
        else ""
    )
    words = f"C{asked.link} ({about})" if asked.link else about
    return (
        words
        if asked.question == "ygo:IsNegated" and words
        else t(lang, "situation.asked", about=words, question=label(model, asked.question, lang))
    )


def said_words(model: Model, situation: Situation, one: Told, lang: str) -> str:
    """Return an answer in words, with what it hangs on."""
    if one.nothing:
        return t(lang, "situation.negated.nothing" if situation.whole else "situation.negated.nothing.in-part")
    said = answer_in_words(model, one.asked.question, one.answer, lang) if one.answer else t(lang, "situation.negated.open")
    if one.conditional:
        return t(lang, "situation.unless", answer=said)
    if one.answer is not None:
        return said
    if any(case.hangs_on for case in one.cases):
        return t(lang, "situation.negators-negated", answer=said)
    if one.unaimed:
        return t(lang, "situation.unaimed", answer=said, effects=", ".join(one.unaimed))
    if one.doubtful:
        return t(lang, "situation.hangs-on", answer=said, links=", ".join(f"C{number}" for number in one.doubtful))
    return said


def resting_on(model: Model, case: Case) -> frozenset[Id]:
    """Return the features on which an outcome rests: those that its rules look at, or by which these were derived, and its rulings'."""
    proof = case.outcome.proof
    derived = {fact.feature: fact.rules for fact in proof.derived}
    found = {feature for ruling in proof.rulings for feature in model.rulings[ruling].facts}
    row = {c.feature for trace in proof.rules for c in model.rules[trace.rule].conditions}
    while row:
        found |= row
        rules = [rule for feature in row for rule in derived.get(feature, ())]
        row = {c.feature for rule in rules for c in model.rules[rule].conditions} - found
    return frozenset(found)


def _case(model: Model, situation: Situation, one: Told, case: Case, lang: str, *, explained: bool) -> Iterator[Line]:
    outcome = case.outcome
    parts = ", ".join(effect_words(model, case.facts[role], lang) for part, role in _ROLES.items() if role in case.facts)
    status = t(lang, f"situation.status.{outcome.status}")
    answer = whole_answer(model, outcome, lang)
    yield Line(f"  {t(lang, 'situation.case', parts=parts, answer=answer, status=status) if parts else f'{answer} ({status})'}")
    yield Line(f"    {t(lang, 'situation.as-told')}", bold=True)
    yield from (Line(f"      {words}") for words in _as_told(model, situation, one, case, lang))
    rests = resting_on(model, case)
    derived = [said for said in case.derived if (explained or said.feature in rests) and case.facts.get(said.feature) == said.values]
    if derived:
        yield Line(f"    {t(lang, 'situation.from-it')}", bold=True)
    for said in derived:
        words = ", ".join(fact_words(model, said.feature, value, lang) for value in said.values)
        yield Line(f"      {t(lang, 'situation.because', fact=words, why=label(model, said.definition, lang))}")
        if explained:
            yield Line(f"        {said.definition}", dim=True)
    if outcome.proof.rules:
        yield Line(f"    {t(lang, 'situation.rules')}", bold=True)
    for trace in outcome.proof.rules:
        if trace.standing != "outranked" or explained:
            yield Line(f"      {rule_line(model, trace.rule, lang)}")
            sources = t(lang, "resolve.source.join").join(source_words(model, i, lang) for i in latest_sources(model.rules[trace.rule])[:2])
            basis = model.rules[trace.rule].basis
            known = f"{label(model, basis, lang)} · " if basis in _BASES else ""
            yield Line(f"        {known}{sources}", dim=True)
    yield from ruling_lines(model, outcome.proof.rulings, lang, "      ")
    if case.hangs_on:
        yield Line(f"    {t(lang, 'situation.case.hangs-on', names=t(lang, 'list').join(_named(i) for i in case.hangs_on))}")
    if outcome.conditions:
        yield Line("    " + t(lang, "situation.more", command=command_line(model, outcome.question, case.facts, lang)))


def _named(name: str) -> str:
    """Return what hangs open: a link or standing effect by its name; that the case itself does, by what it is called there."""
    return name.removeprefix("S.")


def _as_told(model: Model, situation: Situation, one: Told, case: Case, lang: str) -> Iterator[str]:
    """Yield what was told of what plays a part: the link asked about, the effects, what happened to the card."""
    asked = one.asked
    if asked.link:
        yield t(lang, "situation.told.link", link=asked.link, effect=effect_words(model, asked.effect, lang))
    for _, name in case.parts:
        yield _part(model, situation, name, lang)
    stays = {stay.id for stay in situation.same_card(asked.stay)} if asked.stay else set()
    about = situation.events[case.event] if 0 <= case.event < len(situation.events) else None
    end = situation.at(asked.link).resolves_at if asked.link else situation.end
    for event in situation.events:
        if event is about or (event.stay in stays and event.at < end):
            yield t(lang, "situation.at", tick=event.at, what=happens_words(model, situation.stay(event.stay), event, lang))
    for feature, values in asked.facts.items():
        yield ", ".join(fact_words(model, feature, value, lang) for value in values)


def _part(model: Model, situation: Situation, name: str, lang: str) -> str:
    standing = next((one for one in situation.standings if one.id == name), None)
    if standing is not None:
        key = "situation.told.standing" if not standing.since else "situation.told.standing.since"
        return t(lang, key, effect=effect_words(model, standing.effect, lang), tick=standing.since)
    number = int(name.removeprefix("S.").removeprefix("C"))
    key = "situation.told.from-link" if name.startswith("S.") else "situation.told.link"
    return t(lang, key, link=number, effect=effect_words(model, situation.at(number).effect, lang))


# ---- words ----


def name_words(model: Model, stay: Stay, lang: str) -> str:
    """Return what the card of a stay is called."""
    return label(model, stay.card, lang) if stay.card else stay.name


def effect_words(model: Model, effect: Sequence[Id], lang: str) -> str:
    """Return an effect, or the families of one."""
    return ", ".join(label(model, one, lang) for one in effect)


def happens_words(model: Model, stay: Stay, event: Event, lang: str) -> str:
    """Return an event in words."""
    card = name_words(model, stay, lang)
    if event.kind == "step":
        return t(lang, f"situation.step.{event.to}", number=event.number, link=event.cause)
    if event.kind == "control":
        return t(lang, "situation.control", card=card)
    if event.kind == "summon":
        return t(lang, "situation.summoned", card=card, how=label(model, event.how, lang))
    return t(lang, "situation.turned" if event.kind == "flip" else "situation.moved", card=card, to=label(model, event.to, lang))
