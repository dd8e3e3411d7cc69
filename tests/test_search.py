"""Searching: how texts and queries are folded, what is found in which order, and where the words stand in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lookup_world import world

from ygokg.errors import UsageProblem
from ygokg.names.keys import key
from ygokg.search.find import Snippet, find, found, window
from ygokg.search.index import KINDS, Text, index_files, texts_of
from ygokg.search.query import Query, Word, marked, occurrences, read_query, spans
from ygokg.search.table import Table, index_of
from ygokg.store.cache import Graph

# ---- folding

FOLDED = [
    ("width, spaces and dots", "「Ｓｋｉｌｌ・ Drain」", "SkillDrain"),
    ("a number within a word", "沉默剑士 LV7", "沉默剑士Lv7"),
    ("kana", "すきるドレイン", "スキルドレイン"),
    ("half-width kana with voicing marks", "ﾄﾞﾚｲﾝ", "ドレイン"),
    ("forms of a Han character", "無 龍竜", "无龙龙"),
    ("a circled number", "技能抽取①", "技能抽取1"),
    ("an accent is no word boundary", "Café au", "CaféAu"),
    ("a dash in disguise", "Aー", "A"),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in FOLDED], ids=[case[0] for case in FOLDED])
def test_texts_are_folded(text: str, expected: str) -> None:
    assert marked(text).decode() == expected


@given(st.text(alphabet="aB1 -・ｶﾞガかー①技é「", max_size=12))
def test_a_folded_text_is_its_key_with_capitals(text: str) -> None:
    assert marked(text).decode().lower() == key(text)


OCCURRENCES = [
    ("a Latin word at its beginning", "negated cards", "card", [7]),
    ("not within a longer one", "discard", "card", []),
    ("words that run together", "No.39", "no39", [0]),
    ("two words as one", "Skill Drain", "skilldrain", [0]),
    ("a number as a whole", "LV17", "7", []),
    ("a number after letters", "LV7", "7", [2]),
    ("Han anywhere", "不会无效", "无效", [6]),
    ("one character", "效果无效", "效", [0, 9]),
]


@pytest.mark.parametrize(("text", "word", "expected"), [case[1:] for case in OCCURRENCES], ids=[case[0] for case in OCCURRENCES])
def test_words_are_found_where_words_begin(text: str, word: str, expected: list[int]) -> None:
    assert list(occurrences(marked(text), word.encode())) == expected


def test_on_demand_words_are_found_inside_words() -> None:
    assert list(occurrences(marked("discard"), b"card", inside=True)) == [3]


SPANS = [
    ("over what does not count", "「星因士 天津四」①", ["星因士天津四"], ["星因士 天津四"]),
    ("in full width", "Ｓｋｉｌｌ　Drain", ["drain", "skill"], ["Ｓｋｉｌｌ", "Drain"]),
    ("half-width kana with a voicing mark", "ﾄﾞﾚｲﾝ!", ["ドレイン"], ["ﾄﾞﾚｲﾝ"]),
    ("overlapping words are one stretch", "技能抽取的效果", ["技能抽", "抽取"], ["技能抽取"]),
    ("a long vowel belongs to its kana", "カード", ["カード"], ["カード"]),
    ("nowhere", "discard", ["card"], []),
]


@pytest.mark.parametrize(("text", "words", "expected"), [case[1:] for case in SPANS], ids=[case[0] for case in SPANS])
def test_words_are_traced_to_the_text_as_written(text: str, words: list[str], expected: list[str]) -> None:
    places = spans(text, tuple(key(word).encode() for word in words))
    assert [text[start:end] for start, end in places] == expected


# ---- queries

QUERIES = [
    ("words", ["无效", "Drain"], ["无效", "Drain"], []),
    ("an argument with spaces is a phrase", ["skill drain"], ["skill drain"], []),
    ("quotation marks inside an argument", ['"skill drain" 里侧 -“发动 无效”'], ["skill drain", "里侧"], ["发动 无效"]),
    ("corner brackets", ["「月之书」和「技能抽取」"], ["月之书", "和", "技能抽取"], []),
    ("a word to leave out", ["无效", "-怪兽", "－发动"], ["无效"], ["怪兽", "发动"]),
    ("hyphens within a word", ["face-down"], ["face-down"], []),
    ("the same word twice", ["Drain", "ＤＲＡＩＮ"], ["Drain"], []),
    ("what has nothing to look for is dropped", ["无效", "!!", "-", "、"], ["无效"], []),
    ("one quotation mark is a sign like others", ['5" 无效'], ['5" 无效'], []),
]


@pytest.mark.parametrize(("arguments", "words", "excluded"), [case[1:] for case in QUERIES], ids=[case[0] for case in QUERIES])
def test_queries_are_read(arguments: list[str], words: list[str], excluded: list[str]) -> None:
    query = read_query(arguments)
    assert ([word.text for word in query.words], [word.text for word in query.excluded]) == (words, excluded)


def test_the_prefix_of_an_id_is_no_word() -> None:
    assert read_query(["rule:negation.x", "card: x"]) == Query((Word("rule:negation.x", b"negationx"), Word("card: x", b"x")))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--", "、"], "No word is given."), (["-无效"], "Only words to leave out are given.")],
    ids=["signs alone", "only exclusions"],
)
def test_a_query_without_a_word_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        read_query(arguments)
    assert caught.value.message == message


# ---- finding

INDEX = Table(index_files(world()))

FOUND = [
    (
        "a name that is the query comes before names that have it, summaries come last",
        ["skill drain"],
        [
            "0 card:82732705",
            "1 rule:negation.unless-drain",
            "2 ruling:negation.112",
            "2 ruling:negation.113.a",
            "2 ruling:negation.113.b",
            "2 ruling:negation.114",
        ],
    ),
    ("labels, then definitions", ["turned"], ["2 ruling:negation.112", "3 ygo:LapsesFaceDown"]),
    ("two characters", ["调整"], ["1 ygo:Pending", "2 ruling:negation.114"]),
    ("one character", ["月"], ["1 card:14087893", "2 ruling:negation.112", "2 ruling:negation.114"]),
    ("all words, in different languages", ["裏側", "Deneb"], ["2 ruling:negation.112"]),
    ("a word to leave out", ["月之书", "-星因士"], ["0 card:14087893", "2 ruling:negation.114"]),
    ("a spelling of the documents", ["技抽"], ["0 card:82732705"]),
    ("an archetype and a card of it", ["沉默剑士"], ["0 archetype:silent-swordsman", "1 card:37742478"]),
    ("a passcode", ["82732705"], ["0 card:82732705"]),
    ("an official database id", ["5740"], ["0 card:82732705"]),
    ("an official FAQ id", ["12812"], ["0 ruling:negation.113.a", "0 ruling:negation.113.b"]),
    ("an id with its prefix", ["ruling:negation.112"], ["0 ruling:negation.112"]),
    ("a part of an id after everything else", ["fields"], []),
    ("the family of an effect leads to its card", ["場のモンスターの無効"], ["0 ygo:FieldNegator", "2 card:82732705"]),
    ("inside Latin words where nothing begins so", ["apses", "stands"], []),
    ("a rule's condition", ["negator", "face-down", "lifts"], ["2 rule:negation.unless-drain"]),
]


@pytest.mark.parametrize(("arguments", "expected"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_hits_come_best_first(arguments: list[str], expected: list[str]) -> None:
    assert [f"{hit.rank} {hit.id}" for hit in find(INDEX, read_query(arguments)).best] == expected


def test_a_kind_alone() -> None:
    query = read_query(["里侧"])
    assert [hit.id for hit in find(INDEX, query, "term").best] == ["ygo:LapsesFaceDown", "ygo:FaceDown"]
    assert {hit.kind for hit in find(INDEX, query).best} == {"rule", "ruling", "term"}


def test_only_where_no_word_begins_so_words_are_searched_inside() -> None:
    inside = find(INDEX, read_query(["atellar"])).best
    assert [(hit.id, hit.inside) for hit in inside] == [("card:75878039", True), ("ruling:negation.112", True)]
    assert {hit.inside for hit in find(INDEX, read_query(["Satellar"])).best} == {False}


def test_the_number_of_hits_is_told_and_only_the_best_are_returned() -> None:
    query = read_query(["里侧"])
    everything = find(INDEX, query)
    assert (everything.total, len(everything.best)) == (5, 5)
    assert find(INDEX, query, most=2) == (5, everything.best[:2])


def test_everything_is_in_the_index_once(graph: Graph) -> None:
    index, model = index_of(graph), graph.model
    rows = [index.row(number) for number in range(len(index.ends))]
    nouns = (model.rules, model.rulings, model.cards, model.archetypes, model.questions, model.features, model.families, model.terms)
    assert sorted(row[1] for row in rows) == sorted({i for known in (*nouns, model.systems) for i in known})
    assert {line.count(b"\t") for line in index.marked.splitlines()} == {3}
    assert [row[0] for row in rows] == [kind for kind in KINDS for _ in range(*index.parts[kind])]


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_has_a_label_is_found_by_it(graph: Graph, kind: str) -> None:
    first, after = index_of(graph).parts[kind]
    for number in range(first, after, max(1, (after - first) // 20)):
        _, i, _, texts = index_of(graph).row(number)
        for _, _, text in texts:
            assert i in [hit.id for hit in find(index_of(graph), Query((Word(text, key(text).encode()),))).best], text


# ---- context

LONG = "a negation that lapses when the monster is turned face-down before its effect is processed in the Chain"
WINDOWS = [
    ("a short text is whole", "技能抽取", [(0, 2)], 20, "技能抽取", ["技能"]),
    ("cut between words on both sides", LONG, [(50, 59)], 40, "…is turned face-down before its…", ["face-down"]),
    ("at the beginning", LONG, [(2, 10)], 30, "a negation that lapses when…", ["negation"]),
    ("at the end", LONG, [(98, 103)], 30, "…is processed in the Chain", ["Chain"]),
    ("without a mark", LONG, [], 24, "a negation that lapses…", []),
    ("wide characters count twice", "变成里侧守备表示的怪兽不再被它无效", [(2, 4)], 16, "变成里侧守备表示…", ["里侧"]),
    ("a mark beyond the window is left out", LONG, [(2, 10), (98, 103)], 30, "a negation that lapses when…", ["negation"]),
]


@pytest.mark.parametrize(("text", "marks", "wide", "expected", "words"), [case[1:] for case in WINDOWS], ids=[case[0] for case in WINDOWS])
def test_a_window_around_the_hit(text: str, marks: list[tuple[int, int]], wide: int, expected: str, words: list[str]) -> None:
    shown = window("en", text, marks, wide)
    assert shown.text == expected
    assert [shown.text[start:end] for start, end in shown.spans] == words


def test_a_hit_is_shown_in_the_readers_language_where_it_can_be() -> None:
    query = read_query(["Deneb"])
    (hit,) = find(INDEX, query, "ruling").best
    assert [piece.lang for piece in found(query, hit, "en").context] == ["en"]
    assert [piece.lang for piece in found(query, hit, "zh").context] == ["en"]
    also = read_query(["天津四"])
    assert [piece.lang for piece in found(also, hit, "zh").context] == ["zh"]


def test_words_in_different_texts_are_all_shown() -> None:
    query = read_query(["裏側", "stays"])
    (hit,) = (hit for hit in find(INDEX, read_query(["裏側"])).best if hit.id == "rule:negation.lapses-face-down")
    shown = found(query, hit, "en")
    assert [piece.text for piece in shown.context] == ["裏側になれば無効でない"]
    assert shown.title == Snippet("en", "lapses face-down → not negated", ())


def test_a_withdrawn_rule_says_so() -> None:
    model = world("rule:negation.unless-drain owl:deprecated true .")
    query = read_query(["under skill drain"])
    shown = found(query, find(Table(index_files(model)), query).best[0], "en")
    assert shown.title.text == "not under Skill Drain → lifts: lapses face-down (withdrawn)"


RULES = ["rule:negation.lapses-face-down", "rule:negation.stays-negated", "rule:negation.unless-drain"]


@pytest.mark.parametrize("withdrawn", RULES)
def test_of_those_that_fit_as_well_a_withdrawn_one_comes_last(withdrawn: str) -> None:
    index = Table(index_files(world(f"{withdrawn} owl:deprecated true .")))
    found_then = [hit.id for hit in find(index, read_query(["negator"]), "rule").best]
    assert found_then == [*(rule for rule in RULES if rule != withdrawn), withdrawn]


def test_the_texts_of_a_card() -> None:
    assert texts_of(world(), "card", "card:82732705") == [
        Text("label", "en", "Skill Drain"),
        Text("label", "ja", "スキルドレイン"),
        Text("label", "zh", "技能抽取"),
        Text("label", "zh", "技抽"),
        Text("summary", "zh", "①：场上怪兽的无效"),
        Text("summary", "ja", "①：場のモンスターの無効"),
        Text("summary", "en", "①: field-monster negation"),
        Text("id", "", "82732705"),
        Text("id", "", "5740"),
    ]
