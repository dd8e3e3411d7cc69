"""Strings of `conflicts`."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "conflict.source-source": {"zh": "两份文件互相矛盾", "ja": "二つの文書が食い違う", "en": "documents disagree"},
    "conflict.rule-rule": {"zh": "规则互相矛盾", "ja": "ルール同士が食い違う", "en": "rules disagree"},
    "conflict.ruling-ruling": {"zh": "裁定互相矛盾", "ja": "裁定同士が食い違う", "en": "rulings disagree"},
    "conflict.ruling-rule": {"zh": "裁定与规则不一致", "ja": "裁定がルールと異なる", "en": "a ruling departs from its rules"},
    "conflict.derived-stated": {
        "zh": "裁定写明的特征与规则推出的不同",
        "ja": "裁定の述べる特徴がルールの導くものと異なる",
        "en": "a ruling states a derived feature otherwise than the rules derive it",
    },
    "conflict.questions-disagree": {
        "zh": "相关的两个问题回答互斥",
        "ja": "関連する二つの質問の答えが両立しない",
        "en": "answers to two related questions exclude each other",
    },
    "conflict.unread-fact": {
        "zh": "裁定写明了没有规则读取的事实",
        "ja": "裁定の述べる事実をどのルールも読まない",
        "en": "a ruling states a fact that no rule reads",
    },
    "conflict.unread-fact.needless": {
        "zh": "列为背景的特征其实被规则读取，或并未写明",
        "ja": "背景とされた特徴をルールが読んでいるか、述べられていない",
        "en": "what is listed as context is read by a rule, or not stated",
    },
    "conflict.not-borne-out": {
        "zh": "落入规则的裁定都不是规则的回答",
        "ja": "当てはまる裁定のどれもルールの答えと異なる",
        "en": "no ruling under the rule says what it says",
    },
    "settle.questions": {
        "zh": "“{exclusion}”：改正 {ruling}，或给 {rules} 加上条件或例外",
        "ja": "「{exclusion}」：{ruling} を直すか、{rules} に条件または例外を加える",
        "en": "“{exclusion}”: correct {ruling}, or give {rules} a condition or an exception",
    },
    "settle.unread-fact": {
        "zh": "写出读取 {features} 的规则；若它不影响回答，在 {ruling} 中列入 ygo:context 并写明 ygo:contextBecause",
        "ja": "{features} を読むルールを書く。答えに関わらないなら {ruling} の ygo:context に挙げ、ygo:contextBecause に理由を書く",
        "en": "write the rule that reads {features}; if it decides nothing, list it in {ruling} under ygo:context, with ygo:contextBecause",
    },
    "settle.not-borne-out": {
        "zh": "更正 {rule} 的回答，或加入一条与其回答相同的裁定",
        "ja": "{rule} の答えを正すか、同じ答えの裁定を加える",
        "en": "correct the answer of {rule}, or add a ruling under it that has this very answer",
    },
    "settle.context-needless": {
        "zh": "从 {ruling} 的 ygo:context 中去掉 {features}",
        "ja": "{ruling} の ygo:context から {features} を外す",
        "en": "take {features} out of the ygo:context of {ruling}",
    },
    "conflict.broken-exception.self": {
        "zh": "规则是自身的例外",
        "ja": "ルールが自身の例外である",
        "en": "a rule is an exception to itself",
    },
    "conflict.broken-exception.cyclic": {"zh": "例外互相循环", "ja": "例外が循環している", "en": "exceptions run in a circle"},
    "conflict.broken-exception.dangling": {
        "zh": "例外所指的规则不存在",
        "ja": "例外の指すルールが存在しない",
        "en": "an exception to a rule that does not exist",
    },
    "conflict.broken-exception.other-question": {
        "zh": "例外与其所推翻的规则问的不是同一问题",
        "ja": "例外と退けるルールの質問が異なる",
        "en": "an exception to a rule on another question",
    },
    "conflict.broken-exception.needless": {
        "zh": "例外与其所推翻的规则回答相同",
        "ja": "例外と退けるルールの答えが同じ",
        "en": "an exception that answers the same as what it defeats",
    },
    "conflict.expected-rule": {
        "zh": "文件所归入的规则并不适用",
        "ja": "文書が分類したルールが適用されない",
        "en": "filed under a rule that does not govern it",
    },
    "conflict.unexplained": {"zh": "没有规则能说明的裁定", "ja": "どのルールでも説明されない裁定", "en": "no rule explains the ruling"},
    "conflict.uncovered": {"zh": "没有被引用的条文", "ja": "引用されていない条文", "en": "nothing cites the passage"},
    "conflict.stale-passage.changed": {
        "zh": "所据的段落已改动",
        "ja": "根拠の段落が変更された",
        "en": "the passage has changed",
    },
    "conflict.stale-passage.withdrawn": {
        "zh": "所据的段落已划去",
        "ja": "根拠の段落に取り消し線が引かれた",
        "en": "the passage is struck through",
    },
    "conflict.stale-passage.moved": {
        "zh": "所据的段落已移动",
        "ja": "根拠の段落が移動した",
        "en": "the passage has moved",
    },
    "conflict.stale-passage.vanished": {
        "zh": "所据的段落已消失",
        "ja": "根拠の段落が消えた",
        "en": "the passage is gone",
    },
    "settle.stale.changed": {
        "zh": "对照新的文字（{place}）：{words}；见 `ygokg drift`",
        "ja": "新しい文（{place}）と照らし合わせる：{words}。`ygokg drift` を参照",
        "en": "compare with the new wording ({place}): {words}; see `ygokg drift`",
    },
    "settle.stale.withdrawn": {
        "zh": "撤销 {passage} 的裁定，或找出取代它的（{place}）",
        "ja": "{passage} の裁定を撤回するか、代わるものを探す（{place}）",
        "en": "withdraw what rests on {passage}, or find what replaces it ({place})",
    },
    "settle.stale.moved": {
        "zh": "改为引用新的位置（{place}）：{moves}",
        "ja": "新しい場所を引用する（{place}）：{moves}",
        "en": "cite its new place ({place}): {moves}",
    },
    "settle.stale.vanished": {
        "zh": "确认 {passage} 是否仍然有效",
        "ja": "{passage} がまだ有効か確かめる",
        "en": "find out whether {passage} still holds",
    },
    "conflict.idle-acceptance": {"zh": "认可了不存在的问题", "ja": "該当するもののない承認", "en": "an acceptance that matches no finding"},
    "conflict.fitted": {
        "zh": "仅由取自自身的规则得出",
        "ja": "自身から作られたルールだけで導かれる",
        "en": "derived only by what was read off the ruling itself",
    },
    "conflict.unexercised": {"zh": "没有裁定落入的规则", "ja": "当てはまる裁定のないルール", "en": "no ruling falls under the rule"},
    "conflict.unexercised.impossible": {
        "zh": "条件不可能成立的规则",
        "ja": "条件が決して満たされないルール",
        "en": "the condition of the rule can never hold",
    },
    "conflict.review": {
        "zh": "可能同时成立而回答不同的规则",
        "ja": "同時に成り立ちうる、答えの異なるルール",
        "en": "rules that would disagree if a case brought them together",
    },
    "severity.error": {"zh": "错误", "ja": "エラー", "en": "error"},
    "severity.warning": {"zh": "警告", "ja": "警告", "en": "warning"},
    "severity.info": {"zh": "提示", "ja": "情報", "en": "info"},
    "conflict.head": {"zh": "{severity} {id}：{title}", "ja": "{severity} {id}：{title}", "en": "{severity} {id}: {title}"},
    "conflict.accepted": {"zh": "已认可 {id}：{title}", "ja": "承認済み {id}：{title}", "en": "accepted {id}: {title}"},
    "conflict.because": {
        "zh": "理由：{because}（{acceptance}）",
        "ja": "理由：{because}（{acceptance}）",
        "en": "because: {because} ({acceptance})",
    },
    "conflict.asks": {"zh": "问题：{asks}", "ja": "質問：{asks}", "en": "question: {asks}"},
    "conflict.feature": {"zh": "特征：{asks}", "ja": "特徴：{asks}", "en": "feature: {asks}"},
    "conflict.system": {"zh": "规则体系：{asks}", "ja": "ルール体系：{asks}", "en": "rule system: {asks}"},
    "conflict.lifting": {"zh": "使其他规则不适用", "ja": "他のルールを退けるだけ", "en": "lifts other rules"},
    "conflict.rule": {"zh": "规则 {label}（{id}）", "ja": "ルール {label}（{id}）", "en": "rule {label} ({id})"},
    "conflict.ruling": {"zh": "裁定 {id}", "ja": "裁定 {id}", "en": "ruling {id}"},
    "conflict.ruling-dated": {"zh": "裁定 {id}（{date}）", "ja": "裁定 {id}（{date}）", "en": "ruling {id} ({date})"},
    "conflict.more": {"zh": "……以及另外{count}项", "ja": "……ほか{count}件", "en": "… and {count} more"},
    "conflict.shared": {"zh": "共同的事实：{facts}", "ja": "共通の事実：{facts}", "en": "shared facts: {facts}"},
    "conflict.facts": {"zh": "事实：{facts}", "ja": "事実：{facts}", "en": "facts: {facts}"},
    "conflict.where": {"zh": "同时成立于：{facts}", "ja": "共に成り立つ条件：{facts}", "en": "where both hold: {facts}"},
    "conflict.condition": {"zh": "条件：{facts}", "ja": "条件：{facts}", "en": "condition: {facts}"},
    "conflict.cases": {"zh": "因此受影响的裁定", "ja": "そのため左右される裁定", "en": "rulings that hang on it"},
    "conflict.settle": {"zh": "解决办法：{hint}", "ja": "解決方法：{hint}", "en": "to settle it: {hint}"},
    "settle.later-document": {
        "zh": "矛盾属实则写明理由予以认可；以较晚的文件「{document}」为准",
        "ja": "実際の食い違いなら理由を添えて承認する；後の文書「{document}」が答える",
        "en": "if the documents really disagree, accept it with a reason; {document}, issued later, answers",
    },
    "settle.make-exception": {
        "zh": "若 {rule} 优先，使其成为 {other} 的例外（ygo:exceptionTo）",
        "ja": "{rule} が優先するなら {other} の例外にする（ygo:exceptionTo）",
        "en": "make {rule} an exception to {other} (ygo:exceptionTo) if it comes first",
    },
    "settle.narrow-condition": {
        "zh": "给 {rules} 之一加上区分两者的条件",
        "ja": "{rules} のどちらかに両者を分ける条件を加える",
        "en": "give one of {rules} a condition that tells them apart",
    },
    "settle.exception-for": {
        "zh": "更正裁定，或为 {rulings} 这样的案例写一条 {rules} 的例外",
        "ja": "裁定を正すか、{rulings} のような事例のために {rules} の例外を書く",
        "en": "correct the ruling, or write an exception to {rules} for cases like {rulings}",
    },
    "settle.newer-answers": {
        "zh": "较新的裁定作答（{rulings}）；旧的若已失效，标为撤回（owl:deprecated）",
        "ja": "新しい裁定が答える（{rulings}）；古いものが無効なら撤回とする（owl:deprecated）",
        "en": "the newer ruling answers ({rulings}); withdraw the older one (owl:deprecated) if it no longer stands",
    },
    "settle.same-date": {
        "zh": "两边日期相同，日期不能决定",
        "ja": "日付が同じで、日付では決まらない",
        "en": "both sides bear the same date, which settles nothing",
    },
    "settle.no-date": {
        "zh": "给没有日期的裁定找到日期：{rulings}",
        "ja": "日付のない裁定の日付を調べる：{rulings}",
        "en": "find a date for {rulings}",
    },
    "settle.fact-apart": {
        "zh": "若起决定作用的是以下差别，让规则以之为条件：{features}",
        "ja": "次の違いが決め手なら、ルールの条件にする：{features}",
        "en": "if this difference decides, let a rule look at it: {features}",
    },
    "settle.find-fact": {
        "zh": "在条文中找出区分两者的事实，写入裁定",
        "ja": "両者を分ける事実を条文から見つけ、裁定に書く",
        "en": "look in the passages for a fact that tells the cases apart, and state it",
    },
    "settle.stated-value": {
        "zh": "从 {rulings} 中删去{feature}，或更正其值",
        "ja": "{rulings} から{feature}を除くか、値を正す",
        "en": "take {feature} out of {rulings}, or correct its value",
    },
    "settle.exception-self": {
        "zh": "从 {rule} 中删去这一例外",
        "ja": "{rule} からこの例外を除く",
        "en": "take this ygo:exceptionTo out of {rule}",
    },
    "settle.exception-cyclic": {
        "zh": "在 {rule} → {others} 的循环中去掉一处 ygo:exceptionTo",
        "ja": "{rule} → {others} の循環から ygo:exceptionTo を一つ除く",
        "en": "take one ygo:exceptionTo out of the circle {rule}, {others}",
    },
    "settle.exception-dangling": {
        "zh": "更正 {rule} 中的名称 {others}",
        "ja": "{rule} の中の名前 {others} を正す",
        "en": "correct the name {others} in {rule}",
    },
    "settle.exception-other-question": {
        "zh": "让 {rule} 与 {others} 问同一问题，或去掉这一例外",
        "ja": "{rule} と {others} の質問を揃えるか、例外を除く",
        "en": "let {rule} ask what {others} asks, or take out the exception",
    },
    "settle.exception-needless": {
        "zh": "从 {rules} 中去掉对 {others} 的例外，或更正其中一方的回答",
        "ja": "{rules} から {others} への例外を除くか、一方の答えを正す",
        "en": "take the exception to {others} out of {rules}, or correct one of the answers",
    },
    "settle.needless-too": {
        "zh": "{rule} 还与 {others} 回答相同，而两者之间有例外关系",
        "ja": "{rule} は {others} とも答えが同じで、その間には例外の関係がある",
        "en": "{rule} also answers the same as {others}, to which an exception ties it",
    },
    "settle.expected-rule": {
        "zh": "更正 {ruling} 的 ygo:expectedRule，或更正 {rule} 的条件",
        "ja": "{ruling} の ygo:expectedRule か {rule} の条件を正す",
        "en": "correct ygo:expectedRule of {ruling}, or the condition of {rule}",
    },
    "settle.rule-for": {
        "zh": "写出说明它的规则，或补上让已有规则适用的事实",
        "ja": "説明するルールを書くか、既存のルールが当てはまる事実を補う",
        "en": "write the rule that explains it, or state the fact that brings it under one",
    },
    "settle.other-source": {
        "zh": "为规则找到这条裁定以外的出处，或写明理由予以认可",
        "ja": "この裁定以外の典拠をルールに見つけるか、理由を添えて承認する",
        "en": "find a source of the rule besides this ruling, or accept it with a reason",
    },
    "settle.ruling-for": {
        "zh": "加入一条落入这条规则的裁定",
        "ja": "このルールに当てはまる裁定を加える",
        "en": "add a ruling that falls under it",
    },
    "settle.impossible-condition": {
        "zh": "更正条件：其中的值或效果族互相排斥",
        "ja": "条件を正す：値または類が排し合う",
        "en": "correct the condition: its values or families exclude each other",
    },
    "settle.cite-or-leave-out": {
        "zh": "写出它的规则或裁定，或在 data/left-out.ttl 中写明不收的理由",
        "ja": "ルールか裁定にするか、data/left-out.ttl に収録しない理由を書く",
        "en": "encode it, or give the reason in data/left-out.ttl",
    },
    "settle.drop-acceptance": {
        "zh": "删去 {acceptance}，或更正其所指",
        "ja": "{acceptance} を除くか、指すものを正す",
        "en": "delete {acceptance}, or correct what it accepts",
    },
    "settle.cannot-meet": {
        "zh": "若两者不可能同时成立，不必处理",
        "ja": "共に成り立つことがないなら何もしなくてよい",
        "en": "nothing, if no case can bring them together",
    },
    "conflicts.none": {"zh": "没有发现矛盾。", "ja": "矛盾は見つからなかった。", "en": "Nothing contradicts itself."},
    "conflicts.count": {
        "zh": "错误{errors}项，警告{warnings}项；已认可{accepted}项。",
        "ja": "エラー{errors}件、警告{warnings}件、承認済み{accepted}件。",
        "en": "Errors: {errors}; warnings: {warnings}; accepted: {accepted}.",
    },
    "conflicts.counted": {
        "zh": "只计数：{count}项 {kind}（{title}）；用 --kind {kind} 列出。",
        "ja": "件数のみ：{kind} {count}件（{title}）。--kind {kind} で一覧を表示する。",
        "en": "Only counted: {count} {kind} ({title}); list them with --kind {kind}.",
    },
    "conflicts.left": {
        "zh": "另有{count}项未显示（--max）。",
        "ja": "ほか{count}件は表示していない（--max）。",
        "en": "{count} more are not shown (--max).",
    },
    "mutation.title": {
        "zh": "变异得分：逐一改变回答，有多少会被发现",
        "ja": "ミューテーションスコア：答えを一つずつ変え、どれだけ見つかるか",
        "en": "Mutation score: answers changed one at a time, and how many of the changes would be found",
    },
    "mutation.ruling": {"zh": "裁定", "ja": "裁定", "en": "rulings"},
    "mutation.rule": {"zh": "规则", "ja": "ルール", "en": "rules"},
    "mutation.amount": {"zh": "另计：数值±1", "ja": "別計：数値±1", "en": "apart: amounts ±1"},
    "mutation.score": {
        "zh": "{name}：{changes}处改变中发现{caught}处（{share}%）",
        "ja": "{name}：{changes}件中{caught}件（{share}%）",
        "en": "{name}: {caught} of {changes} changes ({share}%)",
    },
    "mutation.nothing": {"zh": "{name}：没有可改变的回答", "ja": "{name}：変えられる答えがない", "en": "{name}: nothing to change"},
    "mutation.slipped": {
        "zh": "不会被发现：{reason}（{count}）",
        "ja": "見つからない：{reason}（{count}）",
        "en": "Slips through, because {reason}: {count}",
    },
    "mutation.no-rule": {
        "zh": "没有规则推出回答，也没有同样的裁定",
        "ja": "答えを導くルールも同様の裁定もない",
        "en": "no rule derives an answer and no other ruling is like it",
    },
    "mutation.same-case": {
        "zh": "没有别的裁定给出这个数值",
        "ja": "同じ数値を述べる裁定が他にない",
        "en": "no other ruling states the amount",
    },
    "mutation.borne-out": {
        "zh": "推出的回答仍与裁定相符（如必须包含可以）",
        "ja": "導かれる答えがなお裁定に合う（「必ず」は「できる」を含む）",
        "en": "what is derived still bears the ruling out (as Must does Yes)",
    },
    "mutation.disputed": {
        "zh": "取决于本来就互相矛盾的规则",
        "ja": "すでに食い違うルールに左右される",
        "en": "it hangs on rules that disagree already",
    },
    "mutation.unexercised": {"zh": "没有裁定落入这条规则", "ja": "当てはまる裁定がない", "en": "no ruling falls under the rule"},
    "mutation.defeated": {
        "zh": "落入的裁定都另有例外",
        "ja": "当てはまる裁定には全て例外がある",
        "en": "an exception is in wherever a ruling falls under the rule",
    },
    "mutation.outranked": {
        "zh": "落入的裁定另由其他规则决定",
        "ja": "当てはまる裁定は他のルールで決まる",
        "en": "other rules settle the rulings under it",
    },
    "mutation.progress": {"zh": "正在逐一改变回答", "ja": "答えを一つずつ変えている", "en": "Changing answers"},
}

register(MESSAGES)
