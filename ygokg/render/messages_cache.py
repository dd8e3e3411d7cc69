"""Strings of `cache`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "cache.folder": {
        "zh": "缓存 {folder}：{size}。可随时清除（`ygokg cache clear`），下次调用时重新生成。",
        "ja": "キャッシュ {folder}：{size}。いつでも消せます（`ygokg cache clear`）。次の呼び出しで作り直します。",
        "en": "The cache {folder}: {size}. It can be cleared at any time (`ygokg cache clear`); the next call builds it anew.",
    },
    "cache.empty": {
        "zh": "缓存 {folder} 是空的。",
        "ja": "キャッシュ {folder} は空です。",
        "en": "The cache {folder} is empty.",
    },
    "cache.distrusted": {
        "zh": "缓存 {folder} 别人也能写入，因此既没有读取它，也没有存入：每次调用都重新生成图谱。"
        "请收回别人的写入权限（`chmod go-w {folder}`），或者让 YGOKG_CACHE 指向只有你能写入的文件夹。",
        "ja": "キャッシュ {folder} は他人も書き込めるため、読まず、何も残しませんでした。呼び出しのたびにグラフを作り直します。"
        "他人の書き込み権限を外す（`chmod go-w {folder}`）か、YGOKG_CACHE に自分だけが書き込めるフォルダーを指定してください。",
        "en": "Others can write to the cache {folder}, so nothing in it was read and nothing is kept: every call builds the graph anew. "
        "Take that right from them (`chmod go-w {folder}`), or let YGOKG_CACHE name a folder that only you can write to.",
    },
    "cache.beside": {
        "zh": "其中还有 {count} 项不属于本工具，不会动它们。",
        "ja": "このほか、このツールのものではない {count} 件があり、触れません。",
        "en": "Also in it, not of this tool and never touched: {count}.",
    },
    "cache.own": {
        "zh": "你自己的资料 {folder}：{size}。不属于缓存，这个命令不会清除它。",
        "ja": "自分の資料 {folder}：{size}。キャッシュではないので、このコマンドでは消えません。",
        "en": "Your own material in {folder}: {size}. It is no cache, and this command never clears it.",
    },
    "cache.own.remove": {
        "zh": "移除：`ygokg names remove NAME`、`ygokg import --remove DOCUMENT`。",
        "ja": "削除するには：`ygokg names remove NAME`、`ygokg import --remove DOCUMENT`。",
        "en": "To remove it: `ygokg names remove NAME`, `ygokg import --remove DOCUMENT`.",
    },
    "cache.cleared": {
        "zh": "已清除 {count} 项，腾出 {size}。",
        "ja": "{count} 件を消し、{size} を空けました。",
        "en": "Removed {count}, freed {size}.",
    },
    "cache.nothing": {
        "zh": "缓存 {folder} 里没有可清除的内容。",
        "ja": "キャッシュ {folder} に消すものはありません。",
        "en": "There is nothing to clear in the cache {folder}.",
    },
    "cache.at-work": {
        "zh": "保留 {count} 项：可能正由别的进程生成。",
        "ja": "{count} 件を残しました。別のプロセスが作成中かもしれません。",
        "en": "Left {count}: another process may be building it.",
    },
    "cache.stuck": {
        "zh": "{folder} 中有 {count} 项无法移除：{names}。",
        "ja": "{folder} の {count} 件を削除できません：{names}。",
        "en": "{count} in {folder} cannot be removed: {names}.",
    },
    "cache.stuck.hint": {
        "zh": "结束正在使用它的程序，或检查文件夹的权限，然后重试。",
        "ja": "使っているプログラムを終えるか、フォルダーの権限を確かめて、もう一度実行してください。",
        "en": "End the programs that use it, or look at the folder's permissions, and try again.",
    },
    "cache.foreign": {
        "zh": "{folder} 里还有不属于本工具的内容，因此什么都没有移除：{names}。",
        "ja": "{folder} にはこのツールのものではない内容があるため、何も削除しませんでした：{names}。",
        "en": "{folder} also holds what is not of this tool, so nothing was removed: {names}.",
    },
    "cache.foreign.hint": {
        "zh": "让 YGOKG_CACHE 指向只供本工具使用的文件夹，或者把这些内容移走。",
        "ja": "YGOKG_CACHE にこのツールだけのフォルダーを指定するか、それらを移してください。",
        "en": "Let YGOKG_CACHE name a folder that is this tool's alone, or move these away.",
    },
    "cache.kind.store": {"zh": "图谱", "ja": "グラフ", "en": "graph"},
    "cache.kind.data": {"zh": "叠加了自己数据的图谱", "ja": "自分のデータを重ねたグラフ", "en": "graph with own data"},
    "cache.kind.index": {"zh": "图谱的检索表", "ja": "グラフの検索表", "en": "search table of a graph"},
    "cache.kind.served": {"zh": "服务器上的图谱", "ja": "サーバーのグラフ", "en": "graph of a server"},
    "cache.kind.documents": {"zh": "导入文件的三元组", "ja": "取り込んだ文書のトリプル", "en": "triples of documents"},
    "cache.kind.search": {"zh": "导入文件的检索表", "ja": "取り込んだ文書の検索表", "en": "search table of documents"},
    "cache.kind.result": {"zh": "推理机的结果", "ja": "推論機の結果", "en": "reasoner's result"},
    "cache.kind.unfinished": {"zh": "未完成", "ja": "作成途中", "en": "unfinished"},
    "cache.kind.names": {"zh": "卡片数据库", "ja": "カードデータベース", "en": "card database"},
    "cache.kind.imported": {"zh": "导入的文件", "ja": "取り込んだ文書", "en": "imported documents"},
    "cache.state.current": {"zh": "当前", "ja": "現在のもの", "en": "current"},
    "cache.state.other": {"zh": "别的版本", "ja": "別の版", "en": "of another version"},
    "cache.state.at-work": {"zh": "生成中", "ja": "作成中", "en": "being built"},
    "cache.state.": {"zh": "", "ja": "", "en": ""},
    "cache.age.0": {"zh": "今天", "ja": "今日", "en": "today"},
    "cache.age.1": {"zh": "1 天", "ja": "1 日", "en": "1 day"},
    "cache.age.many": {"zh": "{days} 天", "ja": "{days} 日", "en": "{days} days"},
}

register(MESSAGES)
