"""Strings of `search`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "search.kind.rule": {"zh": "规则", "ja": "規則", "en": "rule"},
    "search.kind.ruling": {"zh": "裁定", "ja": "裁定", "en": "ruling"},
    "search.kind.card": {"zh": "卡片", "ja": "カード", "en": "card"},
    "search.kind.term": {"zh": "术语", "ja": "用語", "en": "term"},
    "search.kind.system": {"zh": "体系", "ja": "体系", "en": "system"},
    "search.kind.passage": {"zh": "文件段落", "ja": "文書の段落", "en": "passage"},
    "search.documents": {"zh": "已导入的文件：{total}", "ja": "取り込まれた文書：{total}", "en": "In the imported documents: {total}"},
    "search.withdrawn": {"zh": "（已撤销）", "ja": "（撤回済み）", "en": " (withdrawn)"},
    "search.more": {
        "zh": "……另有 {count} 条；--max {total} 显示全部。",
        "ja": "……ほか{count}件。--max {total} ですべて表示します。",
        "en": "… and {count} more; --max {total} shows all.",
    },
    "search.nothing": {
        "zh": "找不到“{words}”。",
        "ja": "「{words}」は見つかりません。",
        "en": 'Nothing has "{words}".',
    },
    "search.nothing-together": {
        "zh": "没有同时含有 {words} 的条目。",
        "ja": "{words} をすべて含むものはありません。",
        "en": "Nothing has all of {words}.",
    },
    "search.nothing-of-kind": {
        "zh": "“{kind}”中没有；其他种类有 {count} 条，去掉 --kind 即可看到。",
        "ja": "「{kind}」にはありません。ほかの種類に{count}件あり、--kind を外すと出ます。",
        "en": "No {kind} has it; of other kinds: {count} (leave out --kind).",
    },
    "search.excluded": {
        "zh": "不排除 {words} 时有 {count} 条。",
        "ja": "{words} を除外しなければ{count}件あります。",
        "en": "Without leaving out {words}: {count}.",
    },
    "search.alone": {
        "zh": "分别查找：{counts}",
        "ja": "それぞれの件数：{counts}",
        "en": "Each alone: {counts}",
    },
    "search.apart": {
        "zh": "作为分开的词（{words}）有 {count} 条。",
        "ja": "別々の語（{words}）なら{count}件あります。",
        "en": "As separate words ({words}): {count}.",
    },
    "search.hint": {
        "zh": "试试更短的词，或另一种语言的说法。",
        "ja": "もっと短い語か、別の言語の語で試してください。",
        "en": "Try a shorter word, or the word in another language.",
    },
}

register(MESSAGES)
