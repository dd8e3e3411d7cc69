"""What is in the graph, and whether it is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ygokg.errors import BrokenInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from ygokg.api.session import Session
    from ygokg.checks import Report
    from ygokg.checks.second_opinion import Reasoned
    from ygokg.lookup.excerpt import Excerpt
    from ygokg.lookup.stats import Stats

__all__ = ["Checked", "check", "policies", "stats"]


class Checked(NamedTuple):
    """What was found, and what the reasoner says where it was asked."""

    report: Report
    reasoned: Reasoned | None

    def require_whole(self, *, strict: bool) -> None:
        """Raise `BrokenInput` for data that could not be read; with `strict` also where a part was left out."""
        from ygokg.checks import INSTALL

        if self.report.broken is not None:
            raise self.report.broken
        if strict and self.report.skipped:
            raise BrokenInput("Not everything was checked, which --strict does not allow.", INSTALL)


def stats(excerpt: Excerpt, *, listed: bool = False) -> Stats:
    """Return the figures of the graph; `listed` also tells which rulings, rules and passages are behind them."""
    from ygokg.lookup import stats

    return stats.stats(excerpt, listed=listed)


def policies() -> list[tuple[str, str, str]]:
    """Return the data policies: id, severity, and what each demands."""
    from ygokg.checks import POLICIES

    return [(policy.id, policy.severity, policy.demands) for policy in POLICIES]


def check(
    session: Session,
    *,
    shapes: bool | None = None,
    fix: bool = False,
    reason: bool = False,
    anew: bool = False,
    tell: Callable[[str], None] = lambda _what: None,
) -> Checked:
    """Check ontology and data, and the user's files with them.

    Args:
        session: Whose data are checked.
        shapes: Whether to run the SHACL shapes; None if pySHACL is installed.
        fix: Whether to lay out every file in the one form first.
        reason: Whether to ask the OWL reasoner too; `anew` even where it was asked the same before.
        anew: Whether what the reasoner said before does not count.
        tell: Is told what is being done.

    Raises:
        BrokenInput: Java or pySHACL is asked for and missing, or the reasoner fails.
        UsageProblem: A data path does not exist, or turtlefmt does not start or end.
    """
    from ygokg.checks import add_reasoning, check_files

    if reason:
        from ygokg.checks.hermit import find_java

        find_java()
    tell("Checking the files")
    report = check_files(session.data, shapes=shapes, builtin=session.builtin, fix=fix)
    return Checked(report, add_reasoning(report, anew=anew, tell=tell) if reason else None)
