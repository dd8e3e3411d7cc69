"""Strings of `history` and `changes`, and of the age of an answer."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "age.rests-on": {"zh": "依据：{documents}", "ja": "依拠：{documents}", "en": "Rests on: {documents}"},
    "history.undated": {"zh": "无日期", "ja": "日付なし", "en": "undated"},
    "history.place": {
        "zh": "{document} 第{line}行 {section}",
        "ja": "{document} {line}行目 {section}",
        "en": "{document}, line {line}, {section}",
    },
    "history.place-top": {"zh": "{document} 第{line}行", "ja": "{document} {line}行目", "en": "{document}, line {line}"},
    "history.ours": {"zh": "对应的裁定：{ids}", "ja": "対応する裁定：{ids}", "en": "encoded as: {ids}"},
    "history.clause": {"zh": "{source}：“{clause}”", "ja": "{source}：「{clause}」", "en": "{source}: “{clause}”"},
    "history.may-replace": {
        "zh": "可能取代的较早条目（候选，非事实）：",
        "ja": "置き換えた可能性のある以前の項目（候補であり事実ではない）：",
        "en": "May replace (candidates, not facts):",
    },
    "history.candidate": {
        "zh": "{score} · {date} · {state} · {text}",
        "ja": "{score} · {date} · {state} · {text}",
        "en": "{score} · {date} · {state} · {text}",
    },
    "history.nothing": {
        "zh": "已导入的文档没有提到“{subject}”。",
        "ja": "取り込まれた文書に「{subject}」はありません。",
        "en": "The imported documents say nothing about “{subject}”.",
    },
    "history.nothing.hint": {
        "zh": "`ygokg import --list` 列出已导入的文档；数据库的问答写作 faq:12345。",
        "ja": "`ygokg import --list` で取り込み済みの文書が出ます。データベースのQ&Aは faq:12345 と書きます。",
        "en": "`ygokg import --list` shows what is imported; write an official answer as faq:12345.",
    },
    "changes.new": {"zh": "新增", "ja": "新規", "en": "New"},
    "changes.changed": {"zh": "变更", "ja": "変更", "en": "Changed"},
    "changes.withdrawn": {"zh": "撤回", "ja": "撤回", "en": "Withdrawn"},
    "changes.resolved": {"zh": "调整中确认", "ja": "調整中から確定", "en": "Resolved"},
    "changes.pending": {"zh": "调整中", "ja": "調整中", "en": "Pending"},
    "changes.nothing": {"zh": "自 {since} 以来没有变化。", "ja": "{since} 以降の変化はありません。", "en": "Nothing since {since}."},
    "changes.nothing.hint": {
        "zh": "试试更早的日期；`ygokg import --list` 显示文档有多新。",
        "ja": "もっと前の日付で試してください。文書の新しさは `ygokg import --list` で分かります。",
        "en": "Try an earlier day; `ygokg import --list` shows how new the documents are.",
    },
    "changes.count": {"zh": "自 {since} 以来：{counts}", "ja": "{since} 以降：{counts}", "en": "Since {since}: {counts}"},
    "changes.no-card": {"zh": "未点名任何卡", "ja": "カード名なし", "en": "no card named"},
    "changes.no-system": {"zh": "不属于任何规则体系", "ja": "規則体系に属さない", "en": "in no rule system"},
    "changes.as-before": {"zh": "同上：{names}", "ja": "上と同じ：{names}", "en": "also under: {names}"},
    "changes.by-import": {"zh": "据 {day} 的导入", "ja": "{day} の取り込みによる", "en": "by the import of {day}"},
}

register(MESSAGES)
