"""Strings of `drift`, and of the stale passage of `conflicts`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "drift.changed": {"zh": "已改动：{passage}（{id}）", "ja": "変更：{passage}（{id}）", "en": "Changed: {passage} ({id})"},
    "drift.withdrawn": {
        "zh": "已划去：{passage}（{id}）",
        "ja": "取り消し線：{passage}（{id}）",
        "en": "Struck through: {passage} ({id})",
    },
    "drift.moved": {"zh": "已移动：{passage}（{id}）", "ja": "移動：{passage}（{id}）", "en": "Moved: {passage} ({id})"},
    "drift.vanished": {"zh": "已消失：{passage}（{id}）", "ja": "消滅：{passage}（{id}）", "en": "Vanished: {passage} ({id})"},
    "drift.before": {"zh": "原文：“{text}”", "ja": "以前：「{text}」", "en": "before: “{text}”"},
    "drift.now": {
        "zh": "现在：“{text}”{place}，相似度 {score}",
        "ja": "現在：「{text}」{place}、類似度 {score}",
        "en": "now: “{text}” {place}, likeness {score}",
    },
    "drift.now-there": {"zh": "现在的位置{place}", "ja": "現在の場所{place}", "en": "now {place}"},
    "drift.move.document": {
        "zh": "从 {before} 移到了 {after}",
        "ja": "{before} から {after} へ",
        "en": "from {before} into {after}",
    },
    "drift.move.heading": {
        "zh": "标题：{before} → {after}",
        "ja": "見出し：{before} → {after}",
        "en": "heading: {before} → {after}",
    },
    "drift.move.part": {"zh": "从{before}变为{after}", "ja": "{before}から{after}へ", "en": "from {before} to {after}"},
    "drift.move.parent": {
        "zh": "所属的规则：{before} → {after}",
        "ja": "属する規則：{before} → {after}",
        "en": "under: {before} → {after}",
    },
    "drift.move.order": {
        "zh": "顺序：{before} → {after}",
        "ja": "順序：{before} → {after}",
        "en": "order: {before} → {after}",
    },
    "drift.after": {"zh": "在 {place} 之后", "ja": "{place} の後", "en": "after {place}"},
    "drift.first": {"zh": "在最前", "ja": "最初", "en": "first"},
    "drift.quoted": {"zh": "“{text}”", "ja": "「{text}」", "en": "“{text}”"},
    "drift.part.rule": {"zh": "规则", "ja": "規則", "en": "rule"},
    "drift.part.example": {"zh": "例", "ja": "例", "en": "example"},
    "drift.part.ruling": {"zh": "裁定记录", "ja": "裁定の記録", "en": "entry of the log"},
    "drift.part.remark": {"zh": "注", "ja": "注記", "en": "remark"},
    "drift.part.row": {"zh": "表格行", "ja": "表の行", "en": "row of a table"},
    "drift.part.footnote": {"zh": "脚注", "ja": "脚注", "en": "footnote"},
    "drift.part.comment": {"zh": "编者注释", "ja": "編集者のコメント", "en": "comment"},
    "drift.part.unplaced": {"zh": "未归位的文字", "ja": "位置不明の文", "en": "text without a place"},
    "drift.part.attention": {"zh": "注意", "ja": "注意", "en": "attention"},
    "drift.part.note": {"zh": "备注", "ja": "備考", "en": "note"},
    "drift.part.tip": {"zh": "小技巧", "ja": "ヒント", "en": "tip"},
    "drift.part.in-box": {"zh": "{box}中的{kind}", "ja": "{box}の中の{kind}", "en": "{kind} in a box ({box})"},
    "drift.place": {
        "zh": "（{document} 第{line}行 {section}）",
        "ja": "（{document} {line}行目 {section}）",
        "en": "({document}, line {line}, {section})",
    },
    "drift.words": {"zh": "不同之处：{words}", "ja": "違い：{words}", "en": "differs: {words}"},
    "drift.users": {"zh": "据此的：{ids}", "ja": "これに基づくもの：{ids}", "en": "rests on it: {ids}"},
    "drift.count": {
        "zh": "与文件一致的段落 {standing}，不一致的 {drifted}。",
        "ja": "文書どおりの段落 {standing}、そうでないもの {drifted}。",
        "en": "Passages that stand as they were encoded: {standing}; that do not: {drifted}.",
    },
    "drift.compared": {
        "zh": "对照：{document}（{issued}）↔ {age}",
        "ja": "比較：{document}（{issued}）↔ {age}",
        "en": "compared: {document} ({issued}) with {age}",
    },
    "drift.missing": {
        "zh": "没有导入 {document}，未对照。",
        "ja": "{document} は取り込まれておらず、比較していません。",
        "en": "not compared: {document}, of which nothing is imported",
    },
    "drift.nothing": {
        "zh": "导入的文件都不是已收录的文件。",
        "ja": "取り込まれた文書の中に、収録済みの文書がありません。",
        "en": "Of the documents that are encoded none is imported.",
    },
    "drift.nothing.hint": {
        "zh": "导入其最新版本：ygokg import 无效.rst",
        "ja": "最新版を取り込んでください：ygokg import 无效.rst",
        "en": "Import a newer state of them: ygokg import 无效.rst",
    },
    "topic.unknown": {"zh": "没有主题“{topic}”。", "ja": "「{topic}」というトピックはありません。", "en": "There is no topic “{topic}”."},
    "topic.unknown.hint": {"zh": "主题有 {topics}。", "ja": "トピック：{topics}。", "en": "Topics are {topics}."},
}

register(MESSAGES)
