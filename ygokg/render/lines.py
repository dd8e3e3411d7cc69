"""What many answers for people are made of: headings, entries, rules and rulings on a line, trees, sections, and how old they are.

All of it is plain data, which the command line prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.graph.model import Id, Model
from ygokg.graph.words import conclusion_words, date_words, label, ruling_answer, ruling_case
from ygokg.messages import LANGUAGES, t
from ygokg.render.validity import ended

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.graph.ages import Age, Dated, DayCount
    from ygokg.lookup.rules import Branch

# Compiled when first used: Markdown alone needs these.
_MARKS = r"([\\`*_\[\]<>|#~])"
_ORDINAL = r"^(\d+)([.)])|^([-+])"
_NAMED = 20
"""More imported documents than this are counted, not named."""
_SHELL = set(" \t\"'`$&|;<>()*?[]{}!\\~")


class Line(NamedTuple):
    """One line of text; `bold` and `dim` are for a terminal only."""

    text: str = ""
    bold: bool = False
    dim: bool = False


def heading(lang: str, key: str, **values: object) -> list[Line]:
    """Return an empty line and the message `key` as a heading."""
    return [Line(), Line(t(lang, key, **values), bold=True)]


def section(lang: str, key: str, entries: Iterable[str], **values: object) -> list[Line]:
    """Return a heading with indented entries, or nothing where there are no entries."""
    lines = [Line(f"  {entry}") for entry in entries]
    return [*heading(lang, key, **values), *lines] if lines else []


def rule_line(model: Model, rule: Id, lang: str) -> str:
    """Return a rule on one line: what it is called, what it concludes, its id; that it has no date, where a day was asked for."""
    if rule not in model.rules:
        return rule
    known = model.rules[rule]
    undated = t(lang, "rule.undated") if model.as_of and not (known.valid_from or known.valid_until) else ""
    return f"{label(model, rule, lang)} {conclusion_words(model, known, lang, short=True)} ({rule}{undated}){ended(known, lang)}"


def ruling_lines(
    model: Model, rulings: Sequence[Id], lang: str, indent: str = "  ", sentences: Mapping[Id, Sentence] | None = None
) -> Iterator[Line]:
    """Yield two lines for each ruling: id, answer and date; then its summary (en) or its case in words (zh, ja).

    `sentences` are those of imported documents by passage; each follows the ruling that rests on it.
    """
    for i in rulings:
        ruling = model.rulings[i]
        date = f" ({date_words(ruling.date, lang)})" if ruling.date else ""
        yield Line(f"{indent}{i.removeprefix('ruling:')} → {ruling_answer(model, ruling, lang)}{date}{ended(ruling, lang)}")
        case = t(lang, "case.join").join(ruling_case(model, ruling, lang))
        text = ruling.summary if lang == "en" and ruling.summary else case
        if text:
            yield Line(f"{indent}    {text}", dim=True)
        for source in ruling.sources if sentences else ():
            if sentences and source in sentences:
                yield sentence_line(sentences[source], lang, f"{indent}    ")


def sentence_line(sentence: Sentence, lang: str, indent: str) -> Line:
    """Return a sentence of an imported document with where it stands there; that it no longer holds, where it is struck through."""
    withdrawn = t(lang, "sentence.withdrawn") if sentence.state == "withdrawn" else ""
    return Line(indent + t(lang, "sentence", text=sentence.text, document=sentence.document, line=sentence.line) + withdrawn, dim=True)


def tree_lines(model: Model, branches: Sequence[Branch], lang: str) -> Iterator[Line]:
    """Yield a forest of rules with ├ and └ before each; what hangs on a rule is shown where the rule comes first."""
    return _tree(model, branches, lang, "  ", set())


def _tree(model: Model, branches: Sequence[Branch], lang: str, indent: str, seen: set[Id]) -> Iterator[Line]:
    for position, branch in enumerate(branches):
        last = position == len(branches) - 1
        again = bool(branch.branches) and branch.rule in seen
        seen.add(branch.rule)
        words = rule_line(model, branch.rule, lang) + (t(lang, "tree.above") if again else "")
        yield Line(f"{indent}{'└' if last else '├'} {words}")
        if not again:
            yield from _tree(model, branch.branches, lang, f"{indent}{' ' if last else '│'} ", seen)


class Entry(NamedTuple):
    """A line with the entries below it; `link` is an address that belongs to it."""

    text: str
    below: tuple[Entry, ...] = ()
    link: str | None = None


class Section(NamedTuple):
    """A heading with its entries."""

    title: str
    entries: tuple[Entry, ...]


def section_lines(sections: Iterable[Section]) -> Iterator[Line]:
    """Yield sections as lines, two columns deeper for each level; what is below another entry is dim."""
    for section in sections:
        yield Line()
        yield Line(section.title, bold=True)
        yield from _lines(section.entries, 1)


def section_markdown(headline: str, notes: Sequence[str], sections: Iterable[Section]) -> str:
    r"""Return a headline, lines under it and sections as Markdown; signs that Markdown would take for its own are escaped.

    >>> section_markdown("→ yes", ["why *so*"], [Section("Facts", (Entry("a", (Entry("1. b", link="https://x"),)),))])
    '**→ yes**\n\nwhy \\*so\\*\n\n**Facts**\n\n- a\n  - 1\\. b <https://x>\n'
    """
    blocks = [f"**{_escaped(headline)}**", *(_escaped(note) for note in notes)]
    for section in sections:
        blocks += [f"**{_escaped(section.title)}**", "\n".join(_bullets(section.entries, 0))]
    return "\n\n".join(blocks) + "\n"


def _lines(entries: Iterable[Entry], depth: int) -> Iterator[Line]:
    for entry in entries:
        yield Line("  " * depth + entry.text + (f" {entry.link}" if entry.link else ""), dim=depth > 2)
        yield from _lines(entry.below, depth + 1)


def _bullets(entries: Iterable[Entry], depth: int) -> Iterator[str]:
    for entry in entries:
        yield f"{'  ' * depth}- {_escaped(entry.text)}" + (f" <{entry.link}>" if entry.link else "")
        yield from _bullets(entry.below, depth + 1)


def _escaped(text: str) -> str:
    escaped = re.sub(_MARKS, r"\\\1", " ".join(text.split("\n")))
    return re.sub(_ORDINAL, lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", escaped)


def age_words(id: str, revision: str, dated: str, lang: str) -> str:
    """Return a document with its revision and day, or the day of its file."""
    return t(lang, "age.revision" if revision else "age.file", id=id, revision=revision, date=dated)


def day_words(day: DayCount, lang: str) -> str:
    """Return what it means that only what was documented by a day was looked at."""
    from ygokg.graph.dates import last_day

    words = t(lang, "as-of.note", day=day.day, count=day.known, of=day.of)
    if day.first_issued and last_day(day.first_issued) > day.day:
        words += "\n" + t(lang, "as-of.no-document", first=day.first_issued)
    return words


def choice_rows(model: Model, ids: Iterable[Id], lang: str) -> list[tuple[Id, str]]:
    """Return things with their names, to choose from."""
    return [(i, label(model, i, lang)) for i in ids]


def shell_word(word: str) -> str:
    r"""Quote a word for a POSIX shell where it needs to be, and only there: names in zh and ja mostly do not.

    >>> print(shell_word("技能抽取"), shell_word("Skill Drain"), shell_word('a "$b"'))
    技能抽取 "Skill Drain" "a \"\$b\""
    """
    if not _SHELL.intersection(word):
        return word
    escaped = "".join(f"\\{c}" if c in '"\\`$' else c for c in word)
    return f'"{escaped}"'


def rests_on_words(model: Dated | None, rows: Sequence[Age], lang: str) -> str:
    """Return what an answer rests on (see `ygokg.graph.ages`) as one sentence."""
    return t(lang, "age.rests-on", documents=t(lang, "list").join(_words(model, rows, lang)))


def with_ages_of_rows(model: Model, rows: Iterable[Sequence[object]], format: str, at: int = 0) -> list[tuple[object, ...]]:
    """Return rows that have `at` this place the id of a rule or ruling, each with the documents that it rests on in one more cell."""
    from ygokg.graph.ages import ages

    aged = ((row, ages(model, (str(row[at]),))) for row in rows)
    return [(*row, found if format == "json" else cell(found)) for row, found in aged]


def cell(rows: Sequence[Age]) -> str:
    """Return encoded documents with the months whose state they show, for a cell of a table: `src:negation 2023-12`."""
    return "; ".join(f"{row['document']} {row['issued']}".strip() for row in rows if "document" in row)


def _words(model: Dated | None, rows: Sequence[Age], lang: str) -> Iterator[str]:
    for row in rows:
        if "document" in row and model is not None:
            yield _issued(model, row, lang)
    imported = [row for row in rows if "imported" in row]
    if len(imported) > _NAMED:
        days = sorted(str(row["dated"]) for row in imported)
        yield t(lang, "age.many", count=len(imported), first=days[0], last=days[-1])
    else:
        yield from (age_words(str(row["imported"]), str(row["revision"]), str(row["dated"]), lang) for row in imported)
    modified = next((row["modified"] for row in rows if row.get("data") == "built-in"), None)
    files = next((row["files"] for row in rows if row.get("data") == "own"), None)
    if modified is not None and files is not None:
        yield t(lang, "age.data-and-files" if files != 1 else "age.data-and-file", date=modified, count=files)
    elif modified is not None:
        yield t(lang, "age.data", date=modified)
    elif files is not None:
        yield t(lang, "age.files" if files != 1 else "age.one-file", count=files)


def _issued(model: Dated, row: Age, lang: str) -> str:
    labels = model.documents[str(row["document"])].labels
    name = next((labels[known] for known in (lang, *LANGUAGES) if known in labels), row["document"])
    if row["issued"] and str(row["issued"]) in str(name):
        return str(name)
    return t(lang, "age.issued" if row["issued"] else "age.undated", document=name, issued=row["issued"])
