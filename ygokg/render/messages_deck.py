"""Strings of `card` for a deck list."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "deck.title": {
        "zh": "卡组：{cards} 种卡，其中 {ruled} 种有裁定",
        "ja": "デッキ：{cards} 種のカード、うち {ruled} 種に裁定あり",
        "en": "Deck list: cards {cards}, with rulings {ruled}",
    },
    "deck.pending": {
        "zh": "有调整中的裁定",
        "ja": "調整中の裁定があるもの",
        "en": "With a pending ruling: the office has not decided",
    },
    "deck.departing": {
        "zh": "有与规则不符的裁定",
        "ja": "規則と異なる裁定があるもの",
        "en": "With a ruling that departs from the rules",
    },
    "deck.ruled": {"zh": "有裁定", "ja": "裁定があるもの", "en": "With rulings"},
    "deck.silent": {"zh": "没有裁定", "ja": "裁定がないもの", "en": "Without rulings"},
    "deck.unknown": {"zh": "找不到的行", "ja": "見つからない行", "en": "Lines that name no card of the data"},
    "deck.copies": {"zh": "×{count}", "ja": "×{count}", "en": "×{count}"},
    "deck.copies.main": {"zh": "主卡组×{count}", "ja": "メイン×{count}", "en": "main ×{count}"},
    "deck.copies.extra": {"zh": "额外×{count}", "ja": "エクストラ×{count}", "en": "extra ×{count}"},
    "deck.copies.side": {"zh": "副卡组×{count}", "ja": "サイド×{count}", "en": "side ×{count}"},
    "deck.rulings": {"zh": "裁定 {count}", "ja": "裁定 {count}", "en": "rulings: {count}"},
    "deck.line": {"zh": "第{line}行：{text}", "ja": "{line}行目：{text}", "en": "line {line}: {text}"},
    "deck.none": {
        "zh": "卡组中没有一张卡在数据里。",
        "ja": "データにあるカードがリストに一枚もありません。",
        "en": "No card of the list is in the data.",
    },
    "deck.none.hint": {
        "zh": "每行写一张卡：卡名或卡片密码，也可用 .ydk 文件。",
        "ja": "一行に一枚、カード名かパスワードを書いてください。.ydk ファイルも読めます。",
        "en": "Write one card a line, by name or passcode; a .ydk file will do.",
    },
    "deck.empty": {"zh": "卡组是空的。", "ja": "リストが空です。", "en": "The list is empty."},
}

register(MESSAGES)
