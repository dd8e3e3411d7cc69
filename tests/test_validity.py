"""Statements that a chapter said from a day until another: what answers when, what their pages say, and what is told of changes."""

from __future__ import annotations

from typing import Any

import pytest
from lookup_world import ask, stored, world

from ygokg.checks.sources import Sources
from ygokg.consistency.finding import SOURCE_SOURCE, Finding
from ygokg.consistency.report import find
from ygokg.export.vectors import vectors
from ygokg.graph.ages import latest_sources
from ygokg.graph.dates import day_before, known_by, last_days
from ygokg.graph.model import Model
from ygokg.graph.triples import expand
from ygokg.resolver import Rulebase, resolve
from ygokg.resolver.figures import figures, past_figures
from ygokg.resolver.former import with_former

DAY = '"2022-05-20"^^xsd:date'
MODIFIED = '<https://w3id.org/ygokg/ontology> dct:modified "2024-01-01"^^xsd:date .\n'
CHANGED = f"""{MODIFIED}
rule:negation.lapses-face-down ygo:validUntil {DAY} .
ruling:negation.112 ygo:validUntil {DAY} ; dct:isReplacedBy ruling:negation.120 .
ruling:negation.120 a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:82732705-1 ; ygo:faceAtResolution ygo:FaceDown ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; ygo:validFrom {DAY} ; prov:wasDerivedFrom src:negation.112 ;
    rdfs:comment "Deneb is negated all the same."@en .
rule:negation.unless-drain owl:deprecated true .
"""
FACTS = {"ygo:effect": ("effect:75878039-1",), "ygo:negator": ("effect:82732705-1",), "ygo:faceAtResolution": ("ygo:FaceDown",)}
LATER = """
src:negation-20260814 a ygo:Document ; skos:prefLabel "无效 2026-08-14"@zh , "無効 2026-08-14"@ja , "Negation of 2026-08-14"@en ;
    prov:wasRevisionOf src:negation ; dct:issued "2026-08-14"^^xsd:date ; ygo:validFrom "2021-08-02"^^xsd:date .
src:negation-20260814.200 a ygo:Passage ; dct:isPartOf src:negation-20260814 ; ygo:line 200 ; ygo:digest "aa" ;
    ygo:passageKind ygo:RuleLine ; ygo:system system:negation.field ; prov:wasRevisionOf src:negation.109 ; ygo:validFrom "2022-01-01"^^xsd:date .
src:negation.109 ygo:digest "aa" .
src:negation.112 ygo:digest "bb" ; ygo:validUntil "2023-02-01"^^xsd:date .
src:negation-20260814.118 a ygo:Passage ; dct:isPartOf src:negation-20260814 ; ygo:line 118 ; ygo:digest "cc" ;
    ygo:passageKind ygo:RemarkLine ; ygo:system system:negation.field ; prov:wasRevisionOf src:negation.118 .
src:negation.118 ygo:digest "cc" .
"""


def answer(model: Model) -> str | None:
    return resolve(Rulebase(model), "ygo:IsNegated", FACTS).answer


DAYS = [
    ("before the change", "2022-05-19", "ygo:No"),
    ("on the day of it", "2022-05-20", "ygo:Yes"),
    ("long after", "2023-12-31", "ygo:Yes"),
]


@pytest.mark.parametrize(("day", "expected"), [case[1:] for case in DAYS], ids=[case[0] for case in DAYS])
def test_a_day_is_answered_by_what_was_said_on_it(day: str, expected: str) -> None:
    # The small document is of 2023-12; its history, which begins before, is known.
    dated = CHANGED + 'src:negation ygo:validFrom "2020-01-01"^^xsd:date .'
    assert answer(known_by(world(dated), day, "en")) == expected


def test_today_is_answered_by_what_is_said_today() -> None:
    assert answer(world(CHANGED)) == "ygo:Yes"
    assert answer(world()) == "ygo:No"


def test_an_answer_tells_what_it_was_before_the_change() -> None:
    base = Rulebase(world(CHANGED + 'src:negation ygo:validFrom "2020-01-01"^^xsd:date .'))
    told = with_former(base, resolve(base, "ygo:IsNegated", FACTS), FACTS)
    assert told.former == ("2022-05-19", "ygo:No")


AGES = [
    ("within five years", "2027-05-20", ("2022-05-19", "ygo:No")),
    ("more than five years ago", "2027-05-21", None),
]


