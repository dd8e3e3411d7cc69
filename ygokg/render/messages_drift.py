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
