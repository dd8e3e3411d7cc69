"""Policies over the reach of effects: which effects say whom they reach and in which form, what may be left out, and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ygokg.graph.model import Effect
from ygokg.resolver.rulebase import Rulebase

WHOLE = ("ygo:reachSide", "ygo:reachPlace", "ygo:reachKind", "ygo:reachItself", "ygo:reachFurther", "ygo:takesForm")
"""What the reach of an effect has to say; `ygo:reachFace` is said only where the text speaks of it."""

KINDS = {
    "negators": "ygo:Negator",
    "negators of Summons": "ygo:SummonNegator",
    "protections from negation": "ygo:ProtectionFromNegation",
    "protections of Summons": "ygo:ProtectsSummons",
    "redirects": "ygo:RedirectingEffect",
    "restrictions on moves": "ygo:MoveRestriction",
    "locks, and protections from targeting": "ygo:LimitingEffect",
    "limits of how often": "ygo:CountingEffect",
    "bars on the monster that is Summoned": "ygo:BarsActivationsOfItsMonster",
    "immunities to described monsters": "ygo:UnaffectedByDescribedMonsters",
    "restrictions of rulings": None,
}
"""Kinds of effects that reach cards while they are in force, by family; the last are those that a ruling has as its restriction."""

ANSWERING = {"ygo:ActivationNegator", "ygo:ChainedNegator", "ygo:SummonNegator"}
"""Families that act on what they answer, once: on a link or a Summon, not on cards. So does what is said to be no more than this one:"""
ANSWERING_ALONE = "ygo:ActivatedEffectNegator"

OF_ACTIVATIONS = {"ygo:UnchainedOptionalNegator", "ygo:UnchainedMandatoryNegator", "ygo:TargetingNegator", "ygo:NegatesTargetingSpells"}
"""Families that negate what was activated or what targets, and leave the other effects of the same card alone."""

LEFT_OUT_BY_FAMILY = {
    "ygo:ProtectsThisCard": set(WHOLE) - {"ygo:reachFurther"},
    "ygo:ProtectsEffectsOfAName": set(WHOLE) - {"ygo:reachFurther"},
    "ygo:ProtectsSummons": {"ygo:reachPlace"},
    "ygo:MaterialReturnRedirect": {"ygo:reachPlace", "ygo:takesForm"},
}
"""What need not be said: the first two speak of themselves, and only of whether they ask for more; Summons and material come from anywhere."""

LEFT_OPEN_BY_THE_TEXT = {
    "effect:1005587-1": ({"ygo:reachSide"}, "what the opponent Summons may stand on either side"),
    "effect:53982768-1": ({"ygo:reachSide"}, "in the Graveyard a destroyed monster is with its owner"),
    "effect:87880531-1": ({"ygo:reachSide", "ygo:reachPlace"}, "it says of the destroyed monsters neither whose nor where"),
    "effect:58206034-0": ({"ygo:reachPlace"}, "it does not say where the destroyed monster is negated"),
    "effect:18444733-1": ({"ygo:reachPlace"}, "it does not say where the monsters of its player are"),
    "effect:13662809-1": ({"ygo:takesForm"}, "it only keeps its own activation from being answered"),
    "effect:33225925-1": ({"ygo:takesForm"}, "it only keeps its own activation from being answered"),
    "effect:94950218-0": ({"ygo:takesForm"}, "it only keeps its own activation from being answered"),
    "effect:15939229-1": ({"ygo:takesForm"}, "it names the turn, and not whether its card has to remain"),
    "effect:71345905-0b": ({"ygo:takesForm"}, "the monster that is Summoned has the effect, not the Spell Card"),
    "effect:86331741-2": ({"ygo:reachItself"}, "the monster that gains the effect uses it, not the card on which it is written"),
    "effect:48333324-1": ({"ygo:reachItself"}, "it does not say whether its own card, still on the field, counts"),
    "effect:19271881-1": ({"ygo:reachItself"}, "it does not say whether its own card, still on the field, counts"),
    "effect:41578483-3": ({"ygo:reachItself"}, "it hangs on the name, which may be its own"),
    "effect:65681983-1": ({"ygo:reachItself"}, "it hangs on the name, which may be its own"),
    "effect:98012938-1": ({"ygo:reachItself"}, "it hangs on the name, which may be its own"),
}
"""What the text of a card does not settle, and why: better nothing than a guess."""


def of_kind(base: Rulebase, family: str | None) -> Iterator[Effect]:
    """Yield the effects of cards that are of a kind."""
    used = {effect for ruling in base.model.rulings.values() for effect in ruling.facts.get("ygo:restriction", ())}
    for effect in base.model.effects.values():
        if effect.card is not None and (effect.id in used if family is None else family in base.kinship.closure(effect.id)):
            yield effect


def answers(base: Rulebase, effect: Effect) -> bool:
    """Say whether an effect acts on what it answers."""
    return not ANSWERING.isdisjoint(base.kinship.closure(effect.id)) or ANSWERING_ALONE in effect.families


def lacking(effect: Effect) -> set[str]:
    """Return what the reach of an effect does not say."""
    return set(WHOLE) - effect.reach.keys()


def excused(base: Rulebase, effect: Effect) -> set[str]:
    """Return what the reach of an effect need not say."""
    families = base.kinship.closure(effect.id)
    by_family = (left_out for family, left_out in LEFT_OUT_BY_FAMILY.items() if family in families)
    return set().union(*by_family, LEFT_OPEN_BY_THE_TEXT.get(effect.id, (set(), ""))[0])


def speaks_of_itself(base: Rulebase, effect: Effect) -> bool:
    """Say whether an effect protects its own card or the effects of its own name."""
    return not {"ygo:ProtectsThisCard", "ygo:ProtectsEffectsOfAName"}.isdisjoint(base.kinship.closure(effect.id))


@pytest.mark.parametrize("kind", KINDS)
def test_the_reach_is_whole(base: Rulebase, kind: str) -> None:
    effects = list(of_kind(base, KINDS[kind]))
    short = {e.id: sorted(lacking(e) - excused(base, e)) for e in effects if not answers(base, e) and lacking(e) - excused(base, e)}
    assert effects, f"no effect is of the kind {KINDS[kind]}; give `KINDS` the family that took its place"
    assert not short, f"read the text of the card and say these in its effect; what the text leaves open goes to a list above: {short}"


def test_what_acts_on_what_it_answers_says_no_reach(base: Rulebase) -> None:
    found = [e.id for e in of_kind(base, "ygo:Negator") if answers(base, e) and e.reach]
    assert not found, f"these act on a link, not on cards: take their reach out, or mend their families: {found}"


def test_only_effects_in_force_say_whom_they_reach(base: Rulebase) -> None:
    known = {effect.id for family in KINDS.values() for effect in of_kind(base, family)}
    found = [e.id for e in base.model.effects.values() if e.reach and e.id not in known and "ygo:takesForm" not in e.reach]
    assert not found, f"these are of no kind that reaches cards: say in which form they are in force, or take their reach out: {found}"


def test_an_effect_names_its_card_as_a_source_of_its_reach(base: Rulebase) -> None:
    found = [e.id for e in base.model.effects.values() if e.reach and e.card not in e.sources]
    assert not found, f"their reach is read from the text of their card: add the card to `prov:wasDerivedFrom`: {found}"


def test_what_is_not_whole_has_to_be_pointed_at_its_card(base: Rulebase) -> None:
    """Else it would reach nothing, as if its text named no card; what speaks of itself is at its card."""
    found = [
        e.id
        for e in base.model.effects.values()
        if e.reach and e.reach.get("ygo:reachFurther") != ("true",) and lacking(e) - {"ygo:takesForm"} and not speaks_of_itself(base, e)
    ]
    assert not found, f"say whose cards, where, of which kind and whether its own, or `ygo:reachFurther true`: {found}"


def test_what_negates_activations_has_to_be_pointed_at_them(base: Rulebase) -> None:
    effects = [e for e in base.model.effects.values() if e.card is not None and not OF_ACTIVATIONS.isdisjoint(base.kinship.closure(e.id))]
    found = [e.id for e in effects if e.reach.get("ygo:reachFurther") != ("true",)]
    assert effects
    assert not found, f"they do not negate all that a card does: `ygo:reachFurther true` in {found}"


def test_an_effect_on_the_other_players_cards_spares_its_own(base: Rulebase) -> None:
    found = [
        e.id
        for e in base.model.effects.values()
        if e.reach.get("ygo:reachSide") == ("ygo:OtherPlayersCards",) and e.reach.get("ygo:reachItself") == ("true",)
    ]
    assert not found, f"`ygo:reachItself false`, or another side, in {found}"


def test_what_can_be_said_once_is_said_once(base: Rulebase) -> None:
    many = ("ygo:reachPlace", "ygo:reachKind", "ygo:reachFace")
    found = [(e.id, p) for e in base.model.effects.values() for p, values in e.reach.items() if len(values) > 1 and p not in many]
    assert not found, f"an effect has one side and one form, and the rest is true or false: {found}"


def test_what_the_lists_leave_out_is_left_out(base: Rulebase) -> None:
    stale = {i: sorted(said) for i, (open_, _) in LEFT_OPEN_BY_THE_TEXT.items() if (said := open_ & base.model.effects[i].reach.keys())}
    assert not stale, f"their texts are read otherwise by now: take these out of `LEFT_OPEN_BY_THE_TEXT`: {stale}"
    unused = [family for family in LEFT_OUT_BY_FAMILY if not any(lacking(effect) for effect in of_kind(base, family))]
    assert not unused, f"nothing of these families leaves anything out: take them out of `LEFT_OUT_BY_FAMILY`: {unused}"