@pytest.mark.parametrize(("modified", "expected"), [case[1:] for case in AGES], ids=[case[0] for case in AGES])
def test_a_change_is_told_for_five_years(modified: str, expected: tuple[str, str] | None) -> None:
    changed = CHANGED.replace("2024-01-01", modified) + 'src:negation ygo:validFrom "2020-01-01"^^xsd:date .'
    base = Rulebase(world(changed))
    assert with_former(base, resolve(base, "ygo:IsNegated", FACTS), FACTS).former == expected


def test_an_answer_that_stayed_the_same_tells_of_no_change() -> None:
    facts = FACTS | {"ygo:faceAtResolution": ("ygo:FaceUp",)}
    base = Rulebase(world(CHANGED + 'src:negation ygo:validFrom "2020-01-01"^^xsd:date .'))
    assert with_former(base, resolve(base, "ygo:IsNegated", facts), facts).former is None


def test_what_ended_is_in_no_figure_of_today_and_has_one_of_its_last_day() -> None:
    model = world(CHANGED)
    assert "ruling:negation.112" not in figures(model).by_ruling
    assert past_figures(model)["ruling:negation.112"].status == "ygo:DerivedRuling"
    assert past_figures(model)["ruling:negation.112"].governed_by == ("rule:negation.lapses-face-down",)
    assert last_days(model) == {"2022-05-19": ["rule:negation.lapses-face-down", "ruling:negation.112"]}


def test_pages_say_from_when_and_until_when_and_what_came_after() -> None:
    page = ask("ruling", "negation.112", extra=CHANGED).stdout
    assert "Said until 2022-05-19; today's chapter does not say so any more.\n" in page
    assert "since 2022-05-20: negated (ruling:negation.120)\n" in page
    page = ask("ruling", "negation.120", extra=CHANGED).stdout
    assert "Said since 2022-05-20.\nuntil 2022-05-19: not negated (ruling:negation.112)\n" in page
    page = ask("rule", "negation.lapses-face-down", extra=CHANGED).stdout
    assert page.startswith("lapses face-down\nrule:negation.lapses-face-down\nSaid until 2022-05-19; today's")
    card = ask("card", "75878039", extra=CHANGED).stdout
    assert "Not said any more\n  negation.112 → not negated (said until 2022-05-19)\n" in card


def test_the_course_of_a_ruling_is_told_from_either_end() -> None:
    told = (
        "Said until 2022-05-19\n"
        "  → not negated (ruling:negation.112)\n"
        "    Deneb was turned face-down before it resolved.\n"
        "    Negation, line 112\n"
        "Said since 2022-05-20\n"
        "  → negated (ruling:negation.120)\n"
        "    Deneb is negated all the same.\n"
        "    Negation, line 112\n"
    )
    for name in ("negation.112", "ruling:negation.120"):
        ended = ask("history", name, extra=CHANGED)
        assert (ended.exit_code, ended.stdout.partition("\nRests on")[0]) == (0, told)


def test_changes_of_what_is_encoded_are_told_by_day() -> None:
    ended = ask("changes", "--built-in", "--since", "2022-01-01", "--format", "csv", extra=CHANGED)
    assert ended.stdout == (
        "day,change,before,answer before,after,answer after\n"
        "2022-05-20,withdrawn,rule:negation.lapses-face-down,ygo:No,,\n"
        "2022-05-20,changed,ruling:negation.112,ygo:No,ruling:negation.120,ygo:Yes\n"
    )
    assert ask("changes", "--built-in", "--since", "2022-05-21", extra=CHANGED).stdout.startswith(
        "Nothing of what the documents say changed"
    )
    only = ask("changes", "--built-in", "--since", "2022-01-01", "--change", "changed", "--format", "json", extra=CHANGED).stdout
    assert only.count('"change": "changed"') == 1
    assert "withdrawn" not in only


def test_a_pending_answer_that_was_given_is_told_as_resolved() -> None:
    resolved = (
        MODIFIED
        + f"""
        ruling:negation.114 ygo:validUntil {DAY} ; dct:isReplacedBy ruling:negation.121 .
        ruling:negation.121 a ygo:Ruling ; ygo:effect effect:14087893-0 ; ygo:negator effect:82732705-1 ;
            ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; ygo:validFrom {DAY} ; prov:wasDerivedFrom src:negation.114 .
        """
    )
    ended = ask("changes", "--built-in", "--since", "2022-01-01", "--format", "csv", extra=resolved)
    assert ended.stdout.splitlines()[1:] == ["2022-05-20,resolved,ruling:negation.114,ygo:Pending,ruling:negation.121,ygo:Yes"]


