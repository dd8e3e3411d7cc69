"""Findings and mutation scores as lines for people, and as plain dictionaries for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ygokg.graph.ages import latest_sources
from ygokg.graph.model import Id, Model
from ygokg.graph.words import answer_words, condition_words, date_words, evidence_link, fact_words, label, source_words
from ygokg.messages import t
from ygokg.render.lines import Line
from ygokg.render.payload import named

if TYPE_CHECKING:
    from ygokg.consistency.finding import Finding, FindingSide, Hint
    from ygokg.consistency.mutation import Change, Score

_SHOWN = 5
"""So many rulings of one side are shown; programs get them all."""

Json = dict[str, Any]


def title(finding: Finding, lang: str) -> str:
    """Return what kind of finding it is, in words."""
    kind = f"{finding.kind}.{finding.detail}" if finding.detail else finding.kind
    return t(lang, f"conflict.{kind}")


def finding_lines(model: Model, finding: Finding, lang: str) -> Iterator[Line]:
    """Yield a finding: what it is, both sides with sources and dates, the shared facts, and what would settle it."""
    severity = t(lang, f"severity.{finding.severity}")
    head = "conflict.head" if finding.accepted is None else "conflict.accepted"
    yield Line(t(lang, head, severity=severity, id=finding.id, title=title(finding, lang)), bold=True)
    if finding.accepted is not None:
        yield Line("  " + t(lang, "conflict.because", because=finding.accepted.because, acceptance=finding.accepted.id))
    if finding.past:
        yield Line("  " + t(lang, "conflict.past", day=finding.past))
    for text in _about(model, finding, lang):
        yield Line(f"  {text}")
    for side in finding.sides:
        yield from _side_lines(model, finding.asks, side, lang)
    if finding.cases:
        yield Line("  " + t(lang, "conflict.cases"))
        yield from _ruling_lines(model, finding.cases, lang, with_answer=True)
    for text in _context(model, finding, lang):
        yield Line(f"  {text}")
    for hint in finding.settle:
        yield Line("  " + t(lang, "conflict.settle", hint=_hint_words(model, hint, lang)))


def _about(model: Model, finding: Finding, lang: str) -> Iterator[str]:
    if finding.asks:
        kind = "feature" if finding.asks in model.features else "system" if finding.asks in model.systems else "asks"
        yield t(lang, f"conflict.{kind}", asks=label(model, finding.asks, lang))
    if not finding.sides:
        for i in finding.key:
            words = label(model, i, lang)
            yield i if words == i else f"{words} ({i})"


def _side_lines(model: Model, asks: Id, side: FindingSide, lang: str) -> Iterator[Line]:
    yield Line(f"  → {_answer(model, asks, side, lang)}")
    for rule in side.rules:
        undated = t(lang, "rule.undated") if model.as_of and not (model.rules[rule].valid_from or model.rules[rule].valid_until) else ""
        yield Line("    " + t(lang, "conflict.rule", label=label(model, rule, lang), id=rule + undated))
        if rule in model.rules:
            yield Line(f"        {_sources(model, latest_sources(model.rules[rule]), lang)}", dim=True)
    yield from _ruling_lines(model, side.rulings, lang)


def _ruling_lines(model: Model, rulings: Sequence[Id], lang: str, *, with_answer: bool = False) -> Iterator[Line]:
    for name in rulings[:_SHOWN]:
        ruling = model.rulings[name]
        key = "conflict.ruling-dated" if ruling.date else "conflict.ruling"
        answer = f" → {answer_words(model, ruling.asks, ruling.answer, lang)}" if with_answer else ""
        yield Line("    " + t(lang, key, id=name, date=date_words(ruling.date or "", lang)) + answer)
        summary = f"{ruling.summary} " if lang == "en" and ruling.summary else ""
        yield Line(f"        {summary}[{_sources(model, latest_sources(ruling), lang)}]", dim=True)
    if len(rulings) > _SHOWN:
        yield Line("    " + t(lang, "conflict.more", count=len(rulings) - _SHOWN))


def _answer(model: Model, asks: Id, side: FindingSide, lang: str) -> str:
    """Return a side's answer in words; a side of rules on something else is named by what these conclude."""
    if not side.answer:
        return t(lang, "conflict.lifting")
    asked = {model.rules[i].asks for i in side.rules if i in model.rules}
    return answer_words(model, asked.pop() if len(asked) == 1 and not side.rulings else asks, side.answer, lang)


def _sources(model: Model, sources: Sequence[Id], lang: str) -> str:
    return t(lang, "list").join(source_words(model, i, lang) for i in sources)


def _context(model: Model, finding: Finding, lang: str) -> Iterator[str]:
    if finding.shared:
        facts = t(lang, "case.join").join(fact_words(model, f, v, lang) for f, v in finding.shared)
        several = len(finding.cases) + sum(len(side.rulings) for side in finding.sides) > 1
        yield t(lang, "conflict.shared" if several else "conflict.facts", facts=facts)
    if finding.conditions:
        facts = t(lang, "and").join(condition_words(model, c, lang) for c in finding.conditions)
        yield t(lang, "conflict.where" if len(finding.sides) > 1 else "conflict.condition", facts=facts)


