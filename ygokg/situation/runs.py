"""Where a name in the notation ends: how many words from a place on are one name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ygokg.situation.tokens import Token

Known = Callable[[str, bool], bool]
"""Says whether words are the whole name of a card: exactly, or but for signs and spaces."""
_NEVER_IN_NAMES = (";", "|", ">", "->", "=>")


def plain(words: Sequence[Token]) -> int:
    """Return how many words there are up to the next that means something by itself; a quoted name, a link or `self` is one."""
    if not words or words[0].sign or (words[0].fixed and words[0].word != "self"):
        return 0
    first = words[0]
    alone = first.quoted or first.link or first.word == "self"
    count = 1
    while "#" not in words[count - 1].text and count < len(words) and not words[count].sign and not words[count].fixed:
        if alone and not (first.quoted and words[count].text.startswith("#")):
            break
        count += 1
    return count


def whole(words: Sequence[Token], text: str, known: Known) -> int:
    """Return how many words are the whole name of a card, with or without the number of its effect; as many as can be, maybe none."""
    most = 0
    for count, word in enumerate(words, 1):
        if word.sign in _NEVER_IN_NAMES:
            break
        if known(spelled(words[:count], text).partition("#")[0], bool(word.sign)):
            most = count
        if "#" in word.text:
            break
    return most


def spelled(words: Sequence[Token], text: str) -> str:
    """Return words as they were typed, with the signs between them."""
    return words[0].text if len(words) == 1 else " ".join(text[words[0].start : words[-1].end].split())
