"""The words of the notation of situations: how a text is cut into words, each with its place, and what the fixed words are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from ygokg.errors import UsageProblem
from ygokg.messages import t

_LINK = re.compile(r"[Cc](\d{1,3})")
SIGNS = ("=>", "->", ";", "|", "?", ">", ",", ":", "+", "…", "@")
_TOKEN = re.compile(
    r'\s*(?:(=>|＝＞|⇒|->|－＞|→|\.\.\.|……|[;；|｜?？>＞,，、:：+＋@＠…])|"([^"]*)"|(effect:[\w-]+|ygo:\w+)|「([^」]*)」|『([^』]*)』|“([^”]*)”'
    r"|((?:(?![-－=＝][>＞])[^\s\"「『“;；|｜?？>＞⇒→,，、:：+＋@＠…])+))"
)
_UNQUOTED = 7
"""The group of the pattern that is a word without quotation marks."""
_WIDE = {
    "；": ";", "｜": "|", "？": "?", "＞": ">", "，": ",", "、": ",", "：": ":", "＋": "+", "＠": "@", "...": "…", "……": "…",
    "＝＞": "=>", "⇒": "=>", "－＞": "->", "→": "->",
}  # fmt: skip

WORDS: dict[str, tuple[str, ...]] = {
    "face-down": ("face-down", "facedown", "里侧", "变里侧", "盖回去", "裏側", "裏側表示"),
    "face-up": ("face-up", "faceup", "表侧", "变表侧", "表側", "表側表示"),
    "to": ("to", "去", "回", "へ"),
    "cost": ("cost", "代价", "コスト"),
    "from": ("from", "从", "から"),
    "until": ("until", "直到", "まで"),
    "on": ("on", "对", "に"),
    "as": ("as", "当作"),
    "card": ("card", "卡的发动", "カードの発動"),
    "opp": ("opp", "opponent", "对方", "相手"),
    "self": ("self", "自身", "自分自身"),
    "unaffected": ("unaffected", "不受影响", "影響を受けない"),
    "by": ("by", "因", "による"),
    "with": ("with", "其中", "ただし"),
    "control": ("control", "控制权变更", "コントロール変更"),
    "step": ("step", "步骤", "手順"),
    "revealed": ("revealed", "给对方观看", "相手に見せる"),
    "battle": ("battle", "战斗", "戦闘"),
    "rule": ("rule", "规则", "ルール"),
    "procedure": ("procedure", "召唤手续", "召喚手順"),
    "at-once": ("&", "同时", "同時に"),
    "happens": ("happens", "诱发事件", "できごと"),
}
"""The fixed words and what may be typed for each, in three languages."""

ZONES: dict[str, tuple[str, ...]] = {
    "ygo:Field": ("field", "场上", "场", "フィールド"),
    "ygo:Hand": ("hand", "手卡", "手牌", "手札"),
    "ygo:Graveyard": ("gy", "graveyard", "墓地"),
    "ygo:Banished": ("banished", "除外"),
    "ygo:MainDeck": ("deck", "卡组", "デッキ"),
    "ygo:ExtraDeck": ("extra", "额外卡组", "额外", "EXデッキ"),
    "ygo:AsMaterial": ("material", "素材", "エクシーズ素材"),
}
"""The places, by the words for them."""

MOVES: dict[str, tuple[str, ...]] = {
    "ygo:DestroyedMove": ("destroyed", "被破坏", "破坏", "破壊される", "破壊"),
    "ygo:SentMove": ("sent", "tributed", "discarded", "送去", "解放", "丢弃", "送られる", "リリース", "捨てる"),
    "ygo:BanishedMove": ("banished", "被除外", "除外される"),
    "returned": ("returned", "返回", "回到", "戻る"),
    "ygo:BecomesMaterialMove": ("attached", "成为素材", "素材になる"),
    "ygo:ToSpellTrapZoneMove": ("equipped", "被装备", "装備される"),
    "placed": ("placed", "放置", "置かれる"),
}
"""What can happen to a card that moves, by the words for it."""

SUMMONS: dict[str, tuple[str, ...]] = {
    "ygo:ByNormalSummon": ("normal-summoned", "通常召唤", "召唤", "召喚"),
    "ygo:ByFlipSummon": ("flip-summoned", "反转召唤", "反転召喚"),
    "ygo:ByGeminiSummon": ("gemini-summoned", "再度召唤", "再度召喚"),
    "ygo:BySpecialSummon": ("special-summoned", "特殊召唤", "特殊召喚"),
    "ygo:ByPendulumSummon": ("pendulum-summoned", "灵摆召唤", "P召喚", "ペンデュラム召喚"),
    "ygo:ByXyzSummon": ("xyz-summoned", "超量召唤", "X召喚", "エクシーズ召喚"),
    "ygo:ByLinkSummon": ("link-summoned", "连接召唤", "L召喚", "リンク召喚"),
}
"""The ways to Summon, by the words for them; a Summon that is no effect's."""

STEPS: dict[str, tuple[str, ...]] = {
    "ygo:StepDone": ("done", "已处理", "行った"),
    "ygo:StepNotDone": ("not", "未处理", "行わない"),
    "ygo:StepImpossible": ("cannot", "不能处理", "行えない"),
    "ygo:AllHandled": ("all", "全部", "全て"),
    "ygo:SomeHandled": ("some", "一部分", "一部"),
    "ygo:NoneHandled": ("none", "一张也没有", "１枚もない"),
}
"""What can be told of a step, which has a meaning only there; the last three say how many of its cards it handled."""

