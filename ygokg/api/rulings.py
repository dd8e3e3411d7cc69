"""Rulings: one with what stands behind it, all of a passage, and the nearest one with another answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ygokg.api.session import nothing_found, sentences_behind
from ygokg.errors import NotFound, UsageProblem
from ygokg.graph.ages import latest_sources
from ygokg.graph.triples import natural_key
from ygokg.graph.words import source_words
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.rulings import RulingPage, all_rulings, find_rulings, passage_id, ruling_page, rulings_page
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.graph.model import Id, Model
    from ygokg.lookup.groups import Truth
    from ygokg.lookup.questions import ContrastPage
    from ygokg.resolver import Rulebase

__all__ = ["Excerpt", "OfPassage", "One", "contrast", "rulings"]

_NEAR = 5
_LISTED = 20


class One(NamedTuple):
    """A ruling: its page, the passages that it rests on, and the sentences that imported documents have for them."""

    page: RulingPage
    sources: tuple[Id, ...]
    sentences: dict[Id, Sentence]


class OfPassage(NamedTuple):
    """The rulings of a passage or line, with the passages that they rest on, and the sentences that imported documents have for them."""

    passage: Id
    rulings: tuple[Id, ...]
    model: Model
    truth: Truth
    sources: list[Id]
    sentences: dict[Id, Sentence]


def rulings(excerpt: Excerpt, words: str, *, in_full: bool = False, in_words: bool = True) -> One | OfPassage:
    """Return the ruling that `words` names, or all of the passage or line that it names.

    `in_full` also takes in what only programs are told of one; several are told `in_words`, or as rows of a list. Raises `NotFound`
    where there is none, with what is near or why.
    """
    found = find_rulings(excerpt, words)
    if not found:
        raise _nothing(excerpt, words)
    if len(found) == 1:
        page = ruling_page(excerpt, found[0], in_full=in_full)
        sources = latest_sources(page.model.rulings[found[0]])
        return One(page, sources, sentences_behind(page.model, sources, excerpt.lang))
    passage = passage_id(words)
    model, truth = rulings_page(excerpt, passage, found, with_passages=in_words)
    behind = [source for i in found for source in latest_sources(model.rulings[i])]
    return OfPassage(passage, found, model, truth, behind, sentences_behind(model, behind, excerpt.lang) if in_words else {})


def contrast(excerpt: Excerpt, words: str, base: Rulebase | None = None, *, in_words: bool = True) -> tuple[Id, ContrastPage]:
    """Return the ruling that `words` names, and the rulings beside it that answer the same question differently, at least one.

    `base` is what `Session.rulebase_at_hand` returns; `in_words` also takes in what a page for people calls by name.

    Raises `NotFound` where there is no ruling or none beside it,
    `UsageProblem` for a passage with several.
    """
    from ygokg.lookup.questions import contrast_page

    found = find_rulings(excerpt, words)
    if not found:
        raise _unknown(excerpt, words)
    if len(found) > 1:
        listed = [f"  {i}" for i in found[:_LISTED]]
        if len(found) > _LISTED:
            listed.append(t(excerpt.lang, "contrast.several.more", count=len(found) - _LISTED, words=words))
        raise UsageProblem(t(excerpt.lang, "contrast.several", words=words), "\n".join(listed))
    page = contrast_page(excerpt, found[0], base, in_words=in_words)
    if not page.found:
        name = found[0].removeprefix("ruling:")
        raise NotFound(t(excerpt.lang, "contrast.none", ruling=name), t(excerpt.lang, "contrast.none.hint", ruling=name))
    return found[0], page


def _unknown(excerpt: Excerpt, words: str) -> NotFound:
    """Return the error for words that no ruling and no passage has, with those that are near."""
    near: list[Id] | tuple[Id, ...] = find_rulings(excerpt, words.rpartition(".")[0])
    if not 0 < len(near) <= _NEAR:
        from ygokg.graph.labels import suggest

        near = suggest({i: {} for i in near or all_rulings(excerpt)}, words, 3) or near[:_NEAR]
    return nothing_found(excerpt.model(), "ruling.unknown", words, near, excerpt.lang)


def _nothing(excerpt: Excerpt, words: str) -> NotFound:
    lang, passage = excerpt.lang, passage_id(words)
    if excerpt.as_of and (later := find_rulings(excerpt, words, ever=True)):
        first = min(map(excerpt.documented_on, later))
        return NotFound(t(lang, "as-of.later", words=words, day=excerpt.as_of, first=first), t(lang, "as-of.later.hint"))
    excerpt.passages((passage,))
    model = excerpt.model()
    if passage not in model.passages:
        return _unknown(excerpt, words)
    rules = sorted({row[0].text for row in excerpt.queries.rows("rules-citing", passage=(passage,))}, key=natural_key)
    if rules:
        hint = t(lang, "ruling.cited-by", rules=t(lang, "list").join(rules))
    elif passage in model.left_out:
        hint = t(lang, "ruling.left-out", reason=model.left_out[passage])
    else:
        hint = t(lang, "ruling.not-encoded", passage=passage.removeprefix("src:"))
    return NotFound(t(lang, "ruling.none-of-passage", passage=source_words(model, passage, lang)), hint)