def test_a_vector_is_of_today_and_has_the_former_answer() -> None:
    graph = stored(CHANGED)
    found: dict[str, Any] = {vector["id"]: vector for vector in vectors(graph.model, graph.verdicts)}
    assert "ruling:negation.112" not in found
    assert found["ruling:negation.120"]["former"] == [{"ruling": "ruling:negation.112", "until": "2022-05-19", "expected": "ygo:No"}]


# ---- states of a document


def test_a_passage_that_a_later_state_repeats_is_said_in_the_later_one() -> None:
    rule = world(LATER).rules["rule:negation.lapses-face-down"]
    assert rule.sources == ("src:negation-20260814.200", "src:negation.109")
    assert latest_sources(rule) == ("src:negation-20260814.200",)
    assert "  Negation of 2026-08-14, line 200\n\n" in ask("rule", "negation.lapses-face-down", extra=LATER).stdout


def test_a_day_before_the_later_words_knows_the_earlier_state_alone() -> None:
    model = known_by(world(LATER), "2023-12-31", "en")
    assert latest_sources(model.rules["rule:negation.lapses-face-down"]) == ("src:negation-20260814.200",)
    model = known_by(world(LATER + 'src:negation ygo:validFrom "2020-01-01"^^xsd:date .'), "2021-12-31", "en")
    assert latest_sources(model.rules["rule:negation.lapses-face-down"]) == ("src:negation.109",)


def test_what_is_cited_or_left_out_in_one_state_is_so_in_one_that_repeats_it() -> None:
    coverage = figures(world(LATER)).by_passage
    assert (coverage["src:negation-20260814.200"], coverage["src:negation-20260814.118"]) == ("ygo:Cited", "ygo:LeftOut")


def test_what_the_chapter_dropped_says_so_and_answers_still() -> None:
    model = world(LATER)
    assert model.rulings["ruling:negation.112"].dropped == "2023-02-01"
    assert answer(model) == "ygo:No"
    page = ask("ruling", "negation.112", extra=LATER).stdout
    assert "Its line is not in the chapter any more since 2023-02-01; nothing there says otherwise.\n" in page


# ---- contradictions


def clash(until: str) -> list[Finding]:
    """Return what is found where two documents disagree over a ruling, of which one says so until a day, if any."""
    extra = f"""
    src:other a ygo:Document ; skos:prefLabel "发动"@zh , "発動"@ja , "Activation"@en ; dct:issued "2020-01"^^xsd:gYearMonth .
    src:other.5 a ygo:Passage ; dct:isPartOf src:other ; ygo:line 5 ; ygo:passageKind ygo:RulingLine ; ygo:system system:negation.field .
    ruling:other.5 a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:82732705-1 ; ygo:faceAtResolution ygo:FaceDown ;
        ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; prov:wasDerivedFrom src:other.5 {f'; ygo:validUntil "{until}"^^xsd:date' if until else ""} .
    rule:negation.unless-drain owl:deprecated true .
    """
    return [finding for finding in find(world(extra)) if finding.kind == SOURCE_SOURCE]


def test_documents_that_disagree_today_are_an_error() -> None:
    assert [(finding.severity, finding.past) for finding in clash("")] == [("error", "")]


def test_documents_that_disagreed_until_a_day_are_told_as_past() -> None:
    found = clash("2022-05-20")
    assert [(finding.severity, finding.past, finding.fails) for finding in found] == [("info", "2022-05-19", False)]
    assert "ruling:other.5" in found[0].ids


@pytest.mark.parametrize(("day", "expected"), [("2022-05-20", "2022-05-19"), ("2024-03-01", "2024-02-29"), ("2021-01-01", "2020-12-31")])
def test_the_day_before(day: str, expected: str) -> None:
    assert day_before(day) == expected


# ---- policies over the data


def test_every_passage_of_todays_states_is_cited_or_left_out(sources: Sources, base: Rulebase) -> None:
    coverage = figures(base).by_passage
    states = [document for document in sources.of_type("ygo:Document") if sources.names(document, "prov:wasRevisionOf")]
    assert len(states) == 3
    for state in states:
        passages = [passage for passage, found in coverage.items() if base.model.passages[passage].document == state]
        left_out = [passage for passage in passages if coverage[passage] == "ygo:LeftOut"]
        still_open = [passage for passage in passages if coverage[passage] == "ygo:Open"]
        assert not still_open, f"cite {still_open} in a rule or ruling, or leave them out with the reason"
        assert len(left_out) <= len(passages) * 0.03, f"of {state} at most 3 % are left out: {left_out}"


def test_the_properties_of_days_are_declared(sources: Sources) -> None:
    for property in ("ygo:validFrom", "ygo:validUntil", "prov:wasRevisionOf"):
        assert sources.types(property), expand(property)
