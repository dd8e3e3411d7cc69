"""What the graph itself knows of changes: the course of a rule or ruling, and what changed in the documents since a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ygokg.graph.triples import natural_key

if TYPE_CHECKING:
    from ygokg.api.session import Session
    from ygokg.graph.model import Id, Model, Rule, Ruling

__all__ = ["KINDS", "Course", "Turn", "course", "statement_id", "turns"]

KINDS = ("new", "changed", "resolved", "withdrawn")
"""What can happen to a statement: it is new, another took its place, what was pending was decided, or nothing took its place."""
_PENDING = "ygo:Pending"


class Course(NamedTuple):
    """Rules or rulings that took each other's place, the earliest first; `model` tells what they say and where."""

    model: Model
    statements: tuple[Id, ...]


class Turn(NamedTuple):
    """A change of what the documents say: the first day of it, its kind (one of `KINDS`), what ended then and what began."""

    day: str
    kind: str
    before: tuple[Id, ...]
    after: tuple[Id, ...]


def statement_id(session: Session, words: str) -> Id | None:
    """Return the rule or ruling that `words` names by its id, with or without its prefix; None where they name none."""
    model = session.model
    names = (words, f"ruling:{words}", f"rule:{words}")
    return next((name for name in names if name in model.rules or name in model.rulings), None)


def course(session: Session, statement: Id) -> Course:
    """Return all that a rule or ruling took the place of and all that took its own, at any distance."""
    model = session.model
    nouns = model.rules if statement in model.rules else model.rulings
    found, row = {statement}, [statement]
    while row:
        near = (other for i in row for other in (*nouns[i].replaces, *nouns[i].replaced_by))
        row = [other for other in dict.fromkeys(near) if other in nouns and other not in found]
        found.update(row)
    return Course(model, tuple(sorted(found, key=lambda i: (nouns[i].valid_from, not nouns[i].valid_until, natural_key(i)))))


def turns(session: Session, since: str, *, topic: str | None = None, kinds: Iterable[str] = ()) -> list[Turn]:
    """Return what changed in what the encoded documents say since a day (YYYY-MM-DD), the earliest first.

    `topic` keeps what belongs to its rule systems, `kinds` some of `KINDS`. Raises `UsageProblem` for a topic that there is not.
    """
    from ygokg.graph.subjects import require_topics

    model = session.model
    require_topics(model, (topic,), session.lang)
    wanted = set(kinds) or set(KINDS)
    found = [turn for turn in _turns(model) if turn.day >= since and turn.kind in wanted and _is_about(model, turn, topic)]
    return sorted(found, key=lambda turn: (turn.day, [natural_key(i) for i in (*turn.before, *turn.after)]))


def _turns(model: Model) -> Iterator[Turn]:
    """Yield each change once: with what took their place, statements that ended together are told together."""
    for nouns in (model.rules, model.rulings):
        ended: dict[tuple[str, tuple[Id, ...]], list[Id]] = {}
        for noun in nouns.values():
            if noun.valid_until and not noun.deprecated:
                ended.setdefault((noun.valid_until, noun.replaced_by), []).append(noun.id)
            elif noun.valid_from and not noun.replaces:
                yield Turn(noun.valid_from, "new", (), (noun.id,))
        for (day, after), before in ended.items():
            yield Turn(day, _kind([nouns[i] for i in before], after), tuple(before), after)


def _kind(before: Iterable[Rule | Ruling], after: tuple[Id, ...]) -> str:
    if not after:
        return "withdrawn"
    return "resolved" if all(noun.answer == _PENDING for noun in before) else "changed"


def _is_about(model: Model, turn: Turn, topic: str | None) -> bool:
    from ygokg.consistency.finding import topics_of

    return topic is None or topic in topics_of(model, (*turn.before, *turn.after))
