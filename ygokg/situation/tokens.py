"""The words of the notation of situations: how a text is cut into words, each with its place, and what the fixed words are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ygokg.errors import UsageProblem
from ygokg.messages import t

SIGNS = ("=>", "->", ";", "|", "?", ">", ",", ":", "…", "@")
_TOKEN = re.compile(r'\s*(?:(=>|->|[;；|｜?？>,，、:：@＠…])|"([^"]*)"|(effect:[\w-]+)|「([^」]*)」|([^\s"「;；|｜?？>,，、:：@＠…]+))')
_WIDE = {"；": ";", "｜": "|", "？": "?", "，": ",", "、": ",", "：": ":", "＠": "@"}

WORDS: dict[str, tuple[str, ...]] = {
    "face-down": ("face-down", "facedown", "里侧", "裏側", "变里侧", "盖回去"),
    "face-up": ("face-up", "faceup", "表侧", "表側"),
    "to": ("to", "去", "へ"),
    "cost": ("cost", "代价", "コスト"),
    "from": ("from", "从", "から"),
    "on": ("on", "对", "に"),
    "as": ("as", "当作"),
    "card": ("card", "卡的发动", "カードの発動"),
    "opp": ("opp", "opponent", "对方", "相手"),
    "self": ("self", "自身", "自分自身"),
    "unaffected": ("unaffected", "不受影响", "影響を受けない"),
    "by": ("by", "因", "による"),
    "negated": ("negated", "被无效", "无效", "無効"),
}
"""The fixed words and what may be typed for each, in three languages."""

ZONES: dict[str, tuple[str, ...]] = {
    "ygo:Field": ("field", "场上", "场", "フィールド"),
    "ygo:Hand": ("hand", "手卡", "手札"),
    "ygo:Graveyard": ("gy", "graveyard", "墓地"),
    "ygo:Banished": ("banished", "除外"),
    "ygo:MainDeck": ("deck", "卡组", "デッキ"),
    "ygo:ExtraDeck": ("extra", "额外卡组", "EXデッキ"),
}
"""The places, by the words for them."""

_FIXED = {spoken.casefold(): word for word, all_spoken in WORDS.items() for spoken in all_spoken}
_PLACES = {spoken.casefold(): zone for zone, all_spoken in ZONES.items() for spoken in all_spoken}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign with its place in the text, from 1; a `quoted` word is always a name."""

    text: str
    column: int
    quoted: bool = False

    @property
    def sign(self) -> str:
        """The sign that it is, or the empty text."""
        return self.text if self.text in SIGNS and not self.quoted else ""

    @property
    def word(self) -> str:
        """The fixed word that it stands for, or the empty text."""
        return "" if self.quoted else _FIXED.get(self.text.casefold(), "")

    @property
    def zone(self) -> str:
        """The place that it names, or the empty text."""
        return "" if self.quoted else _PLACES.get(self.text.casefold(), "")


def tokens(text: str, lang: str) -> list[Token]:
    """Cut a text into words and signs. Raises `UsageProblem` for a quotation that is not closed, in the language `lang`."""
    found: list[Token] = []
    end = 0
    while text[end:].strip():
        match = _TOKEN.match(text, end)
        if match is None:
            column = end + len(text[end:]) - len(text[end:].lstrip()) + 1
            raise UsageProblem(t(lang, "situation.unclosed", column=column), t(lang, "situation.unclosed.hint"))
        sign, plain, id, corner, word = match.groups()
        start = match.start(match.lastindex or 0)
        if sign is not None:
            found.append(Token(_WIDE.get(sign, sign), start + 1))
        elif word or id:
            found.append(Token(word or id, start + 1))
        else:
            found.append(Token(plain if plain is not None else corner, start, quoted=True))
        end = match.end()
    return found
