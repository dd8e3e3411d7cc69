"""Policies on the form of Turtle files: what a diff shows should be meaning, never layout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ygokg.checks.finding import Place, Problem
from ygokg.checks.sources import OWN_PREFIXES, Sources, TurtleFile
from ygokg.errors import UsageProblem
from ygokg.graph.triples import PREFIXES, natural_key
from ygokg.reading import replace_file

FORMATTER_VERSION = "0.1.2"
"""The `turtlefmt` of the extra `form`: another version may lay the same triples out in another way."""
_REPLACE = f"Install it anew (pip install --force-reinstall turtlefmt=={FORMATTER_VERSION}), or delete it and check all but the form."
_LONGEST = 60
"""Seconds that turtlefmt has for a file."""

_RESTRICTION = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]")
_CONDITION = re.compile(
    rf"^(?P<open>    owl:equivalentClass \[ a owl:Class ; owl:intersectionOf \() (?P<first>\S+)"
    rf"(?P<others>(?: {_RESTRICTION.pattern})*) (?P<close>\) \].*)$",
    re.MULTILINE,
)
"""The condition of a rule on one line, as turtlefmt prints it; a change to it could not be reviewed."""

_DATA_PREFIXES = ("ruling:", "effect:", "card:", "archetype:", "src:", "evidence:")


def find_formatter() -> str | None:
    """Return the path of `turtlefmt`, looked for beside the running Python first, or None."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("turtlefmt", path=beside) or shutil.which("turtlefmt")


def turtle_form(sources: Sources) -> Iterator[Problem]:
    """Every file is in the one form of `laid_out`, which also says what is raised. Finds nothing where turtlefmt is missing."""
    formatter = find_formatter()
    if formatter is None:
        return
    for file in sources.files:
        line = _first_line_to_change(formatter, file)
        if line:
            yield Problem(
                file.name, "is not in the form that all files have. Run the check again with --fix.", place=Place(file.name, line)
            )


def lay_out(sources: Sources) -> bool:
    """Bring every file into its form, and return whether one was written.

    Raises `UsageProblem` for one that cannot be written, and as `laid_out` does.
    """
    formatter = find_formatter()
    if formatter is None:
        return False
    written = False
    for file in sources.files:
        formatted = laid_out(formatter, file.source)
        if formatted is not None and formatted != file.source:
            try:
                replace_file(file.path, formatted.encode("utf-8"))
            except OSError as error:
                raise UsageProblem(f"{file.name} cannot be written: {error.strerror}.", "Check again without --fix.") from error
            written = True
    return written


