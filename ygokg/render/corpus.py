"""The imported documents in words: their age, their account, and their sentences beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ygokg.messages import t
from ygokg.render.ages import age_words
from ygokg.render.lines import Line

if TYPE_CHECKING:
    from ygokg.corpus.account import DocumentAccount

__all__ = ["account_lines", "account_payload"]

_SHOWN = 20


def account_lines(row: DocumentAccount, lang: str) -> Iterator[Line]:
    """Yield what became of a document's lines: how many are what, kinds, states and sources of passages, names, unknown markers."""
    yield Line(age_words(row.id, row.revision, row.dated, lang), bold=True)
    yield Line(f"  {row.title} · {row.path}")
    yield Line("  " + t(lang, "report.lines", total=row.total, counts=_counts(row.lines, "line.", lang)))
    yield Line("  " + t(lang, "report.passages", total=row.passages, counts=_counts(row.kinds, "passage.", lang)))
    yield Line("  " + t(lang, "report.states", counts=_counts(row.states, "state.", lang)))
    yield Line("  " + t(lang, "report.sources", counts=_counts(row.sources, "class.", lang)))
    yield Line("  " + t(lang, "report.names", total=sum(row.names.values()), counts=_counts(row.names, "name.", lang)))
    if row.unresolved:
        names = t(lang, "list").join(row.unresolved[:_SHOWN])
        yield Line("  " + t(lang, "report.unresolved", count=len(row.unresolved), names=names + _more(row.unresolved)))
    yield Line("  " + t(lang, "report.markers", count=len(row.markers)))
    for marker in row.markers[:_SHOWN]:
        yield Line("    " + t(lang, "report.marker", line=marker.line, what=t(lang, f"marker.{marker.what}"), text=marker.text))
    if _more(row.markers):
        yield Line(f"    {_more(row.markers).strip()}")
    yield Line()


def account_payload(row: DocumentAccount) -> dict[str, Any]:
    """Return the same for programs, with every unresolved name and marker."""
    return {
        **{name: getattr(row, name) for name in ("id", "title", "path", "form", "revision", "dated", "imported")},
        "lines": {"total": row.total, **_sorted(row.lines)},
        "passages": {"total": row.passages, **_sorted(row.kinds)},
        "states": _sorted(row.states),
        "sources": _sorted(Counter({name or "none": count for name, count in row.sources.items()})),
        "names": _sorted(row.names),
        "unresolved": list(row.unresolved),
        "markers": [{"line": m.line, "what": m.what, "text": m.text} for m in row.markers],
    }


def _more(shown: tuple[object, ...]) -> str:
    return f" … (+{len(shown) - _SHOWN})" if len(shown) > _SHOWN else ""


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _counts(counts: Counter[str], keys: str, lang: str) -> str:
    named = ((t(lang, keys + (name or "none")), count) for name, count in _sorted(counts).items() if count)
    return t(lang, "case.join").join(f"{name} {count}" for name, count in named)
