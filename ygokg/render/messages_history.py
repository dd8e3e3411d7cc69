"""Strings of `history`, `changes` and `conflicts --corpus`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
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
        "zh": "已导入的文件没有提到“{subject}”。",
        "ja": "取り込まれた文書に「{subject}」はありません。",
        "en": "The imported documents say nothing about “{subject}”.",
    },
    "history.nothing.hint": {
        "zh": "`ygokg import --list` 列出已导入的文件；数据库的问答写作 faq:12345。",
        "ja": "`ygokg import --list` で取り込み済みの文書が出ます。データベースのQ&Aは faq:12345 と書きます。",
        "en": "`ygokg import --list` shows what is imported; write an official answer as faq:12345.",
    },
    "corpus.faq-dates": {
        "zh": "{id}：数据库问答 {about} 在不同处的日期不同",
        "ja": "{id}：データベースのQ&A {about} の日付が場所により異なる",
        "en": "{id}: the official answer {about} is cited with different days",
    },
    "corpus.faq-texts": {
        "zh": "{id}：数据库问答 {about} 在不同处的内容不同",
        "ja": "{id}：データベースのQ&A {about} の内容が場所により異なる",
        "en": "{id}: the official answer {about} is cited for different texts",
    },
    "corpus.cites-withdrawn": {
        "zh": "{id}：章节仍引用已撤回的 {about}",
        "ja": "{id}：撤回された {about} が本文に残る",
        "en": "{id}: a chapter says what the log withdrew ({about})",
    },
    "corpus.count": {
        "zh": "同一问答日期不同 {faq_dates}，内容不同 {faq_texts}；引用已撤回的裁定 {cites_withdrawn}。",
        "ja": "日付の異なるQ&A {faq_dates}、内容の異なるQ&A {faq_texts}、撤回済みの引用 {cites_withdrawn}。",
        "en": "One answer with different days: {faq_dates}; with different texts: {faq_texts}; chapters that say what was withdrawn: {cites_withdrawn}.",
    },
    "corpus.alone": {
        "zh": "--corpus 只比较已导入的文件。",
        "ja": "--corpus は取り込まれた文書だけを比べます。",
        "en": "--corpus compares the imported documents alone.",
    },
    "corpus.alone.hint": {
        "zh": "请去掉 --kind、--topic、--review、--mutate 和 --as-of。",
        "ja": "--kind、--topic、--review、--mutate、--as-of を外してください。",
        "en": "Leave out --kind, --topic, --review, --mutate and --as-of.",
    },
    "changes.new": {"zh": "新增", "ja": "新規", "en": "New"},
    "changes.changed": {"zh": "变更", "ja": "変更", "en": "Changed"},
    "changes.withdrawn": {"zh": "撤回", "ja": "撤回", "en": "Withdrawn"},
    "changes.resolved": {"zh": "调整中确认", "ja": "調整中から確定", "en": "Resolved"},
    "changes.pending": {"zh": "调整中", "ja": "調整中", "en": "Pending"},
    "changes.nothing": {"zh": "自 {since} 以来没有变化。", "ja": "{since} 以降の変化はありません。", "en": "Nothing since {since}."},
    "changes.nothing.hint": {
        "zh": "试试更早的日期；`ygokg import --list` 显示文件有多新。",
        "ja": "もっと前の日付で試してください。文書の新しさは `ygokg import --list` で分かります。",
        "en": "Try an earlier day; `ygokg import --list` shows how new the documents are.",
    },
    "changes.nothing-such": {
        "zh": "自 {since} 以来没有这样的变化。",
        "ja": "{since} 以降、そのような変化はありません。",
        "en": "Nothing of the kind since {since}.",
    },
    "changes.nothing-such.hint": {
        "zh": "不限 --topic 和 --change 时有 {count} 项。",
        "ja": "--topic と --change で絞らなければ {count} 件あります。",
        "en": "Without --topic and --change there are {count}.",
    },
    "changes.count": {"zh": "自 {since} 以来：{counts}", "ja": "{since} 以降：{counts}", "en": "Since {since}: {counts}"},
    "changes.no-card": {"zh": "未点名任何卡", "ja": "カード名なし", "en": "no card named"},
    "changes.no-system": {"zh": "不属于任何规则体系", "ja": "規則体系に属さない", "en": "in no rule system"},
    "changes.as-before": {"zh": "同上：{names}", "ja": "上と同じ：{names}", "en": "also under: {names}"},
    "changes.by-import": {"zh": "据 {day} 的导入", "ja": "{day} の取り込みによる", "en": "by the import of {day}"},
}

register(MESSAGES)
