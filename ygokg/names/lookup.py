"""Finding a card or an archetype by what somebody typed: number, id, or name in any language and spelling.

A wrong match is worse than none. Many names are a part of another card's name (「沉默剑士」 and 「沉默剑士 LV7」), so a part of a
name never becomes a match, however few cards it fits: these cards are candidates to choose from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.model import Card, Effect, Id, Model
from ygokg.names.keys import name_key
from ygokg.names.links import links_of
from ygokg.names.pool import Pool

if TYPE_CHECKING:
    from difflib import SequenceMatcher

    from ygokg.names.library import Library

_SUGGESTIONS = 5
_LISTED = 10
_ALIKE = 0.6
"""Below this similarity (0 to 1) a name is no suggestion."""
_BEGINNING = 5
"""A text at least this long may be the beginning of a name, if it is as like to that as `_BEGINS_ALIKE`."""
_BEGINS_ALIKE = 0.8
_TELLING = 3
"""A name at least this long that stands within a longer text is a suggestion."""

# Compiled when first used: a look-up needs few of these.
_WITH_HASH = r"(?P<name>.+)[#＃]\s*(?P<mark>[^#＃]+)"
_WITH_CIRCLE = r"(?P<name>.+?)\s*(?P<mark>[①-⑳])"
_MARK = r"p?\d{1,2}[a-z]?|[a-z]"


class Match(NamedTuple):
    """What a text stands for: `found` is one card or archetype (its id), or None.

    `candidates`: without `found`, all whose name is the text in another spelling or contains it; with an archetype found, the
    cards whose name contains the archetype's. `suggestions`: only where there is neither, what comes nearest, best first.
    `outside` are those among all of these that the graph does not have: cards of the user's own databases.
    """

    text: str
    found: Id | None = None
    candidates: tuple[Id, ...] = ()
    suggestions: tuple[Id, ...] = ()
    outside: tuple[Card, ...] = ()

    @property
    def is_card(self) -> bool:
        """Whether one card was found."""
        return self.found is not None and self.found.startswith("card:")

    @property
    def is_archetype(self) -> bool:
        """Whether an archetype was found, which is a set of cards and never one of them."""
        return self.found is not None and self.found.startswith("archetype:")


def find(model: Model, text: str, library: Library | None = None) -> Match:
    """Look `text` up: passcode, `%` and official database id, id in the graph, or a name or documents' spelling of it.

    A name counts as typed exactly, then by its key (`ygokg.names.keys`). The user's databases (`library`) are asked as well, so
    that a name which two cards share is found to be one of both. Raises UsageProblem if the text is empty.
    """
    text = text.strip()
    plain = unicodedata.normalize("NFKC", text)
    wanted = name_key(text)
    if not wanted:
        raise UsageProblem("No card name is given.", "Give a name, a passcode or % and the official database id.")
    pool = Pool(model, library)
    match = _found(pool, text, plain, wanted)
    named = {match.found, *match.candidates, *match.suggestions}
    return match._replace(outside=tuple(card for card in pool.outside.values() if card.id in named))


def card_ref(model: Model, text: str, library: Library | None = None) -> Id:
    """Return the id of the one card of the graph that `text` names, by the graph or by the user's databases.

    Raises NotFound with candidates or suggestions in the hint, also for a card that only the user's databases have, and
    UsageProblem if it is an archetype's name.
    """
    match = find(model, text, library)
    if match.found is None:
        raise _not_found(model, match)
    if match.is_archetype:
        hint = _list_of(model, "Cards of that name", match.candidates, match.outside)
        raise UsageProblem(f"“{match.text}” is an archetype, not a card.", hint)
    if match.outside:
        hint = "Only your own card database has it: no ruling names it. Give the family of its effect instead."
        raise NotFound(f"The data has nothing of {title(model, match.found, match.outside)}.", hint)
    return match.found


def effect_ref(model: Model, text: str, library: Library | None = None) -> Id:
    """Return the id of the effect that `text` names.

    Forms: `技能抽取#1`, `82732705#1`, `%5740#p1` (pendulum), `技能抽取①`, `effect:82732705-1`, a card alone if the data has
    exactly one effect of it, and a label of an effect that stands for some card. Raises NotFound for a card or an effect
    that is not there, and UsageProblem where a card has several or the mark is none; the hint lists the card's effects.
    """
    text = text.strip()
    if (known := text if ":" in text else f"effect:{text}") in model.effects:
        return known
    if text.startswith("effect:"):
        passcode = text.removeprefix("effect:").partition("-")[0]
        hint = _effects_hint(model, f"card:{passcode}") if f"card:{passcode}" in model.cards else "Write it as CARD#1."
        raise NotFound(f"There is no effect {text} in the data.", hint)
    wanted = name_key(text)
    for effect in _of_card(model, ""):
        if wanted and any(name_key(label) == wanted for label in effect.labels.values()):
            return effect.id
    name, mark = _split(model, text, library)
    card = card_ref(model, name, library)
    return _only_effect(model, card) if mark is None else _marked_effect(model, card, mark)


def title(model: Model, item: Id, outside: Sequence[Card] = ()) -> str:
    """Return how messages name a card (of the model or of `outside`) or an archetype: `技能抽取 / Skill Drain (82732705)`."""
    card = model.cards.get(item) or next((card for card in outside if card.id == item), None)
    names = card.names if card else model.archetypes[item].names
    shown = " / ".join(dict.fromkeys(names[lang] for lang in ("zh", "en") if lang in names)) or next(iter(names.values()), item)
    return f"{shown} ({card.passcode if card else 'archetype'})"


def _found(pool: Pool, text: str, plain: str, wanted: str) -> Match:
    hits = pool.numbered(plain) or pool.having(text)
    if hits:
        return _match(pool, text, hits[0]) if len(hits) == 1 else Match(text, candidates=hits)
    if plain.lstrip("%").strip().isdecimal():
        return Match(text, suggestions=_by_other_number(pool, plain))
    if parts := pool.containing(wanted):
        return Match(text, candidates=parts)
    return Match(text, suggestions=_nearest(pool, wanted))


def _match(pool: Pool, text: str, found: Id) -> Match:
    archetype = pool.model.archetypes.get(found)
    if archetype is None:
        return Match(text, found)
    parts: dict[str, str] = {lang: name_key(name) for lang, name in archetype.names.items()}
    named = (pool.card(i) for part in parts.values() for i in pool.containing(part))
    members = {card.id: card for card in named if card and _is_member(card, parts)}
    return Match(text, found, tuple(sorted(members, key=lambda i: (i not in pool.model.cards, int(members[i].passcode)))))


def _is_member(card: Card, parts: Mapping[str, str]) -> bool:
    """Say whether a card has an archetype's name in its own: in two languages, for in one alone it may be chance, or in all it has."""
    shared = [lang for lang in parts if lang in card.names]
    return 0 < min(2, len(shared)) <= sum(parts[lang] in name_key(card.names[lang]) for lang in shared)