QUESTIONS: dict[str, tuple[str, ...]] = {
    "ygo:IsNegated": ("negated", "被无效", "无效", "会不会被无效", "無効", "無効になる"),
    "ygo:IsActivationNegated": ("activation-negated", "发动无效", "発動無効"),
    "ygo:IsEffectApplied": ("applied", "适用", "適用"),
    "ygo:IsDestroyed": ("destroyed", "被破坏", "破坏", "破壊される", "破壊"),
    "ygo:WhichDestination": ("where", "去哪里", "どこへ"),
    "ygo:DoesTrigger": ("triggers", "能否诱发", "诱发", "誘発"),
    "ygo:MissesTiming": ("misses", "错过时点", "卡时点", "タイミングを逃す"),
    "ygo:CanChain": ("can-chain", "能连锁", "能否连锁", "チェーンできる"),
    "ygo:CanActivate": ("can-activate", "能发动", "能否发动", "発動できる"),
    "ygo:CanChoose": ("can-choose", "能选", "能否选择", "選べる"),
    "ygo:CountsTowardLimit": ("counts", "计入次数", "回数に数える"),
    "ygo:IsCounted": ("counted", "计入", "数える"),
    "ygo:IsFollowUpApplied": ("then", "后续", "その後"),
    "ygo:IsEarlierApplied": ("earlier", "前一步", "前の処理"),
    "how-many": ("how-many", "处理几张", "何枚処理"),
    "ygo:IsAppliedToRest": ("rest", "剩下的", "残り"),
    "ygo:IsSummonNegated": ("summon-negated", "召唤无效", "召喚無効"),
    "ygo:DoesComeBack": ("comes-back", "会回来", "戻ってくる"),
}
"""The questions that have a word of their own. Any other is called by its id or by its label in quotation marks."""


def _spoken(words: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {normalize("NFKC", spoken).casefold(): word for word, all_spoken in words.items() for spoken in all_spoken}


_FIXED, _PLACES, _MOVES, _SUMMONS, _QUESTIONS, _STEPS = (_spoken(words) for words in (WORDS, ZONES, MOVES, SUMMONS, QUESTIONS, STEPS))
_RUN_ON = tuple(word for words in (_FIXED, _PLACES, _MOVES, _SUMMONS) for word in words if len(word) > 1 and not word.isascii())


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign with its place in the text, from 1; a `quoted` word is always a name. It lies from `start` to `end`, from 0."""

    text: str
    column: int
    quoted: bool = False
    start: int = 0
    end: int = 0

    @property
    def sign(self) -> str:
        """The sign that it is, or the empty text."""
        return self.text if self.text in SIGNS and not self.quoted else ""

    @property
    def word(self) -> str:
        """The fixed word that it stands for, or the empty text."""
        return self._among(_FIXED)

    @property
    def zone(self) -> str:
        """The place that it names, or the empty text."""
        return self._among(_PLACES)

    @property
    def move(self) -> str:
        """The kind of move that it names, or the empty text."""
        return self._among(_MOVES)

    @property
    def summon(self) -> str:
        """The way to Summon that it names, or the empty text."""
        return self._among(_SUMMONS)

    @property
    def question(self) -> str:
        """The question that it stands for, or the empty text."""
        return self._among(_QUESTIONS)

    @property
    def step(self) -> str:
        """What it tells of a step, or the empty text."""
        return self._among(_STEPS)

    @property
    def link(self) -> int:
        """The number of the link that it names (C2), or 0."""
        found = _LINK.fullmatch(normalize("NFKC", self.text)) if not self.quoted else None
        return int(found[1]) if found else 0

    @property
    def run_on(self) -> bool:
        """Whether it looks like a name to which a word of the notation was put without a space between, as is usual in zh and ja."""
        text = normalize("NFKC", self.text).casefold()
        return not self.quoted and any(text != word and (text.endswith(word) or text.startswith(word)) for word in _RUN_ON)

    @property
    def fixed(self) -> bool:
        """Whether it has a meaning of its own in the notation, so that no name goes on over it."""
        return bool(self.sign or self.word or self.zone or self.move or self.summon)

    def _among(self, spoken: Mapping[str, str]) -> str:
        return "" if self.quoted else spoken.get(normalize("NFKC", self.text).casefold(), "")


def tokens(text: str, lang: str) -> list[Token]:
    """Cut a text into words and signs. Raises `UsageProblem` for a quotation that is not closed, in the language `lang`."""
    found: list[Token] = []
    end = 0
    while text[end:].strip():
        match = _TOKEN.match(text, end)
        if match is None:
            column = end + len(text[end:]) - len(text[end:].lstrip()) + 1
            raise UsageProblem(t(lang, "situation.unclosed", column=column), t(lang, "situation.unclosed.hint"))
        sign, id, word = match[1], match[3], match[_UNQUOTED]
        inner, end = match.start(match.lastindex or 0), match.end()
        if sign is not None:
            found.append(Token(_WIDE.get(sign, sign), inner + 1, False, inner, end))
        elif word or id:
            found.append(Token(word or id, inner + 1, False, inner, end))
        else:
            found.append(Token(match[match.lastindex or 0], inner, True, inner - 1, end))
    return found