def _hint_words(model: Model, hint: Hint, lang: str) -> str:
    return t(lang, f"settle.{hint.key}", **{name: _names(model, ids, lang) for name, ids in hint.values})


def _names(model: Model, ids: Sequence[Id], lang: str) -> str:
    """Return ids as people need them to mend the data: what is defined in it by its id, the rest by its label."""
    shown = [i if i.startswith(("rule:", "ruling:")) else label(model, i, lang) for i in ids[:_SHOWN]]
    if len(ids) > _SHOWN:
        shown.append(t(lang, "conflict.more", count=len(ids) - _SHOWN))
    return t(lang, "list").join(shown)


def finding_row(model: Model, finding: Finding, lang: str) -> tuple[str, ...]:
    """Return a finding as one row: id, kind, severity, what accepts it, what it is about, its ids, answers, facts, how to settle it."""
    return (
        finding.id,
        finding.kind + (f".{finding.detail}" if finding.detail else ""),
        finding.severity,
        finding.accepted.id if finding.accepted is not None else "",
        finding.asks,
        " ".join(finding.key),
        " / ".join(side.answer or "" for side in finding.sides),
        "; ".join(fact_words(model, f, v, lang) for f, v in finding.shared),
        "; ".join(_hint_words(model, hint, lang) for hint in finding.settle),
    )


def finding_payload(model: Model, finding: Finding, lang: str) -> Json:
    """Return a finding with everything in it: ids with labels, sources with dates and links."""
    accepted = finding.accepted
    return {
        "id": finding.id,
        "kind": finding.kind,
        "detail": finding.detail or None,
        "severity": finding.severity,
        "past": finding.past or None,
        "title": title(finding, lang),
        "accepted": {"id": accepted.id, "because": accepted.because} if accepted is not None else None,
        "asks": named(model, finding.asks, lang) if finding.asks else None,
        "key": list(finding.key),
        "sides": [_side_payload(model, finding.asks, side, lang) for side in finding.sides],
        "shared": [{"feature": f, "value": v, "words": fact_words(model, f, v, lang)} for f, v in finding.shared],
        "conditions": [condition_words(model, c, lang) for c in finding.conditions],
        "cases": [{"id": i, "answer": model.rulings[i].answer, "sources": _source_payload(model, i, lang)} for i in finding.cases],
        "settle": [{"how": hint.key, "words": _hint_words(model, hint, lang)} for hint in finding.settle],
    }


def _side_payload(model: Model, asks: Id, side: FindingSide, lang: str) -> Json:
    rulings = [(i, model.rulings[i]) for i in side.rulings]
    return {
        "answer": side.answer,
        "words": _answer(model, asks, side, lang),
        "rules": [{**named(model, i, lang), "sources": _source_payload(model, i, lang)} for i in side.rules],
        "rulings": [{"id": i, "date": r.date, "summary": r.summary, "sources": _source_payload(model, i, lang)} for i, r in rulings],
    }


def _source_payload(model: Model, id: Id, lang: str) -> list[Json]:
    noun = model.rules.get(id) or model.rulings.get(id)
    return [
        {
            "id": source,
            "words": source_words(model, source, lang),
            "evidence": [
                {"class": e.source_class, "date": e.date, "identifier": e.identifier, "link": evidence_link(e)}
                for e in (model.passages[source].evidence if source in model.passages else ())
            ],
        }
        for source in (noun.sources if noun is not None else ())
    ]


def mutation_lines(model: Model, scores: Sequence[tuple[str, Score]], slipped: Sequence[Change], lang: str) -> Iterator[Line]:
    """Yield the mutation scores by kind, then what slips through, by reason."""
    yield Line(t(lang, "mutation.title"), bold=True)
    for kind, score in scores:
        name, share = t(lang, f"mutation.{kind}"), score.share
        key = "mutation.nothing" if share is None else "mutation.score"
        yield Line("  " + t(lang, key, name=name, caught=score.caught, changes=score.changes, share=f"{100 * (share or 0):.1f}"))
    for reason in dict.fromkeys(change.reason for change in slipped):
        own = [change for change in slipped if change.reason == reason]
        yield Line()
        yield Line(t(lang, "mutation.slipped", reason=t(lang, f"mutation.{reason}"), count=len(own)), bold=True)
        for change in own:
            noun = model.rules.get(change.item) or model.rulings[change.item]
            before, after = (answer_words(model, noun.asks, answer, lang) for answer in (change.before, change.after))
            yield Line(f"  {change.item}: {before} → {after}")


def slipped_payload(model: Model, change: Change, lang: str) -> Json:
    """Return a change that slips through."""
    return {
        "kind": change.kind,
        "item": change.item,
        "label": label(model, change.item, lang),
        "before": change.before,
        "after": change.after,
        "reason": change.reason,
        "words": t(lang, f"mutation.{change.reason}"),
    }
