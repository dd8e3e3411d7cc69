"""What a situation comes to: link by link in the order of resolution, what was negated and so did not happen; then what is asked."""

from __future__ import annotations

from dataclasses import replace

from ygokg.errors import UsageProblem
from ygokg.graph.model import Id
from ygokg.messages import t
from ygokg.resolver import Rulebase
from ygokg.situation.answering import ACTIVATION_NEGATED, NEGATED, NO, YES, Told, cases, together
from ygokg.situation.deriving import Scene
from ygokg.situation.timeline import Asked, Link, Situation, Standing

_NEGATOR = "ygo:Negator"
_ANSWERING = frozenset({"ygo:ChainedNegator", "ygo:ActivationNegator", "ygo:SummonNegator"})
"""Families of effects that negate what they answer: an activation, an effect or a Summon."""
_LASTING = frozenset({_NEGATOR, "ygo:ProtectionFromNegation", "ygo:RedirectingEffect", "ygo:MoveRestriction"})
"""Families of effects that are in force from the resolution of their link on."""


class Course:
    """One situation, with what its links come to. `told` is the situation; what was certainly negated did not happen."""

    def __init__(self, base: Rulebase, told: Situation) -> None:
        """Go through the links in the order in which they resolve."""
        self.base = base
        self.told = told
        self.negated: dict[int, Told] = {}
        self.activation_negated: dict[int, Told] = {}
        for link in sorted(told.links, key=lambda link: link.resolves_at):
            self._resolve(link)

    def answer(self, asked: Asked) -> Told:
        """Answer one question."""
        if asked.link and asked.question == NEGATED and not asked.by and not asked.facts:
            return self.negated[asked.link]
        moment = self.told.at(asked.link).resolves_at if asked.link else self.told.at(asked.to).at + 1 if asked.to else self.told.end
        happened = self.happened(moment, asked.link)
        found = cases(Scene(self.base, happened, moment), asked)
        said = together(asked, found, self._doubtful(moment), (), happened)
        before = (self.negated.get(asked.link), self.activation_negated.get(asked.link)) if asked.question != NEGATED else ()
        return said._replace(conditional=said.conditional or (said.answer is not None and any(one and one.conditional for one in before)))

    def questions(self) -> tuple[Asked, ...]:
        """Return what a situation decides where nothing is asked: of each link whether it is negated."""
        return tuple(Asked(NEGATED, link.number, link.effect, link.source) for link in self.told.links)

    def outcome(self, number: int) -> Id | None:
        """Return what was negated of a link, or that nothing was; None where that is not certain."""
        activation, effect = self.activation_negated.get(number), self.negated.get(number)
        if activation is not None and activation.answer == YES and not activation.conditional:
            return "ygo:CardActivationNegated" if self.is_card(self.told.at(number)) else "ygo:EffectActivationNegated"
        if effect is not None and effect.answer == YES and not effect.conditional:
            return "ygo:EffectNegated"
        sure = all(told is None or told.nothing or told.answer == NO for told in (activation, effect))
        return "ygo:NothingNegated" if sure else None

    def is_card(self, link: Link) -> bool:
        """Say whether a link is the activation of a card: it is told so, or a Spell or Trap came to the field by it."""
        stay = self.told.stay(link.source)
        return link.as_card or (stay.kind in ("ygo:SpellCard", "ygo:TrapCard") and stay.zone == "ygo:Field" and stay.since == link.at)

    def happened(self, moment: int, about: int = 0) -> Situation:
        """Return the situation as it is at a moment, without what negated links told so far would have done."""
        done = [link for link in self.told.links if link.number != about and self._acts(link.number)]
        idle = {link.id for link in self.told.links} - {link.id for link in done} - {f"C{about}"}
        begun = [self._begun(link) for link in done if link.resolves_at < moment and self._lasts(link)]
        events = tuple(event for event in self.told.events if event.cause not in idle or event.at <= self.told.at(int(event.cause[1:])).resolves_at)  # fmt: skip
        outcomes = tuple((link.id, came) for link in self.told.links if link.number in self.negated and (came := self.outcome(link.number)))
        return replace(self.told, standings=(*self.told.standings, *begun), events=events, outcomes=outcomes)

    def refuse_what_did_not_happen(self, lang: str) -> None:
        """Raise `UsageProblem` where something is told of the resolution of a link that was certainly negated."""
        for event in self.told.events:
            if event.cause[:1] == "C" and event.cause[1:].isdecimal() and event.at > self.told.at(int(event.cause[1:])).resolves_at:
                number = int(event.cause[1:])
                if not self._acts(number):
                    raise UsageProblem(t(lang, "situation.did-not-happen", link=event.cause), t(lang, "situation.did-not-happen.hint", link=event.cause))  # fmt: skip

    # ---- one link ----

    def _resolve(self, link: Link) -> None:
        happened = self.happened(link.resolves_at, link.number)
        scene = Scene(self.base, happened, link.resolves_at)
        doubtful = self._doubtful(link.resolves_at, link)
        for question, answers in ((ACTIVATION_NEGATED, self.activation_negated), (NEGATED, self.negated)):
            asked = Asked(question, link.number, link.effect, link.source)
            found = cases(scene, asked, "ygo:ActivationNegator" if question == ACTIVATION_NEGATED else "")
            answers[link.number] = together(asked, found, doubtful, self._unaimed(link), happened)

    def _acts(self, number: int) -> bool:
        """Say whether a link does something when it resolves: it is not certainly negated."""
        return self.outcome(number) in (None, "ygo:NothingNegated")

    def _doubtful(self, moment: int, link: Link | None = None) -> list[int]:
        before = [other for other in self.told.links if other.resolves_at < moment and other is not link]
        return [other.number for other in before if self.outcome(other.number) is None]

    def _unaimed(self, link: Link) -> list[str]:
        doing = [o for o in self.told.links if o.resolves_at < link.resolves_at and o.chain == link.chain and self._acts(o.number)]
        return [one.id for one in self.told.standings if self._aims_at_nothing(one.effect, one.pointed)] + [
            other.id for other in doing if self._aims_at_nothing(other.effect, other.targets)
        ]

    def _aims_at_nothing(self, effect: tuple[Id, ...], at: tuple[str, ...]) -> bool:
        """Say whether an effect negates something of which it is not told what: neither what it answers nor a target, nor by its text."""
        families = self._families(effect)
        known = self.base.model.effects.get(effect[0])
        by_its_text = known is not None and known.reach.get("ygo:reachFurther") == ("false",)
        return _NEGATOR in families and _ANSWERING.isdisjoint(families) and not at and not by_its_text

    def _lasts(self, link: Link) -> bool:
        families = self._families(link.effect)
        return not _LASTING.isdisjoint(families) and _ANSWERING.isdisjoint(families)

    def _begun(self, link: Link) -> Standing:
        return Standing(f"S.{link.id}", link.effect, link.source, link.resolves_at, link.targets)

    def _families(self, effect: tuple[Id, ...]) -> set[Id]:
        return {family for one in effect for family in self.base.kinship.closure(one)}
