"""Which passages of a document stand elsewhere in it: below another heading, as another part, under another statement, in another order.

Lines that were only pushed along are no moves: what counts is what a passage stands beside, never its number.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ygokg.graph.model import Id, Passage

DOCUMENT, HEADING, PART, PARENT, ORDER = "document", "heading", "part", "parent", "order"

Section = tuple[str, ...]

_ANSWER = "ygo:RulingLine"
_EXAMPLE = "example"
_STATEMENTS = ("ygo:RuleLine", "ygo:DefinitionLine", "ygo:ExampleListLine")


class Move(NamedTuple):
    """A respect in which a passage moved, and from where to where.

    A document's move goes from id to id, a heading's from headings to headings (` › ` between them). A part is `rule`, `example` and
    the like, with the box that it is in after a slash. A parent is the statement that an example belongs to, and an order the
    passage that it comes after: each the id of an encoded passage, or the text of another one; empty where it is the first.
    """

    what: str
    before: str
    after: str


class Spot(NamedTuple):
    """A line of an imported document: its number, the hash of its text, what it is, in which box, under which headings."""

    line: int
    digest: str
    kind: str
    box: str
    section: Section
    text: str

    @property
    def part(self) -> str:
        """What it is, for a `Move`."""
        return f"{self.kind}/{self.box}" if self.box else self.kind


class Earlier(NamedTuple):
    """Where an earlier import of a document had a line."""

    section: Section
    part: str


class Homes:
    """The headings of the import under which each section of the encoded document stands: those of most of its passages."""

    def __init__(self, places: Mapping[Id, Spot], passages: Iterable[Passage]) -> None:
        """`places` are where passages stand now."""
        counts: dict[str, Counter[Section]] = defaultdict(Counter)
        for passage in passages:
            if passage.id in places:
                counts[passage.section][places[passage.id].section] += 1
        self._homes: dict[str, Section] = {}
        for section, found in counts.items():
            path, most = found.most_common(1)[0]
            if most > 1 and 2 * most > found.total():
                self._homes[section] = path
        self._settle(counts)

    def _settle(self, counts: Mapping[str, Counter[Section]]) -> None:
        """Of two headings with as many passages of a section each, take the one that is no other section's home."""
        taken = set(self._homes.values())
        for section, found in counts.items():
            own = [path for path in found if path not in taken]
            if section not in self._homes and len(found) > 1 and len(own) == 1:
                self._homes[section] = own[0]

    def of(self, section: str) -> Section | None:
        """Return the headings, or None where that cannot be told."""
        return self._homes.get(section)

    def strange(self, section: str, path: Section) -> bool:
        """Say whether headings that cannot be told for `section` are those of another chapter of the document."""
        if section in self._homes:
            return self._homes[section] != path
        chapters = {other.partition(".")[0] for other, home in self._homes.items() if home == path}
        return bool(chapters) and section.partition(".")[0] not in chapters


def matched(passages: Sequence[Passage], places: Sequence[Spot]) -> dict[Id, Spot]:
    """Return the line of each passage that the import has; of lines with the same text each is one passage's, by heading, then in order."""
    by_digest: dict[str, list[Spot]] = defaultdict(list)
    for place in places:
        by_digest[place.digest].append(place)
    alike: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        if passage.digest in by_digest:
            alike[passage.digest].append(passage)
    found = {p.id: by_digest[digest][0] for digest, (p, *others) in alike.items() if not others and len(by_digest[digest]) == 1}
    homes = Homes(found, passages)
    for digest, several in alike.items():
        left = by_digest[digest]
        if len(several) == len(left):
            found |= {passage.id: place for passage, place in zip(several, left, strict=True)}
            continue
        for passage in sorted(several, key=lambda p: not any(place.section == homes.of(p.section) for place in left)):
            if left:
                at = next((i for i, place in enumerate(left) if place.section == homes.of(passage.section)), 0)
                found[passage.id] = left.pop(at)
    return found


def moves(
    passages: Sequence[Passage], now: Mapping[Id, Spot], places: Sequence[Spot], earlier: Mapping[str, Earlier], *, marked: bool
) -> dict[Id, list[Move]]:
    """Return in which respects passages moved, by passage.

    `passages` are those of one document in its order, `now` their lines (see `matched`), `places` all lines of the import, `earlier`
    by hash where an earlier import had a line otherwise. `marked` says that the import has the markup that tells what a line is.
    """
    homes = Homes(now, passages)
    found: dict[Id, list[Move]] = {}
    for passage in passages:
        if passage.id in now and (ways := list(_aside(passage, now[passage.id], homes, earlier.get(passage.digest), marked=marked))):
            found[passage.id] = ways
    neighbours = _Neighbours(passages, now, places, homes, marked=marked)
    settled = [p for p in passages if p.id in now and p.id not in found]
    examples = [p for p in settled if marked and now[p.id].kind == _EXAMPLE]
    found |= neighbours.changed([p for p in settled if p not in examples], examples)
    found |= neighbours.under_others(examples, found)
    found |= neighbours.changed([p for p in examples if p.id not in found])
    return found


def _aside(passage: Passage, now: Spot, homes: Homes, earlier: Earlier | None, *, marked: bool) -> Iterator[Move]:
    """Yield that a passage stands below other headings, and that it is another part."""
    home = homes.of(passage.section)
    if earlier is not None and earlier.section != now.section:
        yield Move(HEADING, _path(earlier.section), _path(now.section))
    elif homes.strange(passage.section, now.section):
        yield Move(HEADING, _path(home) if home is not None else f"§ {passage.section}", _path(now.section))
    if earlier is not None and earlier.part != now.part:
        yield Move(PART, earlier.part, now.part)
    elif marked and (part := _other_part(passage, now)):
        yield Move(PART, part, now.part)


