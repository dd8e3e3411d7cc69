"""How passages became what they are: their wordings one after another, over made-up states; over the real history where it is there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox
import pytest
from checkout_files import Repository, chapter, unbundled
from conftest import REPOSITORY
from lookup_world import ask

from ygokg.api.documents import course_of
from ygokg.documents import courses as courses_module
from ygokg.documents.courses import Course, courses, with_digest
from ygokg.documents.passages import digest
from ygokg.documents.reading import read_document
from ygokg.documents.states import Past, State, read_states
from ygokg.errors import BrokenInput, NotFound
from ygokg.resolver import Rulebase

DAYS = ("2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04")
ONE, ONE_CHANGED, ONE_AGAIN = "甲类怪兽的效果在场上变暗。", "甲类怪兽的效果在墓地变暗。", "甲类怪兽的效果在墓地变亮。"
TWO, OTHER = "抽取适用时不能再抽卡两次。", "完全不同的另外一句话，说天气。"


def states(*chapters: Sequence[str]) -> list[State]:
    return [
        State(day, read_document(Path("x.rst"), chapter(*lines) if lines else "", "en")) for day, lines in zip(DAYS, chapters, strict=False)
    ]


def told(*chapters: Sequence[str]) -> list[list[tuple[str, str, str]]]:
    """Each course, with the texts, and from and until which of the days they stood."""
    short = {"": "", **{day: day[-1] for day in DAYS}}
    return [[(w.text, short[w.since], short[w.until]) for w in course.wordings] for course in courses(states(*chapters))]


CASES = [
    ("nothing changed", [[ONE, TWO]], [[(ONE, "", "")], [(TWO, "", "")]]),
    ("a wording follows another", [[ONE], [ONE_CHANGED]], [[(ONE, "", "2"), (ONE_CHANGED, "2", "")]]),
    ("and one more", [[ONE], [ONE_CHANGED], [ONE_AGAIN]], [[(ONE, "", "2"), (ONE_CHANGED, "2", "3"), (ONE_AGAIN, "3", "")]]),
    ("what is unlike is another passage", [[ONE], [OTHER]], [[(OTHER, "2", "")], [(ONE, "", "2")]]),
    ("a passage came", [[ONE], [ONE, TWO]], [[(ONE, "", "")], [(TWO, "2", "")]]),
    ("a passage went", [[ONE, TWO], [TWO]], [[(TWO, "", "")], [(ONE, "", "2")]]),
    ("of those that went the last comes first", [[ONE, TWO, OTHER], [ONE, OTHER], [OTHER]], [[(OTHER, "", "")], [(ONE, "", "3")], [(TWO, "", "2")]]),
    ("it came back as it was", [[ONE, TWO], [TWO], [ONE, TWO]], [[(ONE, "", "")], [(TWO, "", "")]]),
    ("it came back, and went", [[ONE, TWO], [TWO], [ONE, TWO], [TWO]], [[(TWO, "", "")], [(ONE, "", "4")]]),
    ("back to the text of before", [[ONE], [ONE_CHANGED], [ONE]], [[(ONE, "", "2"), (ONE_CHANGED, "2", "3"), (ONE, "3", "")]]),
    ("back beside what followed it", [[ONE], [ONE_CHANGED], [ONE, ONE_CHANGED]], [[(ONE, "3", "")], [(ONE, "", "2"), (ONE_CHANGED, "2", "")]]),
    ("it came back otherwise", [[ONE], [], [ONE_CHANGED]], [[(ONE_CHANGED, "3", "")], [(ONE, "", "2")]]),
    ("the chapter was gone", [[ONE, TWO], [], [ONE, TWO]], [[(ONE, "", "")], [(TWO, "", "")]]),
    ("moved, not changed", [[ONE, TWO], [TWO, ONE]], [[(TWO, "", "")], [(ONE, "", "")]]),
    ("only marks changed", [[ONE], [f"**{ONE}**"]], [[(ONE, "", "")]]),
    ("the likeliest follows", [[ONE], [ONE_AGAIN, ONE_CHANGED]], [[(ONE_AGAIN, "2", "")], [(ONE, "", "2"), (ONE_CHANGED, "2", "")]]),
    ("one of two that are the same", [[ONE, TWO, ONE], [ONE, TWO, ONE_CHANGED]], [[(ONE, "", "")], [(TWO, "", "")], [(ONE, "", "2"), (ONE_CHANGED, "2", "")]]),
    ("two became one", [[ONE, ONE_CHANGED], [ONE]], [[(ONE, "", "")], [(ONE_CHANGED, "", "2")]]),
    ("nothing at all", [], []),
]  # fmt: skip


@pytest.mark.parametrize(("chapters", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_passages_have_their_courses(chapters: list[list[str]], expected: list[list[tuple[str, str, str]]]) -> None:
    assert told(*chapters) == expected


def test_of_texts_that_are_equally_alike_the_nearest_follow() -> None:
    """In either order: by the lines between which they stand, not by their numbers."""
    before = [f"{name}怪兽的效果在场上变暗。" for name in ("角", "亢", "氐", "房")]
    after = [OTHER, *(text.replace("变暗", "变亮").replace(text[0], "心") + "¶" * at for at, text in enumerate(before))]
    fixed = ["第一句是不变的。", "其次这行也照旧。", "末了仍旧如此写。"]
    one = [line for pair in zip(before, [*fixed, ""], strict=True) for line in pair if line]
    other = [after[0], *(line for pair in zip(after[1:], [*fixed, ""], strict=True) for line in pair if line)]
    followed = [course.wordings for course in courses(states(one, other)) if len(course.wordings) == 2]
    assert [(before.index(was.text), now.line - was.line) for was, now in followed] == [(at, 1) for at in range(4)]


def test_a_wording_has_the_line_where_it_stood_last() -> None:
    found = courses(states([ONE, TWO], [OTHER, ONE, TWO], [OTHER, TWO, ONE_CHANGED]))
    lines = {wording.text: wording.line for course in found for wording in course.wordings}
    assert lines == {OTHER: 4, ONE: 5, TWO: 5, ONE_CHANGED: 6}


def test_a_course_is_found_by_any_of_its_texts() -> None:
    found = courses(states([ONE, TWO], [ONE_CHANGED, TWO]))
    assert with_digest(found, digest(ONE)) == with_digest(found, digest(ONE_CHANGED)) == [found[0]]
    assert with_digest(found, digest(OTHER)) == []


def test_a_new_chapter_is_held_against_the_nearest_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    likeness = courses_module.likeness_of
    monkeypatch.setattr(courses_module, "likeness_of", lambda one, other: compared.append(1) or likeness(one, other))
    count = 2 * courses_module._NEAR
    found = told([f"{number}号说的是旧话。" for number in range(count)], [f"{number}号说的是新话。" for number in range(count)])
    assert len(compared) == count * courses_module._NEAR
    assert [[text for text, _, _ in course] for course in found] == [[f"{n}号说的是旧话。", f"{n}号说的是新话。"] for n in range(count)]


def test_there_is_an_end_to_what_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is reached each text is held against the nearest."""
    shuffled = [[TWO, ONE, OTHER], [TWO.replace("两", "三"), OTHER.replace("说", "讲"), ONE_CHANGED]]
    assert [len(course) for course in told(*shuffled)] == [2, 2, 2]
    monkeypatch.setattr(courses_module, "_WORK", 1)
    assert [len(course) for course in told(*shuffled)] == [2, 1, 1, 1, 1]


