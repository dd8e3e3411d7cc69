"""What a check reports: the policy broken, where, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass

ERROR = "error"
WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a Turtle file or of a catalogue of messages; line 0 speaks of the whole file."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        """Return `data/cards.ttl:12`, the form that editors open."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """What a policy found on `subject`; `mention` is the term whose line in the subject's statement is meant."""

    subject: str
    message: str
    mention: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken policy at one place. `severity` is `error` or `warning`; `message` says how to mend it."""

    policy: str
    severity: str
    subject: str
    place: Place | None
    message: str

    def row(self) -> dict[str, str]:
        """Return the finding as one row of text: severity, policy, place, subject, message."""
        return {
            "severity": self.severity,
            "policy": self.policy,
            "place": str(self.place or ""),
            "subject": self.subject,
            "message": self.message,
        }

    def sort_key(self) -> tuple[str, int, str, str, str]:
        """Order findings as a reader walks through the files."""
        place = self.place or Place("")
        return place.file, place.line, self.policy, self.subject, self.message
