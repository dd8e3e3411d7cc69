"""Strings of `names`, and of cards that only the user's own databases have."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "card.outside": {
        "zh": "只在你自己的卡片数据库里：这里没有裁定提到它。想知道规则怎么说，可按效果的种类提问：`ygokg resolve`。",
        "ja": "あなたのカードデータベースだけにあるカードです。これを名指しする裁定はここにはありません。効果の分類で尋ねるには：`ygokg resolve`",
        "en": "Only in your own card database: no ruling here names it. What the rules say goes by the family of an effect: `ygokg resolve`.",
    },
    "card.in-documents": {
        "zh": "已导入的文件中提到它的条目：{count}（`ygokg history {passcode}` 按日期列出）",
        "ja": "取り込まれた文書でこのカードに触れる項目：{count}（`ygokg history {passcode}` が日付順に示す）",
        "en": "Entries of the imported documents that name it: {count} (`ygokg history {passcode}` shows them by their days)",
    },
    "names.forms": {
        "zh": "可以导入：YGOPro 的 .cdb、cards.json、每行一张卡的 JSON、密码对照表（JSON）。",
        "ja": "取り込めるもの：YGOPro の .cdb、cards.json、1 行 1 枚の JSON、パスワードの対応表（JSON）。",
        "en": "It can be a .cdb of YGOPro, a cards.json, JSON lines with a card each, or a JSON map of passcodes.",
    },
    "names.unreadable": {"zh": "无法读取 {path}：{why}。", "ja": "{path} を読めません：{why}。", "en": "{path} cannot be read: {why}."},
    "names.not-utf8": {
        "zh": "{path} 第 {line} 行不是 UTF-8 文本，也不是 SQLite 数据库。",
        "ja": "{path} の {line} 行目は UTF-8 の文字ではなく、SQLite データベースでもありません。",
        "en": "{path}, line {line}: neither UTF-8 text nor an SQLite database.",
    },
    "names.no-json": {
        "zh": "{path} 第 {line} 行第 {column} 列：不是完整的 JSON。",
        "ja": "{path} の {line} 行目 {column} 文字目：JSON として完全ではありません。",
        "en": "{path}, line {line}, column {column}: no whole JSON.",
    },
    "names.empty": {
        "zh": "{path} 里没有卡。",
        "ja": "{path} にはカードがありません。",
        "en": "{path} holds no card.",
    },
    "names.damaged": {
        "zh": "{path} 是损坏的 SQLite 数据库。",
        "ja": "{path} は壊れた SQLite データベースです。",
        "en": "{path} is a damaged SQLite database.",
    },
    "names.sqlite": {
        "zh": "无法读取数据库 {path}：{why}。",
        "ja": "データベース {path} を読めません：{why}。",
        "en": "The database {path} cannot be read: {why}.",
    },
    "names.no-tables": {
        "zh": "{path} 没有 texts 和 datas 两张表，不是 YGOPro 的数据库。",
        "ja": "{path} には texts と datas の表がなく、YGOPro のデータベースではありません。",
        "en": "{path} has no tables texts and datas: it is no database of YGOPro.",
    },
    "names.unwritable": {
        "zh": "无法写入 {folder}：{why}。",
        "ja": "{folder} に書き込めません：{why}。",
        "en": "{folder} cannot be written: {why}.",
    },
    "names.unwritable.hint": {
        "zh": "用环境变量 YGOKG_DATA 指定别的文件夹。",
        "ja": "環境変数 YGOKG_DATA で別のフォルダーを指定してください。",
        "en": "Name another folder in the environment variable YGOKG_DATA.",
    },
    "names.bad-name": {
        "zh": "“{name}”不能作为数据库的名称。",
        "ja": "「{name}」はデータベースの名前にできません。",
        "en": "“{name}” cannot be the name of a database.",
    },
    "names.bad-name.hint": {
        "zh": "不要以点开头，不要含斜杠或控制字符，最多 100 个字符。",
        "ja": "点で始まらず、斜線や制御文字を含まない、100 文字以内の名前にしてください。",
        "en": "It must not begin with a dot, nor have slashes or control characters, nor be longer than 100 characters.",
    },
    "names.imported": {
        "zh": "{name}（{form}，{date}）：{cards} 张卡，{aliases} 个别的编号。",
        "ja": "{name}（{form}、{date}）：カード {cards} 枚、別の番号 {aliases} 件。",
        "en": "{name} ({form}, {date}): cards {cards}, other numbers {aliases}.",
    },
    "names.same": {
        "zh": "{name} 已经是这个内容，没有改动。",
        "ja": "{name} はすでに同じ内容です。変更はありません。",
        "en": "{name} holds this already; nothing changed.",
    },
    "names.tokens": {
        "zh": "没有收入衍生物：{count}",
        "ja": "トークンは除きました：{count}",
        "en": "Tokens left out: {count}",
    },
    "names.skipped": {"zh": "跳过的行：{count}", "ja": "飛ばした行：{count}", "en": "Rows skipped: {count}"},
    "names.more": {
        "zh": "  ……还有 {count} 行；--format json 列出全部。",
        "ja": "  ……ほか {count} 行。--format json ですべて表示します。",
        "en": "  … and {count} more; --format json lists all.",
    },
    "names.progress": {"zh": "导入", "ja": "取り込み中", "en": "Importing"},
    "names.broken.line": {"zh": "第 {at} 行：{why}", "ja": "{at} 行目：{why}", "en": "line {at}: {why}"},
    "names.broken.row": {"zh": "编号 {at} 的行：{why}", "ja": "番号 {at} の行：{why}", "en": "row {at}: {why}"},
    "names.broken.entry": {"zh": "条目 {at}：{why}", "ja": "項目 {at}：{why}", "en": "entry {at}: {why}"},
    "names.broken.no-json": {"zh": "不是 JSON", "ja": "JSON ではありません", "en": "no JSON"},
    "names.broken.no-row": {"zh": "不是一张卡的数据", "ja": "カードのデータではありません", "en": "not the data of a card"},
    "names.broken.no-passcode": {"zh": "没有密码", "ja": "パスワードがありません", "en": "no passcode"},
    "names.broken.passcode": {"zh": "“{value}”不是编号", "ja": "「{value}」は番号ではありません", "en": "“{value}” is no number"},
    "names.broken.nameless": {"zh": "没有名称", "ja": "名前がありません", "en": "no name"},
    "names.broken.name": {"zh": "“{value}”不是名称", "ja": "「{value}」は名前ではありません", "en": "“{value}” is no name"},
    "names.broken.not-utf8": {"zh": "名称不是 UTF-8 文本", "ja": "名前が UTF-8 ではありません", "en": "the name is not UTF-8"},
    "names.broken.twice": {
        "zh": "密码 {value} 已经出现过",
        "ja": "パスワード {value} は既出です",
        "en": "the passcode {value} stands above already",
    },
    "names.broken.circle": {"zh": "与 {value} 互相指向", "ja": "{value} と互いに指し合っています", "en": "it and {value} lead in a circle"},
    "names.none": {
        "zh": "还没有导入卡片数据库。",
        "ja": "取り込んだカードデータベースはまだありません。",
        "en": "No card database was imported yet.",
    },
    "names.none.hint": {
        "zh": "导入：ygokg names import cards.cdb",
        "ja": "取り込むには：ygokg names import cards.cdb",
        "en": "Import one: ygokg names import cards.cdb",
    },
    "names.is-damaged": {
        "zh": "已损坏，请重新导入或移除",
        "ja": "壊れています。取り込み直すか削除してください",
        "en": "damaged: import it again or remove it",
    },
    "names.removed": {"zh": "已移除 {name}。", "ja": "{name} を削除しました。", "en": "Removed {name}."},
    "names.unknown": {
        "zh": "没有名为“{name}”的数据库。",
        "ja": "「{name}」というデータベースはありません。",
        "en": "No database is called “{name}”.",
    },
    "names.unknown.hint": {"zh": "现有：{names}", "ja": "あるもの：{names}", "en": "There are: {names}"},
}

register(MESSAGES)
