"""The resolver: what happens in a case, by rulings and by rules, with the proof and with what could overturn it.

`resolve` answers a user's case. The steps, in their order, are told in `ygokg.resolver.resolving`.
"""

from __future__ import annotations

from ygokg.resolver.outcome import (
    Assumption,
    Attestation,
    Check,
    DerivedFact,
    Outcome,
    Precedent,
    Proof,
    RuleTrace,
    Side,
    Unless,
)
from ygokg.resolver.resolving import Judged, judge, resolve
from ygokg.resolver.rulebase import Rulebase

__all__ = [
    "Assumption",
    "Attestation",
    "Check",
    "DerivedFact",
    "Judged",
    "Outcome",
    "Precedent",
    "Proof",
    "RuleTrace",
    "Rulebase",
    "Side",
    "Unless",
    "judge",
    "resolve",
]
