"""The answers that read better as a phrase of their own than as question and answer; the rest needs none."""

from __future__ import annotations

from ygokg.render.messages import register

__all__ = ["MESSAGES"]

MESSAGES = {
    "answer.ygo:IsNegated.ygo:Yes": {"zh": "无效", "ja": "無効になる", "en": "negated"},
    "answer.ygo:IsNegated.ygo:No": {"zh": "不会无效", "ja": "無効にならない", "en": "not negated"},
    "answer.ygo:IsActivationNegated.ygo:Yes": {"zh": "发动无效", "ja": "発動は無効になる", "en": "the activation is negated"},
    "answer.ygo:IsActivationNegated.ygo:No": {"zh": "发动不会无效", "ja": "発動は無効にならない", "en": "the activation is not negated"},
    "answer.ygo:EntersNegatedState.ygo:Yes": {"zh": "进入无效状态", "ja": "無効化された状態になる", "en": "becomes negated"},
    "answer.ygo:EntersNegatedState.ygo:No": {"zh": "不会进入无效状态", "ja": "無効化された状態にならない", "en": "does not become negated"},
    "answer.ygo:IsContinuousApplied.ygo:Yes": {"zh": "适用", "ja": "適用される", "en": "applied"},
    "answer.ygo:IsContinuousApplied.ygo:No": {"zh": "不适用", "ja": "適用されない", "en": "not applied"},
    "answer.ygo:IsNegatorApplied.ygo:Yes": {
        "zh": "无效方的效果适用",
        "ja": "無効にする効果は適用される",
        "en": "the negating effect is applied",
    },
    "answer.ygo:IsNegatorApplied.ygo:No": {
        "zh": "无效方的效果不适用",
        "ja": "無効にする効果は適用されない",
        "en": "the negating effect is not applied",
    },
    "answer.ygo:IsRiderApplied.ygo:Yes": {
        "zh": "无效之后的处理适用",
        "ja": "無効に続く処理は適用される",
        "en": "what follows the negation is applied",
    },
    "answer.ygo:IsRiderApplied.ygo:No": {
        "zh": "无效之后的处理不适用",
        "ja": "無効に続く処理は適用されない",
        "en": "what follows the negation is not applied",
    },
    "answer.ygo:IsAppliedToCard.ygo:Yes": {"zh": "对那张卡适用", "ja": "そのカードに適用される", "en": "applied to this card"},
    "answer.ygo:IsAppliedToCard.ygo:No": {"zh": "对那张卡不适用", "ja": "そのカードに適用されない", "en": "not applied to this card"},
    "answer.ygo:IsDestroyed.ygo:Yes": {"zh": "被破坏", "ja": "破壊される", "en": "destroyed"},
    "answer.ygo:IsDestroyed.ygo:No": {"zh": "不会被破坏", "ja": "破壊されない", "en": "not destroyed"},
    "answer.ygo:CanActivate.ygo:Yes": {"zh": "可以发动", "ja": "発動できる", "en": "can be activated"},
    "answer.ygo:CanActivate.ygo:No": {"zh": "不能发动", "ja": "発動できない", "en": "cannot be activated"},
    "answer.ygo:CanActivate.ygo:Must": {"zh": "必须发动", "ja": "必ず発動する", "en": "must be activated"},
    "answer.ygo:CanChain.ygo:Yes": {"zh": "可以连锁", "ja": "チェーンできる", "en": "can be chained"},
    "answer.ygo:CanChain.ygo:No": {"zh": "不能连锁", "ja": "チェーンできない", "en": "cannot be chained"},
    "answer.ygo:MissesTiming.ygo:Yes": {"zh": "错过时点", "ja": "タイミングを逃す", "en": "misses the timing"},
    "answer.ygo:MissesTiming.ygo:No": {"zh": "不会错过时点", "ja": "タイミングを逃さない", "en": "does not miss the timing"},
    "answer.ygo:DoesTrigger.ygo:Yes": {"zh": "满足诱发条件", "ja": "発動条件を満たす", "en": "triggers"},
    "answer.ygo:DoesTrigger.ygo:No": {"zh": "不满足诱发条件", "ja": "発動条件を満たさない", "en": "does not trigger"},
    "answer.ygo:WhichDestination.ygo:StaysInPlace": {"zh": "留在原处", "ja": "その場に残る", "en": "stays in place"},
    "answer.ygo:WhichDestination.ygo:Graveyard": {"zh": "去往墓地", "ja": "墓地へ送られる", "en": "goes to the Graveyard"},
    "answer.ygo:WhichDestination.ygo:Banished": {"zh": "被除外", "ja": "除外される", "en": "is banished"},
    "answer.ygo:IsCostPaid.ygo:Yes": {"zh": "要支付cost", "ja": "コストを払う", "en": "the cost is paid"},
    "answer.ygo:IsCostPaid.ygo:No": {"zh": "不支付cost", "ja": "コストを払わない", "en": "the cost is not paid"},
    "answer.ygo:DoesBattleGoOn.ygo:Yes": {"zh": "战斗继续", "ja": "戦闘は続く", "en": "the battle goes on"},
    "answer.ygo:DoesBattleGoOn.ygo:No": {"zh": "战斗终止", "ja": "戦闘は終わる", "en": "the battle ends"},
}

register(MESSAGES)
