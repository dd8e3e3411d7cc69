"""What can go wrong, as a small tree of named errors; the command line turns each into one message and an exit code."""

from __future__ import annotations


class YgokgError(Exception):
    """Base of all errors that the library raises on purpose; `exit_code` is what the command line ends with."""

    exit_code = 2

    def __init__(self, message: str, hint: str = "") -> None:
        """`message` says what is wrong and where; `hint` says what to do next."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageProblem(YgokgError):
    """The request itself does not make sense: an unknown feature, a value that a feature does not have."""


class BrokenInput(YgokgError):
    """Data, a query or a file cannot be read."""


class DamagedStore(BrokenInput):
    """Triples in the cache are not as they were written; they can be made again."""


class EndpointProblem(YgokgError):
    """A server cannot be reached, refuses, answers something else, or does not have the whole graph."""


class NotFound(YgokgError):
    """A well-formed request for something that is not there."""

    exit_code = 3


class TimedOut(YgokgError):
    """A time limit ended the work; never to be shown as an empty answer."""

    exit_code = 4