def laid_out(formatter: str, source: str) -> str | None:
    """Return Turtle as turtlefmt prints it, with every restriction of a rule's condition on a line of its own.

    The formatter works on a copy. Returns None where it cannot read the text; raises `UsageProblem` where it does not start or end.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.ttl"
        copy.write_bytes(source.encode("utf-8"))
        return _CONDITION.sub(_spread, copy.read_bytes().decode("utf-8")) if _formats(formatter, copy) else None


def _formats(formatter: str, copy: Path) -> bool:
    """Let turtlefmt lay out a file, and say whether it could read it."""
    environment = {**os.environ, "NO_COLOR": "1", "RUST_BACKTRACE": "0"}
    try:
        done = subprocess.run([formatter, str(copy)], capture_output=True, check=False, env=environment, timeout=_LONGEST)  # noqa: S603
    except OSError as error:
        raise UsageProblem(f"turtlefmt cannot be started: {formatter}: {error.strerror}.", _REPLACE) from error
    except subprocess.TimeoutExpired as error:
        raise UsageProblem(f"turtlefmt did not end within {_LONGEST} seconds: {formatter}.", _REPLACE) from error
    return done.returncode == 0


def _spread(condition: re.Match[str]) -> str:
    members = "".join(f"        {member}\n" for member in (condition["first"], *_RESTRICTION.findall(condition["others"])))
    return f"{condition['open']}\n{members}    {condition['close']}"


def _first_line_to_change(formatter: str, file: TurtleFile) -> int:
    """Return the first line that the form changes, 0 if none."""
    formatted = laid_out(formatter, file.source)
    if formatted is None:
        return 1
    if formatted == file.source:
        return 0
    before, after = file.source.split("\n"), formatted.split("\n")
    same = (number for number, (old, new) in enumerate(zip(before, after, strict=False), 1) if old != new)
    return next(same, min(len(before), len(after)))


def opening_comments(sources: Sources) -> Iterator[Problem]:
    """Every file opens with a comment line that says what it holds."""
    for file in sources.files:
        if not file.source.lstrip().startswith("# "):
            yield Problem(file.name, "does not say what it holds. Add a first line '# …'.", place=Place(file.name, 1))


def unused_prefixes(sources: Sources) -> Iterator[Problem]:
    """Every declared prefix is used in its file."""
    for file in sources.files:
        for prefix in file.text.prefixes:
            if prefix.name not in file.text.used_prefixes:
                yield Problem(f"{prefix.name}:", "is declared but not used. Delete the @prefix line.", place=Place(file.name, prefix.line))


def own_prefixes(sources: Sources) -> Iterator[Problem]:
    """A prefix stands for the same namespace in every file, and is declared once."""
    for file in sources.files:
        seen: set[str] = set()
        for prefix in file.text.prefixes:
            expected = PREFIXES.get(prefix.name)
            place = Place(file.name, prefix.line)
            if prefix.name in seen:
                yield Problem(f"{prefix.name}:", "is declared twice. Keep one @prefix line.", place=place)
            elif expected is not None and expected != prefix.namespace:
                yield Problem(f"{prefix.name}:", f"stands for <{expected}> in this project. Use another prefix.", place=place)
            seen.add(prefix.name)


def subject_order(sources: Sources) -> Iterator[Problem]:
    """In data files subjects are sorted: cards by passcode, effects by passcode and mark, passages and rulings by line."""
    for file in sources.files:
        if file.part == "ontology":
            yield from _header_first(file)
            continue
        last: dict[str, str] = {}
        for statement in file.text.statements:
            prefix = statement.subject.partition(":")[0]
            before = last.get(prefix, "")
            if before and _order(statement.subject) < _order(before):
                yield Problem(
                    statement.subject,
                    f"stands after {before}; subjects are sorted. Move one of the two to its place.",
                    place=Place(file.name, statement.line),
                )
            last[prefix] = statement.subject


def _order(subject: str) -> tuple[object, ...]:
    """Sort key of a subject: by number; effects of "some card" first, and of one card its activation before its effects."""
    if not subject.startswith("effect:"):
        return natural_key(subject)
    card, _, mark = subject.removeprefix("effect:").partition("-")
    return (card != "any", natural_key(card), mark != "a", natural_key(mark))


def _header_first(file: TurtleFile) -> Iterator[Problem]:
    headers = {subject for subject, predicate, value in file.triples if (predicate, value) == ("rdf:type", "owl:Ontology")}
    for statement in file.text.statements[1:]:
        if statement.subject in headers:
            yield Problem(
                statement.subject, "The ontology header is the first statement. Move it up.", place=Place(file.name, statement.line)
            )


def unnamed_nodes(sources: Sources) -> Iterator[Problem]:
    """Data has no blank nodes, so that a plain SPARQL pattern finds everything and every line has a name."""
    for file in sources.files:
        if file.part == "ontology":
            continue
        for statement in file.text.statements:
            subject = statement.subject
            unnamed = subject.startswith(("_:", "[", "(")) and file.part == "data"
            values = (value for found in sources.facts.get(subject, {}).values() for value in found)
            inside = subject.startswith(_DATA_PREFIXES) and any(str(value).startswith("_:") for value in values)
            if unnamed or inside:
                yield Problem(subject, "has a blank node. Give it a name of its own.", place=Place(file.name, statement.line))


def twice_defined(sources: Sources) -> Iterator[Problem]:
    """An id is defined by one statement in one file and never used again for something else."""
    defined: dict[str, list[Place]] = defaultdict(list)
    for file in sources.files:
        for statement in file.text.statements:
            if statement.typed and statement.subject.startswith(OWN_PREFIXES):
                defined[statement.subject].append(Place(file.name, statement.line))
    for subject, places in defined.items():
        for place in places[1:]:
            yield Problem(
                subject,
                f"is already defined at {places[0]}. Merge the two statements, or give one of them a new id.",
                place=place,
            )


def card_comments(sources: Sources) -> Iterator[Problem]:
    """Whoever reads an effect's passcode in a data file finds the card's name as a comment in the same statement."""
    names = {card: _names(sources, card) for card in sources.of_type("ygo:Card")}
    for file in sources.files:
        if file.part == "ontology":
            continue
        for statement in file.text.statements:
            if not statement.subject.startswith(("effect:", "ruling:")):
                continue
            near = [text for line, text in file.text.comments.items() if statement.line <= line <= statement.end]
            for effect in dict.fromkeys((statement.subject, *statement.mentions)):
                card = "card:" + effect.removeprefix("effect:").partition("-")[0]
                known = names.get(card, []) if effect.startswith("effect:") else []
                if known and not any(name in text for text in near for name in known):
                    yield Problem(
                        statement.subject,
                        f"names {effect} without saying which card that is. Add the comment '# {known[0]}' at the end of its line.",
                        effect,
                    )


def _names(sources: Sources, card: str) -> list[str]:
    """Return the names of a card, the one that comments use first."""
    labels = sorted(sources.texts(card, "skos:prefLabel"), key=lambda label: label.language != "zh")
    return [label.value for label in labels + sources.texts(card, "skos:altLabel")]


def file_topics(sources: Sources) -> Iterator[Problem]:
    """A rule stands in the file of its topic, the first part of its name, so that a reader finds it."""
    for file in sources.files:
        if not file.name.startswith("ontology/rules/"):
            continue
        topic = Path(file.name).stem
        for statement in file.text.statements:
            name = statement.subject.removeprefix("rule:")
            if name != statement.subject and name.split(".")[0] != topic:
                yield Problem(
                    statement.subject,
                    f"does not begin with rule:{topic}. as its file does. Move it to ontology/rules/{name.split('.')[0]}.ttl.",
                    place=Place(file.name, statement.line),
                )
