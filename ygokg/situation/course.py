"""What a situation comes to: link by link in the order of resolution, what was negated and so did not happen; then what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id
from ygokg.messages import t
from ygokg.resolver import Rulebase
from ygokg.situation.answering import ACTIVATION_NEGATED, NEGATED, NO, SUMMON_NEGATED, YES, Told, cases, counted, together
from ygokg.situation.deriving import Scene
from ygokg.situation.timeline import Asked, Event, Link, Situation, Standing

APPLIED, MISSES = "ygo:IsEffectApplied", "ygo:MissesTiming"
_NEGATIONS = (NEGATED, ACTIVATION_NEGATED, SUMMON_NEGATED)
_NEGATOR, _PROTECTION = "ygo:Negator", "ygo:ProtectionFromNegation"
_ANSWERING = frozenset({"ygo:ChainedNegator", "ygo:ActivationNegator", "ygo:SummonNegator"})
"""Families of effects that negate what they answer: an activation, an effect or a Summon."""
_NOT_DONE = ("", "ygo:StepNotDone", "ygo:StepImpossible", "ygo:NoneHandled")
"""What can be told of a step of a link that did nothing."""
_LASTING = frozenset({_NEGATOR, _PROTECTION, "ygo:RedirectingEffect", "ygo:MoveRestriction"})
"""Families of effects that are in force from the resolution of their link on."""


class Course:
    """One situation, with what its links come to. `told` is the situation; what was certainly negated did not happen."""

    def __init__(self, base: Rulebase, told: Situation) -> None:
        """Go through the links in the order in which they resolve."""
        self.base = base
        self.told = told
        self.negated: dict[int, Told] = {}
        self.activation_negated: dict[int, Told] = {}
        self.summon_negated: dict[int, Told] = {}
        for link in sorted(told.links, key=lambda link: link.resolves_at):
            self._resolve(link)

    def answer(self, asked: Asked) -> Told:
        """Answer one question."""
        known = {NEGATED: self.negated, ACTIVATION_NEGATED: self.activation_negated}.get(asked.question, {})
        if asked.link in known and not asked.by and not asked.facts:
            return known[asked.link]
        if (
            asked.question == SUMMON_NEGATED
            and (summon := self._summon(asked.stay)) in self.summon_negated
            and not asked.by
            and not asked.facts
        ):
            return self.summon_negated[summon]
        moment = self.told.at(asked.link).resolves_at if asked.link else self.told.at(asked.to).at + 1 if asked.to else self.told.end
        happened = self.happened(moment, asked.link)
        presumed = {} if known else self._presumed(asked)
        outcomes = dict(happened.outcomes) | presumed
        if known:
            outcomes.pop(f"C{asked.link}", None)
        scene = Scene(self.base, replace(happened, outcomes=tuple(outcomes.items())), moment)
        told = self._together(scene, asked, self._doubtful(moment))
        before = (self.negated.get(asked.link), self.activation_negated.get(asked.link)) if not known else ()
        unsaid = bool(presumed) or any(one and one.conditional for one in before)
        told = told._replace(conditional=True) if unsaid and told.answer is not None else told
        return counted(scene, asked, told) if asked.count else told

    def _together(self, scene: Scene, asked: Asked, doubtful: list[int]) -> Told:
        """Say what the cases say; that something is negated is not certain where an effect may keep it from that."""
        found = cases(scene, asked, "ygo:ActivationNegator" if asked.question == ACTIVATION_NEGATED else "")
        unaimed = self._unaimed(scene, asked) if found or asked.question != ACTIVATION_NEGATED else []
        told = together(asked, found, doubtful, unaimed, scene.situation)
        guarded = any(_PROTECTION in self._families(one.effect) for one in scene.situation.standings if one.id in unaimed)
        return told._replace(answer=None, conditional=False) if guarded and told.answer == YES and asked.question in _NEGATIONS else told

    def _presumed(self, asked: Asked) -> dict[str, Id]:
        """Return what links come to unless something unsaid overturns it: the one asked about, else those that target the card asked about.

        Where a timing may be missed it is all of them: what comes after the event is what counts.
        """
        about = [
            link
            for link in self.told.links
            if link.number == asked.link or (not asked.link and (asked.stay in link.targets or asked.question == MISSES))
        ]
        return {link.id: came for link in about if self.outcome(link.number) is None and (came := self.outcome(link.number, presumed=True))}

    def questions(self) -> tuple[Asked, ...]:
        """Return what a situation decides where nothing is asked: what of each Summon and each link is negated, and what is applied."""
        summons = [Asked(SUMMON_NEGATED, stay=self.told.events[i].stay) for i in sorted(self.summon_negated)]
        return (*summons, *(asked for link in self.told.links for asked in self._about(link)))

    def _about(self, link: Link) -> Iterator[Asked]:
        """Yield what is decided of one link: its activation, where something answers it; its effect; what of it is applied if negated."""
        about = Asked(NEGATED, link.number, link.effect, link.source)
        if self.activation_negated[link.number].cases:
            yield replace(about, question=ACTIVATION_NEGATED)
        unactivated = self.activation_negated[link.number].answer == YES
        if not unactivated:
            yield about
        applied = replace(about, question=APPLIED)
        if (unactivated or self.negated[link.number].answer == YES) and self.answer(applied).answer is not None:
            yield applied

    def outcome(self, number: int, *, presumed: bool = False) -> Id | None:
        """Return what was negated of a link, or that nothing was; None where that is not certain.

        `presumed` takes what something unsaid, the text of a card mostly, could still overturn as well.
        """
        activation, effect = self.activation_negated.get(number), self.negated.get(number)
        if _comes_to(activation, presumed) == YES:
            return "ygo:CardActivationNegated" if self.told.is_card(self.told.at(number)) else "ygo:EffectActivationNegated"
        if _comes_to(activation, presumed) is None or _comes_to(effect, presumed) is None:
            return None
        return "ygo:EffectNegated" if _comes_to(effect, presumed) == YES else "ygo:NothingNegated"

    def happened(self, moment: int, about: int = 0) -> Situation:
        """Return the situation as it is at a moment, without what negated links told so far would have done."""
        done = [link for link in self.told.links if link.number != about and self._acts(link.number)]
        idle = {link.id for link in self.told.links} - {link.id for link in done} - {f"C{about}"}
        failed = {(event.stay, event.at) for i, event in enumerate(self.told.events) if self._summon_fails(i)}
        standing = tuple(one for one in self.told.standings if f"C{one.link}" not in idle and not self._came_by(one, failed))
        known = {(one.effect, one.link) for one in standing}
        begun = [self._begun(link) for link in done if link.resolves_at < moment and self._lasts(link)]
        events = tuple(event for event in self.told.events if event.cause not in idle or not self._by_resolving(event))
        return replace(
            self.told,
            standings=(*standing, *(one for one in begun if (one.effect, one.link) not in known)),
            events=events,
            outcomes=tuple(
                (link.id, came) for link in self.told.links if link.number in self.negated and (came := self.outcome(link.number))
            ),
            negators=tuple(self._negators()),
        )

    def refuse_what_did_not_happen(self, lang: str) -> None:
        """Raise `UsageProblem` where something is told of the resolution of a link that was certainly negated."""
        for event in self.told.events:
            if self._by_resolving(event) and not self._acts(int(event.cause[1:])) and event.to not in _NOT_DONE:
                message = t(lang, "situation.did-not-happen", link=event.cause)
                raise UsageProblem(message, t(lang, "situation.did-not-happen.hint", link=event.cause))

    def _by_resolving(self, event: Event) -> bool:
        """Say whether an event is what the resolution of a link did; its cost was paid before."""
        return event.cause[:1] == "C" and event.cause[1:].isdecimal() and event.at > self.told.at(int(event.cause[1:])).resolves_at

    # ---- one link ----

    def _resolve(self, link: Link) -> None:
        happened = self.happened(link.resolves_at, link.number)
        scene = Scene(self.base, happened, link.resolves_at)
        doubtful = self._doubtful(link.resolves_at, link)
        if "ygo:SummonNegator" in self._families(link.effect) and (summon := self._answered_summon(link)) >= 0:
            asked = Asked(SUMMON_NEGATED, stay=self.told.events[summon].stay)
            self.summon_negated[summon] = together(asked, cases(scene, asked), doubtful, (), happened)
        for question, answers in ((ACTIVATION_NEGATED, self.activation_negated), (NEGATED, self.negated)):
            asked = Asked(question, link.number, link.effect, link.source)
            answers[link.number] = self._together(scene, asked, doubtful)

    def _acts(self, number: int) -> bool:
        """Say whether a link does something when it resolves: it is not certainly negated."""
        return self.outcome(number) in (None, "ygo:NothingNegated")

    def _doubtful(self, moment: int, link: Link | None = None) -> list[int]:
        before = [other for other in self.told.links if other.resolves_at < moment and other is not link]
        return [other.number for other in before if self.outcome(other.number) is None]

    def _unaimed(self, scene: Scene, asked: Asked) -> list[str]:
        """Return the effects in force that may reach what is asked about, of which it is not told whether they do."""
        if not asked.stay or not asked.effect:
            return []
        return [
            one.id.removeprefix("S.")
            for one in scene.situation.standings
            if one.since < scene.moment and self._may_negate(scene, one, asked.stay)
        ]

    def _may_negate(self, scene: Scene, one: Standing, stay: str) -> bool:
        """Say whether an effect in force negates, or keeps from negation, something of which it is not told what: maybe this card."""
        families = self._families(one.effect)
        aimed = any(scene.reaches(one.id, pointed) for pointed in one.pointed)
        if aimed or {_NEGATOR, _PROTECTION}.isdisjoint(families) or not _ANSWERING.isdisjoint(families) or scene.inert(one.id):
            return False
        known = self.base.model.effects.get(one.effect[0])
        return scene.may_reach(one.id, stay) if known is not None and "ygo:reachFurther" in known.reach else True

    def _summon(self, stay: str) -> int:
        """Return the place of the last Summon of the card of a stay among the events, or -1."""
        own = {one.id for one in self.told.same_card(stay)} if stay else set()
        return max((i for i, event in enumerate(self.told.events) if event.kind == "summon" and event.stay in own), default=-1)

    def _answered_summon(self, link: Link) -> int:
        """Return the place of the Summon to which a link is chained that begins a Chain, or -1: the last thing before that Chain."""
        before = [i for i, event in enumerate(self.told.events) if event.at < link.at]
        other = (
            any(one.at < link.at and (one.chain == link.chain or one.at > self.told.events[before[-1]].at) for one in self.told.links)
            if before
            else True
        )
        return before[-1] if not other and self.told.events[before[-1]].kind == "summon" else -1

    def _summon_fails(self, event: int) -> bool:
        told = self.summon_negated.get(event)
        return told is not None and told.answer == YES and not told.conditional

    def _came_by(self, one: Standing, summons: set[tuple[str, int]]) -> bool:
        stay = self.told.stay(one.source)
        return (stay.after or stay.id, one.since) in summons

    def _negators(self) -> Iterator[tuple[str, str]]:
        """Yield each link and Summon that was negated with what did so."""
        told = [(f"C{number}", said) for known in (self.activation_negated, self.negated) for number, said in known.items()]
        told += [(f"E{event}", said) for event, said in self.summon_negated.items()]
        for name, said in told:
            for case in said.cases:
                if case.answer == YES:
                    yield from ((name, part) for role, part in case.parts if role == "negatedBy")

    def _lasts(self, link: Link) -> bool:
        families = self._families(link.effect)
        return not _LASTING.isdisjoint(families) and _ANSWERING.isdisjoint(families)

    def _begun(self, link: Link) -> Standing:
        pointed = tuple(self._arrived(target, link) for target in link.targets)
        return Standing(f"S.{link.id}", link.effect, link.source, link.resolves_at, pointed, link=link.number)

    def _arrived(self, target: str, link: Link) -> str:
        """Return the stay with which a target came to the field by the link itself, if it did; what is laid on it is laid on it there."""
        after = (one for one in self.told.stays if one.after == target and one.zone == "ygo:Field")
        came = (one.id for one in after if self.told.stay(target).zone != "ygo:Field" and 0 < one.since - link.resolves_at < 10)
        return next(came, target)

    def _families(self, effect: tuple[Id, ...]) -> set[Id]:
        return {family for one in effect for family in self.base.kinship.closure(one)}


def _comes_to(told: Told | None, presumed: bool) -> Id | None:
    """Return whether something was negated, as far as that is certain or, `presumed`, likely: no where nothing reaches it."""
    if told is None or told.nothing:
        return NO
    return told.answer if presumed or not told.conditional else None
