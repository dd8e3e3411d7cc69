"""Lines of an answer for people: headings, indented entries and trees, as plain data that the command line prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.messages import t
from ygokg.model import Id, Model
from ygokg.render.words import conclusion_words, date_words, label, ruling_answer, ruling_case

if TYPE_CHECKING:
    from ygokg.corpus.sentences import Sentence
    from ygokg.lookup.rules import Branch

__all__ = ["Line", "heading", "rule_line", "ruling_lines", "section", "sentence_line", "tree_lines"]


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
    undated = t(lang, "rule.undated") if model.as_of else ""
    return f"{label(model, rule, lang)} {conclusion_words(model, model.rules[rule], lang, short=True)} ({rule}{undated})"


def ruling_lines(
    model: Model, rulings: Sequence[Id], lang: str, indent: str = "  ", sentences: Mapping[Id, Sentence] | None = None
) -> Iterator[Line]:
    """Yield two lines for each ruling: id, answer and date; then its summary (en) or its case in words (zh, ja).

    `sentences` are those of imported documents by passage; each follows the ruling that rests on it.
    """
    for i in rulings:
        ruling = model.rulings[i]
        date = f" ({date_words(ruling.date, lang)})" if ruling.date else ""
        yield Line(f"{indent}{i.removeprefix('ruling:')} → {ruling_answer(model, ruling, lang)}{date}")
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
