"""Strings of `contrast`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "contrast.documented": {
        "zh": "图谱把两者列为对照。",
        "ja": "このグラフで対照として結ばれている。",
        "en": "The graph links the two as a contrast.",
    },
    "contrast.flips": {
        "zh": "按规则，只要改变这一点，答案就会改变：{features}",
        "ja": "規則によれば、これだけで答えが変わる：{features}",
        "en": "By the rules this alone flips the answer: {features}",
    },
    "contrast.flips-together": {
        "zh": "按规则，这几点一起改变时，答案才会改变：{features}",
        "ja": "規則によれば、これらがともに変われば答えが変わる：{features}",
        "en": "By the rules these flip the answer together: {features}",
    },
    "contrast.no-flip": {
        "zh": "规则说不出是哪一点改变了答案。",
        "ja": "どの点で答えが変わるかは、規則からは分からない。",
        "en": "The rules do not tell which difference flips the answer.",
    },
    "contrast.unsaid": {"zh": "未说明", "ja": "指定なし", "en": "not said"},
    "contrast.kinds": {"zh": "　种类", "ja": "　種類", "en": "  kind"},
    "contrast.same": {"zh": "相同", "ja": "共通", "en": "In both"},
    "contrast.others": {"zh": "其他答案不同的裁定", "ja": "答えの異なるほかの裁定", "en": "Other rulings with another answer"},
    "contrast.other": {
        "zh": "{ruling} → {answer}：{features}",
        "ja": "{ruling} → {answer}：{features}",
        "en": "{ruling} → {answer}: {features}",
    },
    "contrast.none": {
        "zh": "没有对同一问题作出不同回答的裁定：{ruling}",
        "ja": "同じ質問に別の答えを出す裁定はありません：{ruling}",
        "en": "No ruling answers the question of {ruling} differently.",
    },
    "contrast.none.hint": {
        "zh": "`ygokg ruling {ruling}` 显示它所依据的规则。",
        "ja": "`ygokg ruling {ruling}` でその規則が出ます。",
        "en": "`ygokg ruling {ruling}` shows the rules behind it.",
    },
    "contrast.several": {
        "zh": "“{words}”有几个裁定，请选一个：",
        "ja": "「{words}」には裁定が複数あります。1つ選んでください：",
        "en": '"{words}" has several rulings; choose one:',
    },
}

register(MESSAGES)
