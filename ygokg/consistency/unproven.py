"""Rules that rulings fall under, none of which says what the rule says.

An obstacle may outrank such a rule wherever it is in, or it says Must and its rulings say Yes: nothing proves it, as nothing proves
a rule that no ruling falls under, and yet it looks proven.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import Finding, FindingSide, Hint, make_finding
from ygokg.consistency.profile import NOT_BORNE_OUT
from ygokg.consistency.states import RulingState
from ygokg.model import Id, Rule
from ygokg.resolver.outcome import PER_CARD

__all__ = ["lacks_proof", "not_borne_out"]


def not_borne_out(seen: Examined) -> Iterator[Finding]:
    """Yield the rules that answer a question and that no ruling under them bears out with this very answer.

    A rule in a disagreement or a broken exception is left to that finding. A rule that gives a derived feature its value is never
    here: no ruling answers with this value.
    """
    contested = {i for pair in (*seen.clashes, *seen.broken.needless) for i in pair} | seen.broken.rules
    for name, rulings in sorted(seen.falling.items()):
        rule = seen.base.model.rules[name]
        if name not in contested and lacks_proof(seen, rule, [seen.states[i] for i in rulings]):
            yield _finding(seen, rule, rulings)


def lacks_proof(seen: Examined, rule: Rule, under: Sequence[RulingState]) -> bool:
    """Say whether a rule lacks a ruling with its very answer among those `under` it, none of which is in another finding over rules.

    A rule that leaves it to each card is borne out by whatever its rulings say.
    """
    return (
        bool(under)
        and rule.answer not in (None, PER_CARD, *(state.ruling.answer for state in under))
        and not any(state.departs or state.misstated or seen.disputed(state) for state in under)
    )


def _finding(seen: Examined, rule: Rule, rulings: Sequence[Id]) -> Finding:
    by_answer: dict[str, list[Id]] = {}
    for name in rulings:
        by_answer.setdefault(seen.model.rulings[name].answer, []).append(name)
    said = (FindingSide(answer, rulings=tuple(own)) for answer, own in sorted(by_answer.items()))
    return make_finding(
        NOT_BORNE_OUT,
        (rule.id,),
        asks=rule.asks,
        sides=(FindingSide(rule.answer, rules=(rule.id,)), *said),
        shared=tuple(sorted(frozenset.intersection(*(seen.record(i).pairs for i in rulings)))),
        settle=(Hint("not-borne-out", (("rule", (rule.id,)),)),),
    )
