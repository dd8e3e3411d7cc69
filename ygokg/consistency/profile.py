"""The kinds of findings and how severe each is, as the one profile file says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

__all__ = [
    "BROKEN_EXCEPTION",
    "DERIVED_STATED",
    "EXPECTED_RULE",
    "FITTED",
    "IDLE_ACCEPTANCE",
    "KINDS",
    "NOT_BORNE_OUT",
    "QUESTIONS",
    "REVIEW",
    "RULE_RULE",
    "RULING_RULE",
    "RULING_RULING",
    "SEVERITIES",
    "SOURCE_SOURCE",
    "STALE",
    "UNCOVERED",
    "UNEXERCISED",
    "UNEXPLAINED",
    "UNREAD",
    "severity_of",
]

SOURCE_SOURCE = "source-source"
RULE_RULE = "rule-rule"
RULING_RULING = "ruling-ruling"
RULING_RULE = "ruling-rule"
DERIVED_STATED = "derived-stated"
QUESTIONS = "questions-disagree"
BROKEN_EXCEPTION = "broken-exception"
EXPECTED_RULE = "expected-rule"
UNEXPLAINED = "unexplained"
UNREAD = "unread-fact"
NOT_BORNE_OUT = "not-borne-out"
UNCOVERED = "uncovered"
STALE = "stale-passage"
IDLE_ACCEPTANCE = "idle-acceptance"
FITTED = "fitted"
UNEXERCISED = "unexercised"
REVIEW = "review"

KINDS = (
    SOURCE_SOURCE,
    RULE_RULE,
    RULING_RULING,
    RULING_RULE,
    DERIVED_STATED,
    QUESTIONS,
    BROKEN_EXCEPTION,
    EXPECTED_RULE,
    UNEXPLAINED,
    UNREAD,
    NOT_BORNE_OUT,
    UNCOVERED,
    STALE,
    IDLE_ACCEPTANCE,
    FITTED,
    UNEXERCISED,
    REVIEW,
)
"""All kinds, in the order in which findings are shown."""

SEVERITIES = ("error", "warning", "info")

_PROFILE = Path(__file__).with_name("severity.tsv")


@lru_cache(maxsize=1)
def _profile() -> dict[str, str]:
    lines = _PROFILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {row[0]: row[1] for row in rows[1:]}


def severity_of(kind: str) -> str:
    """Return `error`, `warning` or `info` for a kind; an unknown kind raises `KeyError`."""
    return _profile()[kind]
