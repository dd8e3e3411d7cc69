"""What the imported documents say, in words: the account of an import, entries and what they may replace, and what drifted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ygokg.graph.model import Id, Model
from ygokg.graph.words import date_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Line, age_words

if TYPE_CHECKING:
    from ygokg.documents.changes import Change
    from ygokg.documents.drift import Comparison, Drifted
    from ygokg.documents.history import Candidate, Cited, Entry, Place
    from ygokg.documents.library import DocumentAccount
    from ygokg.documents.moves import Move

_SHOWN = 20
_LINKED = ("database", "card-page")
_SHOWN_MOVES = 40
"""So many characters of a line that is not encoded are shown."""


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


def entry_lines(entry: Entry, lang: str, rulings: Iterable[Id] = ()) -> Iterator[Line]:
    """Yield an entry: its day and state, its text, where it stands, what it cites, our rulings of it."""
    date = date_words(entry.date, lang) if entry.date else t(lang, "history.undated")
    source = t(lang, f"class.{entry.source_class}") if entry.source_class else ""
    head = t(lang, "case.join").join(part for part in (date, t(lang, f"state.{entry.state}"), source, entry.label) if part)
    yield Line(head, bold=True)
    yield Line(f"  {entry.text}")
    places = t(lang, "list").join(_place(place, lang) for place in (entry.place, *entry.also))
    yield Line(f"    {places}", dim=True)
    for cited in entry.cited:
        if cited.identifier or cited.date or cited.source_class == "wiki":
            yield Line(f"    {_cited(cited, lang, several=len(entry.cited) > 1)}", dim=True)
    if ours := t(lang, "list").join(rulings):
        yield Line("    " + t(lang, "history.ours", ids=ours), dim=True)


def candidate_lines(candidates: Iterable[Candidate], lang: str) -> Iterator[Line]:
    """Yield what a change may replace, as candidates and never as fact."""
    for entry, score in candidates:
        date = date_words(entry.date, lang) if entry.date else t(lang, "history.undated")
        words = t(lang, "history.candidate", score=f"{score:.2f}", date=date, state=t(lang, f"state.{entry.state}"), text=entry.text)
        yield Line(f"    {words} {_place(entry.place, lang)}")


def entry_payload(entry: Entry, candidates: Iterable[Candidate] = (), rulings: Iterable[Id] = ()) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "date": entry.date,
        "state": entry.state,
        "text": entry.text,
        "kind": entry.kind,
        "label": entry.label,
        "source_class": entry.source_class,
        "names": list(entry.names.values()),
        "places": [place._asdict() for place in (entry.place, *entry.also)],
        "cites": [cited._asdict() for cited in entry.cited],
        "rulings": list(rulings),
        "may_replace": [
            {"score": round(c.score, 2), "date": c.entry.date, "state": c.entry.state, "text": c.entry.text, **c.entry.place._asdict()}
            for c in candidates
        ],
    }


def change_lines(change: Change, lang: str) -> Iterator[Line]:
    """Yield what is new: what happened when, and where, then the text and the one before."""
    parts = [t(lang, f"changes.{change.change}"), date_words(change.day, lang)]
    if change.entry and change.entry.state == "pending":
        parts.append(t(lang, "state.pending"))
    if change.imported:
        parts[1] = t(lang, "changes.by-import", day=parts[1])
    line = change.entry.place.line if change.entry else None
    parts.append(t(lang, "history.place-top", document=change.document, line=line) if line else change.document)
    yield Line("  " + t(lang, "case.join").join(parts))
    yield Line(f"    {change.text}")
    if change.before:
        yield Line("    " + t(lang, "drift.before", text=change.before), dim=True)


def system_words(model: Model, system: Id | None, lang: str) -> str:
    """Return the name of the rule system that a change belongs to, or that it belongs to none."""
    return label(model, system, lang) if system else t(lang, "changes.no-system")


def places_of(entries: Iterable[Entry]) -> list[Place]:
    """Return where entries stand, with all further places of their texts."""
    return [place for entry in entries for place in (entry.place, *entry.also)]


def _place(place: Place, lang: str) -> str:
    section = " › ".join(place.section[1:])
    key = "history.place" if section else "history.place-top"
    return t(lang, key, document=place.document, line=place.line, section=section)


def _cited(cited: Cited, lang: str, *, several: bool) -> str:
    parts = [t(lang, f"class.{cited.source_class or 'none'}") if cited.source_class else "", cited.identifier or ""]
    if cited.date:
        parts.append(date_words(cited.date, lang))
    words = " ".join(part for part in (*parts, cited.url if cited.source_class in _LINKED else "") if part)
    return t(lang, "history.clause", source=words, clause=cited.clause) if several and cited.clause else words


def drift_lines(model: Model, found: Comparison, lang: str, shown: tuple[Drifted, ...]) -> Iterator[Line]:
    """Yield what drifted, passage by passage, then how many stand and what was compared."""
    for one in shown:
        yield Line(t(lang, f"drift.{one.change}", passage=source_words(model, one.passage, lang), id=one.passage), bold=True)
        if one.before:
            yield Line("  " + t(lang, "drift.before", text=one.before))
        if one.now is not None and one.change != "withdrawn":
            place = t(
                lang,
                "drift.place",
                document=one.now.document,
                line=one.now.line,
                section=" › ".join(one.now.section[1:] or one.now.section),
            )
            key = "drift.now-there" if one.change == "moved" else "drift.now"
            yield Line("  " + t(lang, key, text=one.now.text, place=place, score=f"{one.score:.2f}"))
        for move in one.moves:
            yield Line("  " + move_words(model, move, lang))
        if one.words:
            yield Line("  " + t(lang, "drift.words", words=words_line(one.words, lang)))
        if users := users_of(model, one.passage):
            yield Line("  " + t(lang, "drift.users", ids=t(lang, "list").join(users)))
        yield Line()
    yield Line(t(lang, "drift.count", standing=found.standing, drifted=len(found.drifted)))
    for document, newest in found.compared.items():
        age = age_words(newest.document, newest.revision, newest.dated, lang)
        issued = model.documents[document].issued
        yield Line(t(lang, "drift.compared", document=label(model, document, lang), issued=issued, age=age), dim=True)
    for document in found.missing:
        yield Line(t(lang, "drift.missing", document=label(model, document, lang)), dim=True)


def drift_payload(model: Model, found: Comparison, lang: str, shown: tuple[Drifted, ...]) -> dict[str, Any]:
    """Return the same for programs."""
    rows = [
        {
            "passage": one.passage,
            "change": one.change,
            "before": one.before,
            "now": one.now._asdict() if one.now else None,
            "score": round(one.score, 2),
            "words": [{"before": before, "now": now} for before, now in one.words],
            "moves": [move._asdict() for move in one.moves],
            "used_by": users_of(model, one.passage),
        }
        for one in shown
    ]
    compared = [
        {"document": i, "label": label(model, i, lang), "issued": model.documents[i].issued}
        | {key: getattr(newest, key) for key in ("revision", "dated")}
        | {"imported": newest.document}
        for i, newest in found.compared.items()
    ]
    return {"standing": found.standing, "drifted": rows, "compared": compared, "not_imported": list(found.missing)}


def move_words(model: Model, move: Move, lang: str) -> str:
    """Return in which respect a passage moved, and from where to where."""
    before, after = (_moved(model, move.what, place, lang) for place in (move.before, move.after))
    return t(lang, f"drift.move.{move.what}", before=before, after=after)


def _moved(model: Model, what: str, place: str, lang: str) -> str:
    if what == "part":
        kind, _, box = place.partition("/")
        name = t(lang, f"drift.part.{kind}")
        if not box:
            return name
        known = box in ("attention", "note", "tip")
        return t(lang, "drift.part.in-box", kind=name, box=t(lang, f"drift.part.{box}") if known else box)
    if what not in ("parent", "order"):
        return place
    if not place:
        return t(lang, "drift.first")
    if place in model.passages:
        words = source_words(model, place, lang)
    else:
        words = t(lang, "drift.quoted", text=place if len(place) <= _SHOWN_MOVES else place[: _SHOWN_MOVES - 1] + "…")
    return t(lang, "drift.after", place=words) if what == "order" else words


def words_line(words: tuple[tuple[str, str], ...], lang: str) -> str:
    """Return differing words as `“old” → “new”`; what only went or only came stands alone with a minus or a plus."""
    quote = "“{}”" if lang != "ja" else "「{}」"
    parts = []
    for before, now in words:
        if before and now:
            parts.append(f"{quote.format(before)} → {quote.format(now)}")
        else:
            parts.append(f"-{quote.format(before)}" if before else f"+{quote.format(now)}")
    return t(lang, "list").join(parts)


def users_of(model: Model, passage: Id) -> list[Id]:
    """Return the rulings and rules that rest on a passage."""
    rulings = [i for i, ruling in model.rulings.items() if passage in ruling.sources]
    return rulings + [i for i, rule in model.rules.items() if passage in rule.sources]
