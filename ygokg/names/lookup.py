"""Finding a card or an archetype by what somebody typed: number, id, or name in any language and spelling.

A wrong match is worse than none. Many names are a part of another card's name (「沉默剑士」 and 「沉默剑士 LV7」), so a part of a
name never becomes a match, however few cards it fits: these cards are candidates to choose from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ygokg.errors import NotFound, UsageProblem
from ygokg.model import Card, Effect, Id, Model
from ygokg.names.normal import key

__all__ = ["Match", "card_ref", "effect_ref", "find", "title"]

_SUGGESTIONS = 5
_LISTED = 10
_ALIKE = 0.6
"""Below this similarity (0 to 1) a name is no suggestion."""
_TELLING = 3
"""A name at least this long that stands within a longer text is a suggestion."""

# Compiled when first used: a look-up needs few of these.
_OFFICIAL_ID = r"%\s*(\d+)"
_WITH_HASH = r"(?P<name>.+)[#＃]\s*(?P<mark>[^#＃]+)"
_WITH_CIRCLE = r"(?P<name>.+?)\s*(?P<mark>[①-⑳])"
_MARK = r"p?\d{1,2}[a-z]?|[a-z]"


class Match(NamedTuple):
    """What a text stands for: `found` is one card or archetype (its id), or None.

    `candidates`: without `found`, all whose name is the text in another spelling or contains it; with an archetype found, the
    cards whose name contains the archetype's. `suggestions`: only where there is neither, what comes nearest, best first.
    """

    text: str
    found: Id | None = None
    candidates: tuple[Id, ...] = ()
    suggestions: tuple[Id, ...] = ()

    @property
    def is_card(self) -> bool:
        """Whether one card was found."""
        return self.found is not None and self.found.startswith("card:")

    @property
    def is_archetype(self) -> bool:
        """Whether an archetype was found, which is a set of cards and never one of them."""
        return self.found is not None and self.found.startswith("archetype:")


def find(model: Model, text: str) -> Match:
    """Look `text` up: passcode, `%` and official database id, id in the graph, or a name or documents' spelling of it.

    A name counts as typed exactly, then by its key (`ygokg.names.normal`). Raises UsageProblem if the text is empty.
    """
    text = text.strip()
    plain = unicodedata.normalize("NFKC", text)
    wanted = key(text)
    if not wanted:
        raise UsageProblem("No card name is given.", "Give a name, a passcode or % and the official database id.")
    if found := _by_number(model, plain):
        return _match(model, text, found)
    for same in (lambda name: name == text, lambda name: key(name) == wanted):
        if hits := _having(model, same):
            return _match(model, text, hits[0]) if len(hits) == 1 else Match(text, candidates=hits)
    if plain.lstrip("%").strip().isdecimal():
        return Match(text, suggestions=_by_other_number(model, plain))
    if parts := _containing(model, wanted):
        return Match(text, candidates=parts)
    return Match(text, suggestions=_nearest(model, wanted))


def card_ref(model: Model, text: str) -> Id:
    """Return the id of the one card that `text` names.

    Raises NotFound with candidates or suggestions in the hint, and UsageProblem if it is an archetype's name.
    """
    match = find(model, text)
    if match.found is None:
        raise _not_found(model, match)
    if match.is_archetype:
        hint = _list_of(model, "Cards of that name", match.candidates)
        raise UsageProblem(f"“{match.text}” is an archetype, not a card.", hint)
    return match.found


def effect_ref(model: Model, text: str) -> Id:
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
    wanted = key(text)
    for effect in model.effects.values():
        if wanted and effect.card is None and any(key(label) == wanted for label in effect.labels.values()):
            return effect.id
    name, mark = _split(model, text)
    card = card_ref(model, name)
    return _only_effect(model, card) if mark is None else _marked_effect(model, card, mark)


def title(model: Model, item: Id) -> str:
    """Return how messages name a card or an archetype (its id): `技能抽取 / Skill Drain (82732705)`."""
    card = model.cards.get(item)
    names = card.names if card else model.archetypes[item].names
    shown = " / ".join(dict.fromkeys(names[lang] for lang in ("zh", "en") if lang in names)) or next(iter(names.values()), item)
    return f"{shown} ({card.passcode if card else 'archetype'})"


def _match(model: Model, text: str, found: Id) -> Match:
    archetype = model.archetypes.get(found)
    if archetype is None:
        return Match(text, found)
    parts = {lang: key(name) for lang, name in archetype.names.items()}
    members = (c for c in model.cards.values() if any(part in key(c.names.get(lang, "")) for lang, part in parts.items()))
    return Match(text, found, tuple(c.id for c in sorted(members, key=_passcode)))


def _passcode(card: Card) -> int:
    return int(card.passcode)


def _by_number(model: Model, plain: str) -> Id | None:
    if plain in model.cards or plain in model.archetypes:
        return plain
    if official := re.fullmatch(_OFFICIAL_ID, plain):
        wanted = official[1].lstrip("0")
        return next((card.id for card in model.cards.values() if card.konami_id == wanted), None)
    if plain.isdecimal() and (number := f"card:{int(plain)}") in model.cards:
        return number
    return None


def _by_other_number(model: Model, plain: str) -> tuple[Id, ...]:
    """A passcode given as official id, or the other way round: worth a suggestion, not a match."""
    number = plain.removeprefix("%").strip()
    other = number if plain.startswith("%") else f"%{number}"
    found = _by_number(model, other)
    return (found,) if found else ()


def _names(model: Model) -> Iterator[tuple[Id, str]]:
    for card in sorted(model.cards.values(), key=_passcode):
        for name in (*card.names.values(), *card.variants):
            yield card.id, name
    for archetype in model.archetypes.values():
        for name in archetype.names.values():
            yield archetype.id, name


def _having(model: Model, accept: Callable[[str], bool]) -> tuple[Id, ...]:
    return tuple(dict.fromkeys(item for item, name in _names(model) if accept(name)))


def _containing(model: Model, wanted: str) -> tuple[Id, ...]:
    """Those whose name contains the key, names that begin with it first."""
    starting = _having(model, lambda name: key(name).startswith(wanted))
    return tuple(dict.fromkeys(starting + _having(model, lambda name: wanted in key(name))))


def _nearest(model: Model, wanted: str) -> tuple[Id, ...]:
    from difflib import SequenceMatcher  # only a failed look-up pays for it

    matcher: SequenceMatcher[str] = SequenceMatcher(None, "", wanted, autojunk=False)
    likeness: dict[Id, float] = {}
    for item, name in _names(model):
        part = key(name)
        matcher.set_seq1(part)
        if len(part) >= _TELLING and part in wanted:
            likeness[item] = 1.0
        elif matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and (ratio := matcher.ratio()) >= _ALIKE:
            likeness[item] = max(likeness.get(item, 0.0), ratio)
    return tuple(sorted(likeness, key=lambda item: -likeness[item])[:_SUGGESTIONS])


def _list_of(model: Model, lead: str, items: tuple[Id, ...]) -> str:
    if not items:
        return ""
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return f"{lead}: {'; '.join(title(model, item) for item in items[:_LISTED])}{more}."


def _not_found(model: Model, match: Match) -> NotFound:
    if match.candidates:
        return NotFound(f"“{match.text}” is not the full name of one card.", _list_of(model, "It could be", match.candidates))
    hint = _list_of(model, "Nearest", match.suggestions) or "Give a name in zh, ja or en, a passcode, or % and the official id."
    return NotFound(f"There is no card “{match.text}” in the data.", hint)


def _split(model: Model, text: str) -> tuple[str, str | None]:
    """Part a name from its effect mark; a card whose own name ends like one (`Darkfire Soldier #1`) stays whole."""
    parts = re.fullmatch(_WITH_HASH, text) or re.fullmatch(_WITH_CIRCLE, text)
    if parts is None or (not find(model, parts["name"]).is_card and find(model, text).is_card):
        return text, None
    return parts["name"], parts["mark"]


def _suffix(effect: Effect) -> str:
    """The mark as it stands in the id: 1, p1, 0, 0b, a."""
    return effect.id.partition("-")[2]


def _effects(model: Model, card: Id) -> list[Effect]:
    return sorted((e for e in model.effects.values() if e.card == card), key=lambda e: (len(_suffix(e)), _suffix(e)))


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
