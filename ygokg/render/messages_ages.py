"""Strings that tell how old an answer's documents are."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "age.issued": {"zh": "{document}（{issued}）", "ja": "{document}（{issued}）", "en": "{document} ({issued})"},
    "age.revision": {
        "zh": "{id}（版本 {revision}，{date}）",
        "ja": "{id}（リビジョン {revision}、{date}）",
        "en": "{id} (revision {revision} of {date})",
    },
    "age.file": {
        "zh": "{id}（文件日期 {date}）",
        "ja": "{id}（ファイルの日付 {date}）",
        "en": "{id} (file of {date})",
    },
    "age.undated": {"zh": "{document}（未注明日期）", "ja": "{document}（日付なし）", "en": "{document} (no date given)"},
    "age.many": {
        "zh": "{count} 份导入的文件（{first} 至 {last}）",
        "ja": "取り込んだ文書 {count} 件（{first} から {last}）",
        "en": "{count} imported documents ({first} to {last})",
    },
    "age.data": {"zh": "内置数据（{date}）", "ja": "内蔵データ（{date}）", "en": "built-in data of {date}"},
    "age.data-and-file": {
        "zh": "内置数据（{date}），加上你的 1 个文件",
        "ja": "内蔵データ（{date}）に利用者のファイル 1 件を重ねたもの",
        "en": "built-in data of {date} with 1 file of yours",
    },
    "age.data-and-files": {
        "zh": "内置数据（{date}），加上你的 {count} 个文件",
        "ja": "内蔵データ（{date}）に利用者のファイル {count} 件を重ねたもの",
        "en": "built-in data of {date} with {count} files of yours",
    },
    "age.one-file": {
        "zh": "仅你的 1 个文件，不含内置数据",
        "ja": "利用者のファイル 1 件のみ（内蔵データなし）",
        "en": "1 file of yours, without the built-in data",
    },
    "age.files": {
        "zh": "仅你的 {count} 个文件，不含内置数据",
        "ja": "利用者のファイル {count} 件のみ（内蔵データなし）",
        "en": "{count} files of yours, without the built-in data",
    },
    "age.rests-on": {"zh": "依据：{documents}", "ja": "依拠：{documents}", "en": "Rests on: {documents}"},
}

register(MESSAGES)
