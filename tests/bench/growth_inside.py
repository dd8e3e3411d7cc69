"""Run by growth.py in an installation with grown data: `lookups TIMES` or `conflicts TURNS`; writes its figures as JSON."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from typing import Any

from growth import lookups
from resolving import cases, timer, warm_times

TURNS = 30
COPIED = re.compile(r"-\d+\.")
"""In the id of a copied ruling: the number of the copy."""


def main() -> None:
    """Measure and write."""
    action, number = sys.argv[1], int(sys.argv[2])
    figures = _lookups(number) if action == "lookups" else _conflicts(number)
    json.dump({**figures, "megabytes": _megabytes()}, sys.stdout)


def _lookups(times: int) -> dict[str, Any]:
    """Time look-ups in the whole graph, and resolve on the cases of the data's own rulings."""
    import ygokg
    from ygokg.lookup.excerpt import Excerpt, Queries, select_from
    from ygokg.lookup.terms import find_terms, meant, term_page
    from ygokg.resolver import Rulebase
    from ygokg.store.cache import open_graph

    begun = time.perf_counter()
    graph = ygokg.open(lang="zh")
    opening = time.perf_counter() - begun
    stored = open_graph()
    model = stored.model

    def term(words: str) -> object:
        excerpt = Excerpt(Queries(select_from(stored)), "zh")
        concept, _ = meant(excerpt, find_terms(excerpt, words), words)
        return term_page(excerpt, concept) if concept is not None else sys.exit(f"{words} is no term.")

    by_kind: dict[str, Callable[[str], object]] = {"card": graph.card, "ruling": graph.ruling, "rule": graph.rule, "term": term}
    found = {what: _times(by_kind[kind], words) for what, (kind, words) in lookups(times).items()}
    rulings = found | {"rulings of a card": _times(graph.rulings, "技能抽取")}
    own = [ruling for ruling in model.rulings.values() if not COPIED.search(ruling.id)]
    resolve = timer(Rulebase(model, stored.verdicts))
    return {"opening": opening, "lookups": rulings, "resolve": warm_times(resolve, cases(own))}


def _times(work: Callable[[str], object], words: str) -> list[float]:
    """Return the seconds of each turn after one that only warms up."""
    work(words)
    spent = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        work(words)
        spent.append(time.perf_counter() - begun)
    return spent


def _conflicts(turns: int) -> dict[str, Any]:
    """Time reading the Turtle and finding what contradicts itself in it."""
    from ygokg.consistency.report import find
    from ygokg.store.build import load

    reading, finding = [], []
    for _ in range(turns):
        begun = time.perf_counter()
        model, accepted = load()
        read = time.perf_counter()
        find(model, accepted)
        reading.append(read - begun)
        finding.append(time.perf_counter() - read)
    return {"reading": reading, "finding": finding, "rulings": len(model.rulings)}


def _megabytes() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
