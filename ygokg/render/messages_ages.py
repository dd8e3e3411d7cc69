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
    "age.rests-on": {"zh": "依据：{documents}", "ja": "依拠：{documents}", "en": "Rests on: {documents}"},
}

register(MESSAGES)