def _other_part(passage: Passage, now: Spot) -> str:
    """Return what a passage was encoded as, if it is certainly another part now; the encoded kinds do not tell everything."""
    if passage.kind in _STATEMENTS and now.kind in ("example", "remark"):
        return "rule"
    if passage.kind == _ANSWER and now.kind == "remark":
        return _EXAMPLE
    if passage.kind == "ygo:NoteLine" and not now.box:
        return "remark/attention"
    return "remark/note" if passage.kind == "ygo:RemarkLine" and now.kind == _EXAMPLE else ""


def _path(section: Section) -> str:
    return " › ".join(section[1:]) or "".join(section[:1])


class _Under(NamedTuple):
    """The statements right above an example, and which of the groups of its document this is."""

    group: int
    statements: tuple[str, ...]


def _grouped(lines: Iterable[tuple[object, bool, str]]) -> list[_Under]:
    """Return for lines (headings, whether an example, hash) in order the statements above each; headings begin anew."""
    found: list[_Under] = []
    above: list[str] = []
    group, heading, answered = 0, None, False
    for section, answer, digest in lines:
        if section != heading or (answered and not answer):
            above, group, heading = [], group + 1, section
        answered = answer
        if not answer:
            above.append(digest)
        found.append(_Under(group, tuple(above)))
    return found


class _Neighbours:
    """What passages stood beside, and what they stand beside now."""

    def __init__(self, passages: Sequence[Passage], now: Mapping[Id, Spot], places: Sequence[Spot], homes: Homes, *, marked: bool) -> None:
        """Take what `moves` takes. Without marks all lines below a heading count as statements."""
        self._now = now
        before = _grouped((homes.of(p.section) or p.section, marked and p.kind == _ANSWER, p.digest) for p in passages)
        after = _grouped((p.section, marked and p.kind == _EXAMPLE, p.digest) for p in places)
        here = {place.line: under for place, under in zip(places, after, strict=True)}
        self._were = {p.id: under for p, under in zip(passages, before, strict=True)}
        self._are = {id: here[place.line] for id, place in now.items()}
        self._with_examples = {self._were[p.id].group for p in passages if marked and p.kind == _ANSWER}
        ids = {now[p.id].line: p.id for p in passages if p.id in now}
        self._named = {place.digest: ids.get(place.line, place.text) for place in places}

    def under_others(self, examples: Iterable[Passage], moved: Container[Id]) -> dict[Id, list[Move]]:
        """Return the examples that stand under none of the statements that they stood under, while these stand where they did."""
        found: dict[Id, list[Move]] = {}
        for passage in examples:
            before, after = self._were[passage.id].statements, self._are[passage.id].statements
            left = [digest for digest in before if digest in self._named and self._named[digest] not in moved]
            if passage.kind == _ANSWER and left and after and not set(before) & set(after):
                found[passage.id] = [Move(PARENT, self._named[left[-1]], self._named[after[-1]])]
        return found

    def changed(self, passages: Iterable[Passage], along: Iterable[Passage] | None = None) -> dict[Id, list[Move]]:
        """Return the passages that changed places: the fewest, counted with the examples that go `along`.

        With `along` they are statements below one heading, without it examples under one statement.
        """
        followers = Counter(self._groups(p) for p in along or ())
        beside: dict[object, list[Passage]] = defaultdict(list)
        for passage in passages:
            beside[self._are[passage.id].group if along is None else self._now[passage.id].section].append(passage)
        found: dict[Id, list[Move]] = {}
        for together in beside.values():
            kept = _heaviest_rising([self._now[p.id].line for p in together], [self._weight(p, followers) for p in together])
            order = sorted(together, key=lambda p: self._now[p.id].line)
            after = {p.id: order[at - 1].id if at else "" for at, p in enumerate(order)}
            for at, passage in enumerate(together):
                if at not in kept:
                    found[passage.id] = [Move(ORDER, together[at - 1].id if at else "", after[passage.id])]
        return found

    def _groups(self, passage: Passage) -> tuple[int, int]:
        return self._were[passage.id].group, self._are[passage.id].group

    def _weight(self, passage: Passage, followers: Counter[tuple[int, int]]) -> int:
        """Return how much speaks for a passage having stayed: examples that are with it; that it lost all of its own speaks against it."""
        with_it = followers[self._groups(passage)]
        return 2 + 2 * with_it - (not with_it and passage.kind != _ANSWER and self._were[passage.id].group in self._with_examples)


def _heaviest_rising(values: Sequence[int], weights: Sequence[int]) -> set[int]:
    """Return the places of the rising subsequence of different numbers that weighs most.

    >>> sorted(_heaviest_rising([1, 9, 2, 3], [1, 1, 1, 1])), sorted(_heaviest_rising([7, 1, 2], [3, 1, 1]))
    ([0, 2, 3], [0])
    """
    # Of rising subsequences by their last values (`tails`): how much the heaviest weighs, and where it ends (`best`).
    tails: list[int] = []
    best: list[tuple[int, int]] = []
    link: list[int] = []
    for at, value in enumerate(values):
        place = bisect_left(tails, value)
        below, previous = best[place - 1] if place else (0, -1)
        weight = below + weights[at]
        link.append(previous)
        end = place
        while end < len(tails) and best[end][0] <= weight:
            end += 1
        tails[place:end], best[place:end] = [value], [(weight, at)]
    at = best[-1][1] if best else -1
    kept: set[int] = set()
    while at >= 0:
        kept.add(at)
        at = link[at]
    return kept
