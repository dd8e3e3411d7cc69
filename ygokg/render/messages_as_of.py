"""Strings of the option `--as-of`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "as-of.nothing": {
        "zh": "截至 {day}，还没有任何记载。",
        "ja": "{day} の時点では、まだ何も記載されていません。",
        "en": "Nothing was documented yet by {day}.",
    },
    "as-of.nothing.hint": {
        "zh": "最早的裁定是 {first} 的。",
        "ja": "最も早い裁定は {first} のものです。",
        "en": "The first ruling is of {first}.",
    },
    "as-of.note": {
        "zh": "截至 {day}：{of} 条裁定中有 {count} 条已有记载。规则没有日期，用的是现有的全部规则。",
        "ja": "{day} の時点：裁定 {of} 件のうち {count} 件が記載済み。規則には日付がなく、現在の規則をすべて用いています。",
        "en": "As of {day}, rulings documented: {count} of {of}. Rules carry no date; all of today's are used.",
    },
    "as-of.no-document": {
        "zh": "当时各文件都还没有写成（最早的是 {first}）；只有自带日期的裁定算作已有记载。",
        "ja": "当時はどの文書もまだ書かれていません（最初は {first}）。日付のある裁定だけが記載済みです。",
        "en": "None of the documents was there yet (the first is of {first}); only rulings with a date of their own count.",
    },
    "as-of.later": {
        "zh": "截至 {day}，“{words}”还没有记载；{first} 起才有。",
        "ja": "{day} の時点で「{words}」はまだ記載されていません。{first} からです。",
        "en": '"{words}" was not documented yet by {day}; it is of {first}.',
    },
    "as-of.later.hint": {
        "zh": "去掉 --as-of 即可查看。",
        "ja": "--as-of を外すと見られます。",
        "en": "Leave --as-of out to see it.",
    },
    "rule.undated": {"zh": "；无日期", "ja": "；日付なし", "en": "; undated"},
}

register(MESSAGES)
