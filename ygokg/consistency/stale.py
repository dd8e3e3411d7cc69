"""Passages that are encoded and do not stand any more as they were, in the newest import of their documents."""

from __future__ import annotations

from ygokg.consistency.finding import Finding, Hint, make_finding
from ygokg.consistency.profile import STALE
from ygokg.lookup.dated import Aged
from ygokg.model import Model
from ygokg.render.drift import move_words, words_line
from ygokg.store.folders import documents_file

__all__ = ["stale"]


def stale(model: Model, lang: str) -> tuple[list[Finding] | None, tuple[Aged, ...]]:
    """Return a finding for each of them (see `ygokg.corpus.drift`) and the imports; None where no document of the graph is imported."""
    if not documents_file().is_file():
        return None, ()
    from ygokg.corpus.drift import drift
    from ygokg.errors import NotFound

    try:
        found = drift(model, lang)
    except NotFound:
        return None, ()
    if not found.compared:
        return None, ()
    findings = []
    for one in found.drifted:
        there = f"{one.now.document}:{one.now.line}" if one.now else ""
        ways = "; ".join(move_words(model, move, lang) for move in one.moves)
        said = {"words": words_line(one.words, lang), "place": there, "passage": one.passage.removeprefix("src:"), "moves": ways}
        values = tuple((name, (text,)) for name, text in said.items())
        hint = Hint(f"stale.{one.change}", values)
        rulings = tuple(i for i, ruling in model.rulings.items() if one.passage in ruling.sources)
        findings.append(make_finding(STALE, (one.passage,), cases=rulings, settle=(hint,), detail=one.change))
    return findings, tuple(found.compared.values())
