"""Strings of `export`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "export.no-vectors": {
        "zh": "没有这样的裁定可写成测试向量。",
        "ja": "テストベクトルにする裁定がありません。",
        "en": "There is no such ruling to write as a test vector.",
    },
    "export.no-vectors.hint": {
        "zh": "`ygokg card 卡名` 列出一张卡的裁定。",
        "ja": "`ygokg card カード名` でそのカードの裁定が出ます。",
        "en": "`ygokg card NAME` lists a card's rulings.",
    },
}

register(MESSAGES)