def test_giant_lines_are_held_against_none() -> None:
    giant = "甲乙丙" * courses_module._LONGEST
    assert told([giant], [f"{giant}丁"]) == [[(f"{giant}丁", "2", "")], [(giant, "", "2")]]


# ---- for programs


def test_a_program_asks_for_the_course_of_a_passage(tmp_path: Path) -> None:
    kept = Repository(tmp_path / "kept")
    for day, line in zip(DAYS, (ONE, ONE_CHANGED), strict=False):
        kept.commit({"c03/甲.rst": chapter(line)}, day)
    found = course_of(kept.folder, "c03/甲.rst", digest(ONE), "en")
    assert found.courses == courses(found.past.states)
    assert [(w.text, w.since, w.until) for w in found.courses[0].wordings] == [(ONE, "", DAYS[1]), (ONE_CHANGED, DAYS[1], "")]


def test_the_command_line_shows_the_wordings_of_an_encoded_passage(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kept = Repository(folder)
    kept.commit({"a.rst": chapter(ONE)}, DAYS[0])
    kept.commit({"a.rst": chapter(ONE_CHANGED)}, DAYS[2])
    (folder / "a.rst").write_text(chapter(ONE_CHANGED), encoding="utf-8")
    extra = f'src:negation.109 ygo:digest "{digest(ONE)}" .'
    ended = ask("history", "negation.109", "--in", str(folder / "a.rst"), extra=extra)
    assert (ended.exit_code, ended.stdout) == (0, f"Said until 2024-05-02\n  {ONE}\nSaid since 2024-05-03\n  {ONE_CHANGED}\n")
    ended = ask("history", "negation.109", "--in", str(folder / "a.rst"), "--format", "csv", extra=extra)
    assert [line.rpartition(",")[0].split(",")[:3] for line in ended.stdout.splitlines()[1:]] == [
        ["", "2024-05-03", "4"],
        ["2024-05-03", "", "4"],
    ]
    ended = ask("history", "技能抽取", "--in", str(folder / "a.rst"))
    assert (ended.exit_code, ended.stderr.splitlines()[0]) == (
        2,
        "Error: `--in` shows the wordings of a passage, such as src:negation.112; 技能抽取 is none.",
    )


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    kept = Repository(tmp_path / "kept")
    kept.commit({"甲.rst": chapter(ONE)}, DAYS[0])
    with pytest.raises(NotFound, match=r"never had a file 乙\.rst"):
        course_of(kept.folder, "乙.rst", digest(ONE), "en")
    with pytest.raises(NotFound, match=r"甲\.rst never had the text"):
        course_of(kept.folder, "甲.rst", digest(TWO), "en")
    with pytest.raises(BrokenInput, match=r"history of .* cannot be read"):
        course_of(tmp_path, "甲.rst", digest(ONE), "en")


# ---- the real history

CHAPTERS = {"negation": "c03/无效.rst", "activation": "c02/卡片·效果的发动.rst", "processing": "c03/特定效果的处理方法.rst"}
TERM = "https://w3id.org/ygokg/ontology#{}"


@pytest.fixture(scope="module")
def pasts(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Past]:
    bundle = shared / "corpus" / "history.bundle"
    if not bundle.is_file():
        pytest.skip(f"needs the history of the documents, which is not part of the repository: {bundle} is not there")
    found = read_states(unbundled(bundle, tmp_path_factory.mktemp("history") / "kept"), CHAPTERS.values())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def found(pasts: dict[str, Past]) -> dict[str, list[Course]]:
    return {name: courses(pasts[chapter].states) for name, chapter in CHAPTERS.items()}


def stated(name: str) -> dict[str, tuple[str, str, str]]:
    """The passages of a file of the data, each with its hash and the days from and until which it was said."""
    store = ox.Store()
    store.load(path=str(REPOSITORY / "data" / "sources" / f"{name}.ttl"), format=ox.RdfFormat.TURTLE)
    passages: dict[str, dict[str, str]] = {}
    for quad in store:
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
            passages.setdefault(quad.subject.value.rpartition("/")[2], {})[quad.predicate.value] = quad.object.value
    words = [TERM.format(word) for word in ("digest", "validFrom", "validUntil")]
    return {id: (of[words[0]], of.get(words[1], ""), of.get(words[2], "")) for id, of in passages.items() if words[0] in of}


def days_of_headings(past: Past) -> dict[str, tuple[str, str]]:
    """By the hashes of headings, some of which are passages of the data, the days on which they came and were gone."""
    days: dict[str, tuple[str, str]] = {}
    for number, state in enumerate(past.states):
        here = {digest(title) for passage in state.document.passages for title in passage.section}
        days |= {heading: (days[heading][0] if heading in days else state.day if number else "", "") for heading in here}
        days |= {heading: (since, until or state.day) for heading, (since, until) in days.items() if heading not in here}
    return days


@pytest.mark.parametrize("state", ["", "-20260814"], ids=["as encoded first", "today"])
@pytest.mark.parametrize("name", CHAPTERS)
def test_the_days_of_passages_are_those_of_the_history(
    pasts: dict[str, Past], found: dict[str, list[Course]], name: str, state: str
) -> None:
    days = days_of_headings(pasts[CHAPTERS[name]])
    wordings = [wording for course in found[name] for wording in course.wordings]
    for one in {wording.digest for wording in wordings}:
        untils = {wording.until for wording in wordings if wording.digest == one}
        days[one] = (min(wording.since for wording in wordings if wording.digest == one), "" if "" in untils else max(untils))
    passages = stated(f"{name}{state}")
    assert len(passages) > 150
    disagreeing = {id: (since, until) for id, (hash, since, until) in passages.items() if (since, until) != days.get(hash, ("", ""))}
    assert disagreeing == {}


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_line_of_every_state_is_in_one_course(pasts: dict[str, Past], found: dict[str, list[Course]], name: str) -> None:
    past = pasts[CHAPTERS[name]]
    assert past.whole
    assert not past.unread
    today = [course.wordings[-1] for course in found[name] if not course.wordings[-1].until]
    assert [(w.line, w.digest, w.text) for w in today] == [(p.line, p.digest, p.text) for p in past.states[-1].document.passages]
    known = {wording.digest for course in found[name] for wording in course.wordings}
    assert {passage.digest for state in past.states for passage in state.document.passages} == known
    for course in found[name]:
        assert all(
            one.until == other.since and one.digest != other.digest
            for one, other in zip(course.wordings, course.wordings[1:], strict=False)
        )


def test_a_statement_begins_and_ends_on_a_day_of_its_chapter(base: Rulebase, pasts: dict[str, Past]) -> None:
    """Each day that a rule or ruling states is one on which a document that it rests on changed, and not only another day."""
    model = base.model
    for noun in (*model.rules.values(), *model.rulings.values()):
        documents = {model.passages[source].document.removeprefix("src:").partition("-")[0] for source in noun.sources}
        days = {state.day for document in documents & CHAPTERS.keys() for state in pasts[CHAPTERS[document]].states}
        for day in filter(None, (noun.valid_from, noun.valid_until)):
            assert day in days, f"{noun.id}: nothing changed on {day} in {sorted(documents)}; see `ygokg history PASSAGE --in FILE`"
