"""Strings of `resolve` and `stats`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "resolve.answer": {"zh": "→ {answer}", "ja": "→ {answer}", "en": "→ {answer}"},
    "resolve.answer.unless": {
        "zh": "→ {answer}，除非：{condition}",
        "ja": "→ {answer}。ただし次の場合を除く：{condition}",
        "en": "→ {answer}, unless {condition}",
    },
    "resolve.answer.unless-any": {
        "zh": "→ {answer}，除非有下列 {count} 种情况之一",
        "ja": "→ {answer}。ただし次の{count}つのいずれかの場合を除く",
        "en": "→ {answer}, unless one of {count} things holds (below)",
    },
    "resolve.open": {"zh": "无定论", "ja": "未定", "en": "open"},
    "resolve.conflict": {"zh": "互相矛盾：{answers}", "ja": "食い違い：{answers}", "en": "in conflict: {answers}"},
    "resolve.side.join": {"zh": " ／ ", "ja": " ／ ", "en": " / "},
    "resolve.status.documented": {
        "zh": "文件中有这一情况的裁定。",
        "ja": "文書にこの状況の裁定があります。",
        "en": "Documented: a ruling is about this very case.",
    },
    "resolve.status.derived": {
        "zh": "由规则推出；这是本项目的推论，不是事务局的答复。",
        "ja": "規則からの推論です。事務局の回答ではありません。",
        "en": "Derived from the rules: our reading, not the office's.",
    },
    "resolve.status.pending": {
        "zh": "调整中：尚无定论。",
        "ja": "調整中：まだ決まっていません。",
        "en": "Pending: the office has not decided.",
    },
    "resolve.status.conflict": {
        "zh": "各方说法不一，这里不作选择。",
        "ja": "説が分かれています。ここでは選びません。",
        "en": "The sides below disagree; none is chosen.",
    },
    "resolve.reason.nothing-applies": {
        "zh": "没有规则或裁定适用于这一情况。",
        "ja": "この状況に当てはまる規則も裁定もありません。",
        "en": "No rule and no ruling applies to this case.",
    },
    "resolve.reason.lifted": {
        "zh": "有规则使一般规则在此不适用，文件没有写明结论。",
        "ja": "一般の規則がここでは外れ、文書に結論の記載がありません。",
        "en": "The general rule is lifted here, and the documents do not say what holds instead.",
    },
    "resolve.reason.per-card": {
        "zh": "文件写明各卡处理不同，没有统一的规则。",
        "ja": "文書によればカードごとに異なり、共通の規則はありません。",
        "en": "The documents leave this to each card; it is not uniform.",
    },
    "resolve.general": {
        "zh": "若按一般规则：{answer}",
        "ja": "一般の規則によれば：{answer}",
        "en": "The general rule would say: {answer}",
    },
    "resolve.departs": {
        "zh": "与规则不符：规则会推出“{answer}”。",
        "ja": "規則と異なります：規則からは「{answer}」となります。",
        "en": "This departs from the rules, which would say: {answer}",
    },
    "resolve.question": {"zh": "问题：{question}", "ja": "質問：{question}", "en": "Question: {question}"},
    "resolve.copied": {"zh": "{fact}（读自效果文本）", "ja": "{fact}（テキストより）", "en": "{fact} (from the effect's text)"},
    "resolve.derived-fact": {"zh": "{fact}（由规则推出）", "ja": "{fact}（規則より）", "en": "{fact} (by rule)"},
    "resolve.unless": {"zh": "可以推翻它的情况", "ja": "覆りうる場合", "en": "What would overturn it"},
    "resolve.unless.then": {
        "zh": "{condition} → 则：{answer}",
        "ja": "{condition} → その場合：{answer}",
        "en": "{condition} → then: {answer}",
    },
    "resolve.assumed": {
        "zh": "未说明，因此视为没有或不成立：{features}",
        "ja": "指定がないので、ないものとした：{features}",
        "en": "Assumed absent, because not said: {features}",
    },
    "resolve.assumed.absent": {"zh": "{feature}", "ja": "{feature}", "en": "{feature}"},
    "resolve.assumed.other": {
        "zh": "{feature}（不是 {effects}）",
        "ja": "{feature}（{effects} ではない）",
        "en": "{feature} (not {effects})",
    },
    "resolve.clash": {"zh": "说法不一", "ja": "説の食い違い", "en": "Sides that disagree"},
    "resolve.clash.side": {
        "zh": "{answer}：{who}（文件截至 {issued}）",
        "ja": "{answer}：{who}（文書は{issued}時点）",
        "en": "{answer}: {who} (document as of {issued})",
    },
    "resolve.deciding.more": {
        "zh": "……另有 {count} 项（--explain）",
        "ja": "……ほか {count} 件（--explain）",
        "en": "… and {count} more (--explain)",
    },
    "resolve.features.more": {
        "zh": "……另有 {count} 项（--format json 全部列出）",
        "ja": "……ほか {count} 件（--format json で全て）",
        "en": "… and {count} more (all with --format json)",
    },
    "resolve.deciding": {"zh": "说明以下任一项即可能得出结论", "ja": "次のいずれかが分かれば決まりうる", "en": "What would decide it"},
    "resolve.rulings": {"zh": "裁定", "ja": "裁定", "en": "Rulings"},
    "resolve.superseded": {"zh": "已被更新的裁定取代", "ja": "新しい裁定に置き換えられたもの", "en": "Superseded by a newer ruling"},
    "resolve.rules": {"zh": "适用的规则", "ja": "適用される規則", "en": "Rules that apply"},
    "resolve.rule.because": {"zh": "因为 {facts}", "ja": "理由：{facts}", "en": "because {facts}"},
    "resolve.rule.sources": {"zh": "出处：{sources}", "ja": "出典：{sources}", "en": "source: {sources}"},
    "resolve.defeated": {"zh": "被例外推翻的规则", "ja": "例外により外れる規則", "en": "Defeated by an exception"},
    "resolve.defeated.by": {"zh": "{rule}：被 {by} 推翻", "ja": "{rule}：{by} による", "en": "{rule}: by {by}"},
    "resolve.explain": {
        "zh": "考虑过的例外 {count} 条；全部理由：--explain",
        "ja": "検討した例外：{count}件。理由の全体：--explain",
        "en": "Exceptions considered: {count}. All reasons: --explain",
    },
    "resolve.explain.no-case": {
        "zh": "没有情况可解释。",
        "ja": "説明すべき状況がありません。",
        "en": "There is no case to explain.",
    },
    "resolve.explain.no-case.hint": {
        "zh": "请给出问题与情况：ygokg resolve 问题 特征=值 …",
        "ja": "質問と状況を指定してください：ygokg resolve 質問 特徴=値 …",
        "en": "Give a question and a case: ygokg resolve QUESTION FEATURE=VALUE …",
    },
    "resolve.precedents": {"zh": "最接近的裁定", "ja": "最も近い裁定", "en": "Nearest rulings"},
    "resolve.questions": {
        "zh": "`ygokg resolve 问题` 显示其特征与例子。",
        "ja": "`ygokg resolve 質問` で特徴と例が出ます。",
        "en": "`ygokg resolve QUESTION` shows its features and an example.",
    },
    "resolve.answers": {"zh": "可能的答案：{answers}", "ja": "答えの候補：{answers}", "en": "Answers: {answers}"},
    "resolve.features": {"zh": "特征", "ja": "特徴", "en": "Features"},
    "resolve.feature": {"zh": "{id}（{label}）", "ja": "{id}（{label}）", "en": "{id} ({label})"},
    "resolve.feature.role": {
        "zh": "{feature} = 卡的效果，如 技能抽取#1，或其种类",
        "ja": "{feature} = カードの効果（例 スキルドレイン#1）または種類",
        "en": "{feature} = an effect, as CARD#1, or its family",
    },
    "resolve.feature.values": {"zh": "{feature} = {values}", "ja": "{feature} = {values}", "en": "{feature} = {values}"},
    "resolve.feature.derived": {
        "zh": "{feature} = {values} ［可由规则推出］",
        "ja": "{feature} = {values} ［規則からも導かれる］",
        "en": "{feature} = {values} [worked out where not given]",
    },
    "resolve.families": {
        "zh": "「{role}」可写的效果种类",
        "ja": "「{role}」に書ける効果の種類",
        "en": "Families that can stand for the {role}",
    },
    "resolve.source.join": {"zh": "；", "ja": "；", "en": "; "},
    "resolve.example": {"zh": "例", "ja": "例", "en": "Example"},
    "resolve.no-question": {
        "zh": "没有问题“{words}”。",
        "ja": "「{words}」という質問はありません。",
        "en": 'There is no question "{words}".',
    },
    "resolve.no-question.hint": {
        "zh": "`ygokg resolve` 列出全部问题。",
        "ja": "`ygokg resolve` で質問の一覧が出ます。",
        "en": "`ygokg resolve` lists the questions.",
    },
    "resolve.no-feature": {
        "zh": "没有特征“{words}”。",
        "ja": "「{words}」という特徴はありません。",
        "en": 'There is no feature "{words}".',
    },
    "resolve.no-feature.hint": {
        "zh": "`ygokg resolve {question}` 列出它的特征。",
        "ja": "`ygokg resolve {question}` で特徴の一覧が出ます。",
        "en": "`ygokg resolve {question}` lists its features.",
    },
    "resolve.several": {
        "zh": "“{words}”可以指：{names}",
        "ja": "「{words}」の候補：{names}",
        "en": '"{words}" can mean {names}.',
    },
    "resolve.several.hint": {"zh": "请写全。", "ja": "省略せずに書いてください。", "en": "Write one of them in full."},
    "resolve.no-value": {
        "zh": "“{feature}”没有值“{words}”。",
        "ja": "「{feature}」に値「{words}」はありません。",
        "en": '"{feature}" cannot be "{words}".',
    },
    "resolve.no-value.hint": {"zh": "可取的值：{values}", "ja": "取りうる値：{values}", "en": "Its values: {values}"},
    "resolve.no-fact": {
        "zh": "“{words}”不是 特征=值 的形式。",
        "ja": "「{words}」は 特徴=値 の形ではありません。",
        "en": '"{words}" is not FEATURE=VALUE.',
    },
    "resolve.no-fact.hint": {
        "zh": "例如 faceAtResolution=FaceDown；含空格的要加引号。",
        "ja": "例：faceAtResolution=FaceDown。空白を含む場合は引用符で囲みます。",
        "en": "For example faceAtResolution=FaceDown; quote what contains spaces.",
    },
    "resolve.twice": {
        "zh": "“{feature}”只能有一个值，却给了：{values}",
        "ja": "「{feature}」の値は1つだけですが、{values} が与えられました。",
        "en": '"{feature}" takes one value, but was given {values}.',
    },
    "resolve.twice.hint": {"zh": "只保留一个。", "ja": "1つだけ残してください。", "en": "Keep one of them."},
    "resolve.family-hint": {
        "zh": "卡不在数据中时，可写效果的种类：{families}",
        "ja": "データにないカードは種類で書けます：{families}",
        "en": "Where the card is not in the data, a family can stand for it: {families}",
    },
    "stats.count": {"zh": "{name}：{count}", "ja": "{name}：{count}", "en": "{name}: {count}"},
    "stats.data": {"zh": "数据日期 {date}", "ja": "データの日付 {date}", "en": "Data of {date}"},
    "stats.graph": {"zh": "图谱", "ja": "グラフ", "en": "The graph"},
    "stats.cards": {"zh": "卡", "ja": "カード", "en": "cards"},
    "stats.effects": {"zh": "效果", "ja": "効果", "en": "effects"},
    "stats.families": {"zh": "效果的种类", "ja": "効果の種類", "en": "families of effects"},
    "stats.features": {"zh": "特征", "ja": "特徴", "en": "features"},
    "stats.questions": {"zh": "问题", "ja": "質問", "en": "questions"},
    "stats.rules": {"zh": "规则", "ja": "規則", "en": "rules"},
    "stats.rulings": {"zh": "裁定", "ja": "裁定", "en": "rulings"},
    "stats.passages": {"zh": "段落", "ja": "段落", "en": "passages"},
    "stats.truth": {"zh": "仅凭规则", "ja": "規則だけで", "en": "By the rules alone"},
    "stats.ygo:DerivedRuling": {"zh": "推出同样答案的裁定", "ja": "同じ答えが導かれる裁定", "en": "rulings derived"},
    "stats.ygo:FittedRuling": {
        "zh": "只由据其自身写成的规则推出",
        "ja": "その裁定自身から書かれた規則でのみ導かれる",
        "en": "fitted: only by a rule made from the ruling itself",
    },
    "stats.ygo:DepartingRuling": {"zh": "推出不同答案", "ja": "異なる答えが導かれる", "en": "derived differently"},
    "stats.ygo:ConflictingRuling": {"zh": "规则互相矛盾", "ja": "規則が食い違う", "en": "rules in conflict"},
    "stats.ygo:UnexplainedRuling": {"zh": "没有规则说明", "ja": "規則では説明されない", "en": "not explained"},
    "stats.ygo:PendingRuling": {"zh": "另计：调整中", "ja": "別計：調整中", "en": "apart: pending"},
    "stats.ygo:LiteralRuling": {"zh": "另计：数值答案", "ja": "別計：数値の答え", "en": "apart: amounts and counts"},
    "stats.share": {
        "zh": "{name}：{count} / {total}（{share}%）",
        "ja": "{name}：{count} / {total}（{share}%）",
        "en": "{name}: {count} of {total} ({share}%)",
    },
    "stats.naming": {"zh": "点名卡片的规则", "ja": "カードを名指しする規則", "en": "rules that name a card"},
    "stats.unexercised": {"zh": "没有裁定落入的规则", "ja": "当てはまる裁定のない規則", "en": "rules that no ruling falls under"},
    "stats.coverage": {"zh": "段落的收录", "ja": "段落の収録", "en": "Coverage of the passages"},
    "stats.coverage.row": {
        "zh": "{name}：共 {total}，已引用 {cited}，有意不收 {left_out}，未处理 {open}",
        "ja": "{name}：計{total}、引用{cited}、意図的に除外{left_out}、未処理{open}",
        "en": "{name}: passages {total}, cited {cited}, left out {left_out}, open {open}",
    },
}

register(MESSAGES)
