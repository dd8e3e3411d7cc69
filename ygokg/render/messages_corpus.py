"""Strings of `import`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "import.forms": {
        "zh": "请给出 UTF-8 编码的 .rst 文件、.txt 文本，或含有它们的文件夹；已导入的内容没有变化。",
        "ja": "UTF-8 の .rst か .txt、またはそれらを含むフォルダを指定してください。取り込み済みの内容は変わっていません。",
        "en": "Give a .rst or .txt file in UTF-8, or a folder of them. What was imported before is unchanged.",
    },
    "import.missing": {"zh": "{path} 不存在。", "ja": "{path} はありません。", "en": "{path} does not exist."},
    "import.unreadable": {"zh": "无法读取 {path}：{why}。", "ja": "{path} を読めません：{why}。", "en": "{path} cannot be read: {why}."},
    "import.other-form": {
        "zh": "{path} 既不是 .rst 也不是 .txt。",
        "ja": "{path} は .rst でも .txt でもありません。",
        "en": "{path} is neither .rst nor .txt.",
    },
    "import.no-documents": {
        "zh": "文件夹 {path} 中没有文件。",
        "ja": "フォルダ {path} に文書がありません。",
        "en": "The folder {path} holds no document.",
    },
    "import.loop": {
        "zh": "{path} 是指回 {target} 的链接，会无限循环。",
        "ja": "{path} は {target} に戻るリンクで、終わりがありません。",
        "en": "{path} is a link back to {target}: following it would never end.",
    },
    "import.loop.hint": {
        "zh": "请删除该链接，或给出其中的文件夹；已导入的内容没有变化。",
        "ja": "リンクを消すか、中のフォルダを指定してください。取り込み済みの内容は変わっていません。",
        "en": "Remove the link, or name the folders inside. What was imported before is unchanged.",
    },
    "import.too-large": {
        "zh": "{path} 有 {size} MB，超过上限 {most} MB。",
        "ja": "{path} は {size} MB で、上限の {most} MB を超えています。",
        "en": "{path} has {size} MB; a document has {most} MB at most.",
    },
    "import.binary": {
        "zh": "{path} 第{line}行：不是文本。",
        "ja": "{path} {line}行目：テキストではありません。",
        "en": "{path}, line {line}: not text.",
    },
    "import.not-utf8": {
        "zh": "{path} 第{line}行：不是 UTF-8 文本。",
        "ja": "{path} {line}行目：UTF-8 のテキストではありません。",
        "en": "{path}, line {line}: not UTF-8 text.",
    },
    "import.cut": {
        "zh": "{path} 第{line}行：文件在一个字符中间断开，没有写完。",
        "ja": "{path} {line}行目：ファイルが文字の途中で切れています。",
        "en": "{path}, line {line}: the file breaks off in the middle of a character.",
    },
    "import.long-line": {
        "zh": "{path} 第{line}行有 {length} 个字符，超过上限 {most}。",
        "ja": "{path} {line}行目は {length} 文字で、上限の {most} を超えています。",
        "en": "{path}, line {line}: {length} characters in one line; a line has {most} at most.",
    },
    "import.merge": {
        "zh": "{path} 第{line}行：有未完成的合并标记。",
        "ja": "{path} {line}行目：未完了のマージの印があります。",
        "en": "{path}, line {line}: the mark of an unfinished merge.",
    },
    "import.merge.hint": {
        "zh": "请先完成合并；已导入的内容没有变化。",
        "ja": "先にマージを済ませてください。取り込み済みの内容は変わっていません。",
        "en": "Finish the merge first. What was imported before is unchanged.",
    },
    "import.half": {
        "zh": "{path} 第{line}行：文件没有写完，末尾是“{end}”。",
        "ja": "{path} {line}行目：書きかけのファイルです。末尾は「{end}」。",
        "en": "{path}, line {line}: the file is half-written; it ends in “{end}”.",
    },
    "import.half.hint": {
        "zh": "请取完整的文件；若确已完整，请在末尾加上换行。已导入的内容没有变化。",
        "ja": "完全なファイルを取り直してください。完全であれば末尾に改行を加えてください。取り込み済みの内容は変わっていません。",
        "en": "Fetch the whole file; if it is whole, end its last line. What was imported before is unchanged.",
    },
    "import.nothing": {
        "zh": "还没有导入任何文件。",
        "ja": "文書はまだ取り込まれていません。",
        "en": "No document has been imported.",
    },
    "import.nothing.hint": {
        "zh": "先导入：ygokg import PATH…",
        "ja": "先に取り込んでください：ygokg import PATH…",
        "en": "Import them first: ygokg import PATH…",
    },
    "import.other-version": {
        "zh": "已导入的文件是由本工具的另一版本保存的。",
        "ja": "取り込み済みの文書は別の版で保存されたものです。",
        "en": "The imported documents were kept by another version of this tool.",
    },
    "import.damaged": {
        "zh": "已导入的文件 {path} 无法使用：{why}。",
        "ja": "取り込み済みの文書 {path} を使えません：{why}。",
        "en": "The imported documents in {path} cannot be used: {why}.",
    },
    "import.damaged.hint": {
        "zh": "若有另一个导入正在进行，请稍后再试；否则请删除该文件并重新导入。",
        "ja": "別の取り込みの最中なら後で試し、そうでなければこのファイルを消して取り込み直してください。",
        "en": "If another import is running, try again later; else delete this file and import again.",
    },
    "import.unwritable": {
        "zh": "无法写入 {path}：{why}。",
        "ja": "{path} に書き込めません：{why}。",
        "en": "{path} cannot be written: {why}.",
    },
    "import.unwritable.hint": {
        "zh": "用环境变量 YGOKG_DATA 指定另一个文件夹。",
        "ja": "環境変数 YGOKG_DATA で別のフォルダを指定してください。",
        "en": "Name another folder in the environment variable YGOKG_DATA.",
    },
    "import.unknown": {
        "zh": "没有导入过文件“{id}”。",
        "ja": "文書「{id}」は取り込まれていません。",
        "en": "No imported document is called “{id}”.",
    },
    "import.unknown.hint": {
        "zh": "已导入的有：{ids}。`ygokg import --list` 列出全部。",
        "ja": "取り込み済み：{ids}。`ygokg import --list` で一覧が出ます。",
        "en": "There are {ids}; `ygokg import --list` lists all.",
    },
    "import.usage": {
        "zh": "请给出路径、--list、--remove 或 --report 其中之一。",
        "ja": "パス、--list、--remove、--report のどれか一つを指定してください。",
        "en": "Give either paths, --list, --remove or --report.",
    },
    "import.usage.hint": {
        "zh": "例如：ygokg import 无效.rst --report",
        "ja": "例：ygokg import 无效.rst --report",
        "en": "For example: ygokg import 无效.rst --report",
    },
    "import.removed": {
        "zh": "已移除：{ids}。",
        "ja": "取り除きました：{ids}。",
        "en": "Removed: {ids}.",
    },
    "import.reading": {
        "zh": "读取",
        "ja": "読み込み",
        "en": "Reading",
    },
    "import.done": {
        "zh": "文件 {files}：{lines} 行，{passages} 个段落。新增 {new}，更新 {replaced}，未变 {same}。",
        "ja": "ファイル {files}：{lines} 行、段落 {passages}。新規 {new}、更新 {replaced}、変更なし {same}。",
        "en": "Files: {files}, with {lines} lines and {passages} passages. New {new}, replaced {replaced}, unchanged {same}.",
    },
    "import.unknown-markers": {
        "zh": "含义不明的标记：{count}；用 --report 查看。",
        "ja": "意味の分からない印：{count}。--report で見られます。",
        "en": "Markers of unknown meaning: {count}; --report shows them.",
    },
    "import.left": {
        "zh": "这些文件夹里已没有而仍保留的文件：{ids}；用 --remove 删除。",
        "ja": "これらのフォルダーにはもうないが残っている文書：{ids}。--remove で除けます。",
        "en": "Kept, although their folders no longer have them: {ids}; --remove takes them out.",
    },
    "import.others": {
        "zh": "不是文件而略过的文件：{count}（{names}）。",
        "ja": "文書でないため除いたファイル：{count}（{names}）。",
        "en": "Files left out, being no documents: {count} ({names}).",
    },
    "report.lines": {
        "zh": "行 {total}：{counts}",
        "ja": "行 {total}：{counts}",
        "en": "lines {total}: {counts}",
    },
    "report.passages": {
        "zh": "段落 {total}：{counts}",
        "ja": "段落 {total}：{counts}",
        "en": "passages {total}: {counts}",
    },
    "report.states": {
        "zh": "状态：{counts}",
        "ja": "状態：{counts}",
        "en": "states: {counts}",
    },
    "report.sources": {
        "zh": "来源：{counts}",
        "ja": "出典：{counts}",
        "en": "sources: {counts}",
    },
    "report.names": {
        "zh": "名称 {total}：{counts}",
        "ja": "名前 {total}：{counts}",
        "en": "names {total}: {counts}",
    },
    "report.unresolved": {
        "zh": "未能识别的名称 {count}：{names}",
        "ja": "特定できない名前 {count}：{names}",
        "en": "names unresolved {count}: {names}",
    },
    "report.markers": {
        "zh": "含义不明的标记 {count}",
        "ja": "意味の分からない印 {count}",
        "en": "markers unknown {count}",
    },
    "report.marker": {
        "zh": "第{line}行 {what}：{text}",
        "ja": "{line}行目 {what}：{text}",
        "en": "line {line}, {what}: {text}",
    },
    "marker.label": {
        "zh": "标签",
        "ja": "見出し語",
        "en": "label",
    },
    "marker.directive": {
        "zh": "指令",
        "ja": "ディレクティブ",
        "en": "directive",
    },
    "marker.unbalanced": {
        "zh": "未闭合的符号",
        "ja": "閉じていない記号",
        "en": "mark without its counterpart",
    },
    "marker.day": {
        "zh": "不存在的日期",
        "ja": "暦にない日付",
        "en": "day that is none",
    },
    "line.passage": {
        "zh": "段落",
        "ja": "段落",
        "en": "passages",
    },
    "line.continuation": {
        "zh": "续行",
        "ja": "継続行",
        "en": "continuations",
    },
    "line.heading": {
        "zh": "标题",
        "ja": "見出し",
        "en": "headings",
    },
    "line.label": {
        "zh": "标签",
        "ja": "ラベル",
        "en": "labels",
    },
    "line.target": {
        "zh": "链接",
        "ja": "リンク",
        "en": "links",
    },
    "line.structure": {
        "zh": "结构",
        "ja": "構造",
        "en": "structure",
    },
    "line.blank": {
        "zh": "空行",
        "ja": "空行",
        "en": "blank",
    },
    "passage.rule": {
        "zh": "规则",
        "ja": "規則",
        "en": "rule",
    },
    "passage.example": {
        "zh": "例",
        "ja": "例",
        "en": "example",
    },
    "passage.ruling": {
        "zh": "裁定",
        "ja": "裁定",
        "en": "ruling",
    },
    "passage.remark": {
        "zh": "注",
        "ja": "注",
        "en": "note",
    },
    "passage.row": {
        "zh": "表格行",
        "ja": "表の行",
        "en": "row",
    },
    "passage.footnote": {
        "zh": "脚注",
        "ja": "脚注",
        "en": "footnote",
    },
    "passage.comment": {
        "zh": "编者注释",
        "ja": "コメント",
        "en": "comment",
    },
    "passage.unplaced": {
        "zh": "未归位",
        "ja": "分類不能",
        "en": "unplaced",
    },
    "state.current": {
        "zh": "现行",
        "ja": "現行",
        "en": "current",
    },
    "state.pending": {
        "zh": "调整中",
        "ja": "調整中",
        "en": "pending",
    },
    "state.withdrawn": {
        "zh": "已撤回",
        "ja": "撤回",
        "en": "withdrawn",
    },
    "state.changed": {
        "zh": "变更",
        "ja": "変更",
        "en": "changed",
    },
    "state.pending-resolved": {
        "zh": "调整中确认",
        "ja": "調整中から確定",
        "en": "pending, now resolved",
    },
    "class.database": {
        "zh": "数据库",
        "ja": "データベース",
        "en": "database",
    },
    "class.card-page": {
        "zh": "卡片页",
        "ja": "カードのページ",
        "en": "card page",
    },
    "class.mail": {
        "zh": "邮件",
        "ja": "メール",
        "en": "mail",
    },
    "class.wiki": {
        "zh": "wiki",
        "ja": "wiki",
        "en": "wiki",
    },
    "class.site": {
        "zh": "其他网站",
        "ja": "その他のサイト",
        "en": "other site",
    },
    "class.none": {
        "zh": "无",
        "ja": "なし",
        "en": "none",
    },
    "name.card": {
        "zh": "卡",
        "ja": "カード",
        "en": "cards",
    },
    "name.series": {
        "zh": "系列",
        "ja": "カテゴリ",
        "en": "series",
    },
    "name.linked": {
        "zh": "有链接的卡",
        "ja": "リンクのあるカード",
        "en": "cards by their link",
    },
    "name.unresolved": {
        "zh": "未识别",
        "ja": "不明",
        "en": "unresolved",
    },
}

register(MESSAGES)
