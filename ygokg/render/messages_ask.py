"""Strings of `resolve --ask`: an interview."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "ask.question": {"zh": "要问什么？", "ja": "何を調べますか。", "en": "What do you want to know?"},
    "ask.how": {
        "zh": "写编号或文字；? 查看说明，? 3 只看第3项；b 退回一步；直接回车表示不知道；输入结束时按目前所知作答。",
        "ja": "番号か言葉で答えてください。? で説明、? 3 で3番だけの説明、b で一つ戻る。空欄は「不明」、入力の終わりでその時点の答えを出します。",
        "en": "Answer by number or in words. ? explains, ? 3 explains the third only; b goes one step back; nothing means that you do not know; at the end of input you get the answer so far.",
    },
    "ask.so-far": {"zh": "目前：{answer}", "ja": "ここまで：{answer}", "en": "So far: {answer}"},
    "ask.feature": {"zh": "{number}. {feature}？", "ja": "{number}. {feature}？", "en": "{number}. {feature}?"},
    "ask.choice": {"zh": "{number}) {label}", "ja": "{number}) {label}", "en": "{number}) {label}"},
    "ask.several": {
        "zh": "可选几项，用逗号隔开。",
        "ja": "複数選べます。コンマで区切ってください。",
        "en": "There may be several, with commas between.",
    },
    "ask.role": {
        "zh": "{also}写出卡的效果，如 技能抽取#1",
        "ja": "{also}カードの効果（例 スキルドレイン#1）",
        "en": "{also}an effect, as Skill Drain#1",
    },
    "ask.role.or": {"zh": "或", "ja": "または", "en": "or "},
    "ask.help": {"zh": "{label}：{definition}", "ja": "{label}：{definition}", "en": "{label}: {definition}"},
    "ask.no-help": {"zh": "没有说明。", "ja": "説明はありません。", "en": "There is no definition of it."},
    "ask.no-choice": {
        "zh": "没有编号 {number}；可选 1 到 {most}。",
        "ja": "{number} 番はありません。1 から {most} までです。",
        "en": "There is no choice {number}; they are 1 to {most}.",
    },
    "ask.no-way-back": {"zh": "已是第一步。", "ja": "これより前はありません。", "en": "There is nothing to go back to."},
    "ask.no-question": {"zh": "没有选择问题。", "ja": "質問が選ばれていません。", "en": "No question was chosen."},
    "ask.same-as": {"zh": "等同于", "ja": "同じ問い合わせ", "en": "The same as"},
}

register(MESSAGES)
