"""The nouns of the Model: made like dataclasses, equal by their fields, pickled whole, and none shares a dictionary with another."""

from __future__ import annotations

import pickle

import pytest

from ygokg.graph.model import Model, Question, Term

LETTER = ("term:a", {"en": "a"}, {"en": "the letter"})


def test_fields_are_given_in_their_order_or_by_name() -> None:
    assert Term(*LETTER) == Term(
        id="term:a", labels={"en": "a"}, definitions={"en": "the letter"}, sources=(), broader=(), replaced_by=None
    )
    assert Term(*LETTER) != Term("term:b", *LETTER[1:])
    assert repr(Term(*LETTER)) == (
        "Term(id='term:a', labels={'en': 'a'}, definitions={'en': 'the letter'}, sources=(), broader=(), replaced_by=None)"
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [(("term:a",), {}), ((*LETTER, (), (), None, 1), {}), (LETTER, {"colour": 1}), (LETTER, {"id": "term:b"})],
    ids=["too few", "too many", "an unknown name", "one given twice"],
)
def test_fields_that_do_not_fit_are_refused(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Term is made of id, labels, definitions, sources, broader, replaced_by"):
        Term(*given, **named)  # type: ignore[arg-type]


def test_no_two_share_a_dictionary_that_was_not_given() -> None:
    one, other = Model(), Model()
    one.terms["term:a"] = Term(*LETTER)
    assert (other.terms, Question("ygo:Q", {}, {}, ()).phrases) == ({}, {})


def test_what_is_pickled_or_changed_in_a_field_keeps_the_others() -> None:
    term = Term(*LETTER, sources=("src:negation.1",))
    assert pickle.loads(pickle.dumps(term)) == term
    changed = term._replace(replaced_by="term:b")
    assert (changed.replaced_by, changed._replace(replaced_by=None)) == ("term:b", term)
    assert term.replaced_by is None


def test_a_noun_is_in_no_set_since_it_can_change() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Term(*LETTER))
