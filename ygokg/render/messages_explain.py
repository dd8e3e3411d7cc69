"""Strings of `resolve --explain`: a proof that can be read aloud."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "explain.case": {"zh": "前提", "ja": "前提", "en": "The case"},
    "explain.stated": {"zh": "已说明", "ja": "指定されたこと", "en": "Stated"},
    "explain.copied": {"zh": "读自效果文本", "ja": "テキストから読み取ったこと", "en": "Read from the effects' texts"},
    "explain.copied.from": {"zh": "{fact}（{effect}）", "ja": "{fact}（{effect}）", "en": "{fact} (of {effect})"},
    "explain.assumed": {
        "zh": "未说明，因此视为没有或不成立",
        "ja": "指定がないので、ないものとしたこと",
        "en": "Assumed absent, because not said",
    },
    "explain.rulings": {"zh": "这一情况的裁定", "ja": "この状況の裁定", "en": "Rulings about this very case"},
    "explain.steps": {"zh": "推导", "ja": "推論", "en": "Step by step"},
    "explain.step": {"zh": "第{number}步：{fact}", "ja": "第{number}段：{fact}", "en": "Step {number}: {fact}"},
    "explain.step.open": {
        "zh": "第{number}步：{feature}：得不出结论",
        "ja": "第{number}段：{feature}：結論なし",
        "en": "Step {number}: {feature}: nothing follows",
    },
    "explain.step.conflict": {
        "zh": "第{number}步：{feature}：互相矛盾",
        "ja": "第{number}段：{feature}：食い違い",
        "en": "Step {number}: {feature}: in conflict",
    },
    "explain.step.answer": {"zh": "答案：{answer}", "ja": "答え：{answer}", "en": "The answer: {answer}"},
    "explain.step.rules-alone": {
        "zh": "仅按规则：{answer}",
        "ja": "規則だけによれば：{answer}",
        "en": "By the rules alone: {answer}",
    },
    "explain.no-rule": {"zh": "没有规则适用。", "ja": "当てはまる規則はありません。", "en": "No rule applies."},
    "explain.because": {"zh": "因为 {facts}", "ja": "理由：{facts}", "en": "because {facts}"},
    "explain.because.copied": {"zh": "{fact}（读自文本）", "ja": "{fact}（テキストより）", "en": "{fact} (read from the text)"},
    "explain.because.step": {"zh": "{fact}（第{number}步）", "ja": "{fact}（第{number}段）", "en": "{fact} (step {number})"},
    "explain.because.conditional": {
        "zh": "{fact}（第{number}步，可被推翻）",
        "ja": "{fact}（第{number}段、覆りうる）",
        "en": "{fact} (step {number}, could be overturned)",
    },
    "explain.source": {"zh": "出处：{source}", "ja": "出典：{source}", "en": "source: {source}"},
    "explain.exceptions": {"zh": "考虑过的例外", "ja": "検討した例外", "en": "Exceptions considered"},
    "explain.exception.defeated": {
        "zh": "{rule}：条件满足，但被 {by} 推翻",
        "ja": "{rule}：条件は満たすが {by} により外れる",
        "en": "{rule}: fulfilled, but defeated by {by}",
    },
    "explain.exception.missing": {
        "zh": "{rule}：未说明 {facts}",
        "ja": "{rule}：未指定 {facts}",
        "en": "{rule}: it is not known whether {facts}",
    },
    "explain.exception.out-by": {
        "zh": "{rule}：被其例外 {by} 排除",
        "ja": "{rule}：その例外 {by} により除かれる",
        "en": "{rule}: ruled out by its own exception {by}",
    },
    "explain.exception.needs": {"zh": "{rule}：须 {facts}", "ja": "{rule}：{facts} が必要", "en": "{rule}: it needs {facts}"},
    "explain.out.fact": {"zh": "因 {fact} 而排除", "ja": "{fact} なので除かれる", "en": "Ruled out, as {fact}"},
    "explain.out.none": {
        "zh": "因没有“{feature}”可言而排除",
        "ja": "{feature}がないので除かれる",
        "en": "Ruled out, as nothing follows about {feature}",
    },
    "explain.out.absent": {
        "zh": "因未说明“{feature}”而排除",
        "ja": "{feature}の指定がないので除かれる",
        "en": "Ruled out, as nothing was said of {feature}",
    },
    "explain.related": {
        "zh": "对同一情况，这两个问题的回答互斥，因此不作选择。",
        "ja": "同じ状況についてこの二つの答えは両立しないので、選びません。",
        "en": "Of one case these two answers exclude each other, so none is chosen.",
    },
    "explain.outranked": {
        "zh": "让位于：{by}",
        "ja": "次の規則が優先する：{by}",
        "en": "outranked by: {by}",
    },
    "explain.followed": {
        "zh": "采用“{answer}”：其文件（截至 {issued}）较新。",
        "ja": "「{answer}」に従う：文書（{issued}時点）が新しい。",
        "en": "Followed: {answer}, as its document (as of {issued}) is the later one.",
    },
    "explain.not-followed": {
        "zh": "没有哪一方的文件更新，因此不作选择。",
        "ja": "どちらの文書も新しいとは言えないので、選びません。",
        "en": "No side has the later document, so none is chosen.",
    },
    "explain.superseded": {
        "zh": "有日期的裁定以较新者为准。",
        "ja": "日付のある裁定は新しい方に従う。",
        "en": "Of dated rulings the newer one is followed.",
    },
    "explain.shared": {"zh": "相同：{facts}", "ja": "共通：{facts}", "en": "in common: {facts}"},
    "explain.same-rules": {"zh": "满足的规则完全相同", "ja": "満たす規則は同じ", "en": "the same rules are fulfilled"},
    "explain.some-rules": {"zh": "满足的规则部分相同", "ja": "満たす規則の一部が同じ", "en": "some of the same rules are fulfilled"},
    "explain.differs": {
        "zh": "不同：{differences}",
        "ja": "相違：{differences}",
        "en": "differs: {differences}",
    },
    "explain.difference": {
        "zh": "{feature}：裁定中 {there}，此处 {here}",
        "ja": "{feature}：先例は {there}、ここは {here}",
        "en": "{feature}: {there} there, {here} here",
    },
    "explain.difference.join": {"zh": "；", "ja": "；", "en": "; "},
    "explain.unsaid": {"zh": "未说明", "ja": "指定なし", "en": "not said"},
}

register(MESSAGES)