def _by_other_number(pool: Pool, plain: str) -> tuple[Id, ...]:
    """A passcode given as official id, or the other way round: worth a suggestion, not a match."""
    number = plain.removeprefix("%").strip()
    return pool.numbered(number if plain.startswith("%") else f"%{number}")


def _nearest(pool: Pool, wanted: str) -> tuple[Id, ...]:
    import difflib  # only a failed look-up pays for it

    matcher: SequenceMatcher[str] = difflib.SequenceMatcher(None, "", wanted, autojunk=False)
    likeness: dict[Id | int, float] = {}
    for part, item in pool.named():
        if len(part) >= _TELLING and part in wanted:
            likeness[item] = 1.0
            continue
        ratio = _ratio(matcher, part, _ALIKE)
        if not ratio and len(part) > len(wanted) >= _BEGINNING:
            ratio = _ratio(matcher, part[: len(wanted)], _BEGINS_ALIKE) * _ALIKE  # after all whole names
        if ratio:
            likeness[item] = max(likeness.get(item, 0.0), ratio)
    best = sorted(likeness, key=lambda item: -likeness[item])[: _SUGGESTIONS * 2]
    named = dict.fromkeys(item for item in map(pool.of_number, best) if item is not None)
    return tuple(named)[:_SUGGESTIONS]


def _ratio(matcher: SequenceMatcher[str], part: str, least: float) -> float:
    """Return how like a part is to the matcher's text, or 0 where it is less than that."""
    matcher.set_seq1(part)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    return ratio if (ratio := matcher.ratio()) >= least else 0.0


def _list_of(model: Model, lead: str, items: tuple[Id, ...], outside: Sequence[Card]) -> str:
    if not items:
        return ""
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return f"{lead}: {'; '.join(title(model, item, outside) for item in items[:_LISTED])}{more}."


def _not_found(model: Model, match: Match) -> NotFound:
    if match.candidates:
        hint = _list_of(model, "It could be", match.candidates, match.outside)
        return NotFound(f"“{match.text}” is not the full name of one card.", hint)
    near = _list_of(model, "Nearest", match.suggestions, match.outside)
    hint = near or "Give a name in zh, ja or en, a passcode, or % and the official id."
    return NotFound(f"There is no card “{match.text}” in the data.", hint)


def _split(model: Model, text: str, library: Library | None) -> tuple[str, str | None]:
    """Part a name from its effect mark; a card whose own name ends like one (`Darkfire Soldier #1`) stays whole."""
    parts = re.fullmatch(_WITH_HASH, text) or re.fullmatch(_WITH_CIRCLE, text)
    if parts is None or (not find(model, parts["name"], library).is_card and find(model, text, library).is_card):
        return text, None
    return parts["name"], parts["mark"]


def _suffix(effect: Effect) -> str:
    """The mark as it stands in the id: 1, p1, 0, 0b, a."""
    return effect.id.partition("-")[2]


def _effects(model: Model, card: Id) -> list[Effect]:
    return sorted(_of_card(model, card), key=lambda e: (len(_suffix(e)), _suffix(e)))


def _of_card(model: Model, card: Id) -> list[Effect]:
    return [model.effects[i] for i in links_of(model)["effects-of-card"].get(card, ())]


def _effects_hint(model: Model, card: Id) -> str:
    known = _effects(model, card)
    if not known:
        return f"The data has no effect of {title(model, card)}; give the effect's family instead."
    return f"Its effects in the data: {', '.join(f'#{_suffix(e)}' for e in known)}."


def _only_effect(model: Model, card: Id) -> Id:
    known = _effects(model, card)
    if len(known) > 1:
        raise UsageProblem(f"{title(model, card)} has {len(known)} effects in the data; say which.", _effects_hint(model, card))
    if not known:
        raise NotFound(f"The data has no effect of {title(model, card)}.", "Give the effect's family instead.")
    return known[0].id


def _marked_effect(model: Model, card: Id, mark: str) -> Id:
    wanted = unicodedata.normalize("NFKC", mark).strip().casefold()
    if not re.fullmatch(_MARK, wanted):
        message = f"“{mark.strip()}” is not the mark of an effect of {title(model, card)}."
        forms = "Marks are 1 for ①, p1 for pendulum ①, 0 for an unnumbered effect."
        raise UsageProblem(message, f"{forms} {_effects_hint(model, card)}")
    for effect in _effects(model, card):
        if _suffix(effect) == wanted:
            return effect.id
    raise NotFound(f"{title(model, card)} has no effect #{wanted} in the data.", _effects_hint(model, card))
