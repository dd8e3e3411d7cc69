"""Strings by which facts, rules and sources are put together."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "fact": {"zh": "{feature}：{value}", "ja": "{feature}：{value}", "en": "{feature}: {value}"},
    "or": {"zh": " 或 ", "ja": " または ", "en": " or "},
    "and": {"zh": "；且 ", "ja": "、かつ ", "en": "; and "},
    "list": {"zh": "、", "ja": "、", "en": ", "},
    "always": {"zh": "任何情况", "ja": "すべての場合", "en": "in every case"},
    "conclusion.answer": {"zh": "→ {answer}", "ja": "→ {answer}", "en": "→ {answer}"},
    "conclusion.counts": {
        "zh": "→ {feature}视为：{value}",
        "ja": "→ {feature}の扱い：{value}",
        "en": "→ {feature} counts as: {value}",
    },
    "conclusion.lifts": {
        "zh": "→ 不适用规则：{rules}",
        "ja": "→ 適用されない規則：{rules}",
        "en": "→ lifts: {rules}",
    },
    "conclusion.lifts-several": {
        "zh": "→ 使{count}条规则不适用",
        "ja": "→ {count}つの規則が適用されない",
        "en": "→ lifts {count} rules",
    },
    "source": {"zh": "{document} 第{line}行", "ja": "{document} {line}行目", "en": "{document}, line {line}"},
    "source.system": {"zh": " · {system}", "ja": " · {system}", "en": " · {system}"},
    "evidence.undisclosed": {"zh": "日期", "ja": "日付", "en": "dated"},
    "effect.activation": {"zh": "卡的发动", "ja": "カードの発動", "en": "card activation"},
    "effect.card-activation": {"zh": "{card}的卡的发动", "ja": "{card}のカードの発動", "en": "the card activation of {card}"},
    "kind.ygo:MonsterCard": {"zh": "怪兽卡", "ja": "モンスターカード", "en": "Monster Card"},
    "kind.ygo:SpellCard": {"zh": "魔法卡", "ja": "魔法カード", "en": "Spell Card"},
    "kind.ygo:TrapCard": {"zh": "陷阱卡", "ja": "罠カード", "en": "Trap Card"},
    "kind.ygo:OfficialFaq": {"zh": "官方数据库Q&A", "ja": "公式データベースQ&A", "en": "official FAQ"},
    "kind.ygo:CardPage": {"zh": "官方数据库卡片页面", "ja": "公式データベースのカードページ", "en": "official card page"},
    "kind.ygo:Wiki": {"zh": "遊戯王カードWiki", "ja": "遊戯王カードWiki", "en": "Yu-Gi-Oh! card wiki (ja)"},
    "kind.ygo:Mail": {"zh": "事务局邮件回答", "ja": "事務局のメール回答", "en": "answer by mail"},
    "kind.ygo:Stated": {"zh": "文件明确记述", "ja": "文書に明記", "en": "stated in the document"},
    "kind.ygo:Table": {"zh": "文件的表格", "ja": "文書の表", "en": "from a table in the document"},
    "kind.ygo:Inferred": {"zh": "由文件推断", "ja": "文書からの推論", "en": "inferred from the document"},
}

register(MESSAGES)
