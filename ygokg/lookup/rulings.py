"""What the graph says about a ruling, and which rulings a passage has."""

from __future__ import annotations

from typing import NamedTuple

from ygokg.links import links_of
from ygokg.lookup.groups import Truth
from ygokg.model import Id, Model
from ygokg.triples import natural_key

__all__ = ["RulingView", "find_rulings", "passage_id", "ruling_view"]


class RulingView(NamedTuple):
    """A ruling and how the rules and other rulings stand to it.

    `status` is what `ygokg.figures` says (empty if it says nothing); of the rules that are in, `deriving` give its answer,
    `differing` another one and `lifting` none; `contrast` counts both ways; `same_case` are rulings on the same case.
    """

    ruling: Id
    status: str
    deriving: tuple[Id, ...]
    differing: tuple[Id, ...]
    lifting: tuple[Id, ...]
    contrast: tuple[Id, ...]
    same_case: tuple[Id, ...]


def ruling_view(model: Model, truth: Truth, ruling: Id) -> RulingView:
    """Return the view of a ruling of the model."""
    wanted, known = model.rulings[ruling], truth.get(ruling)
    governing = tuple(known.governed_by) if known is not None else ()
    answers = {i: model.rules[i].answer for i in governing if i in model.rules}
    links = links_of(model)
    contrast = {i for i in (*wanted.contrast, *links["rulings-contrasted"].get(ruling, ())) if i in model.rulings}
    first = wanted.same_case_as or ruling
    same_case = {i for i in (first, *links["rulings-on-same-case"].get(first, ())) if i in model.rulings and i != ruling}
    return RulingView(
        ruling,
        known.status if known is not None else "",
        tuple(i for i, answer in answers.items() if answer == wanted.answer),
        tuple(i for i, answer in answers.items() if answer not in (wanted.answer, None)),
        tuple(i for i, answer in answers.items() if answer is None),
        tuple(sorted(contrast, key=natural_key)),
        tuple(sorted(same_case, key=natural_key)),
    )


def find_rulings(model: Model, words: str) -> tuple[Id, ...]:
    """Return the ruling that `words` names, or all rulings of the passage or line that it names; none is an empty tuple.

    A prefix (`ruling:`, `src:`) may be left out; `negation.154` finds `ruling:negation.154.a` and `.b`.
    """
    name = _bare(words)
    if not words.startswith("src:") and f"ruling:{name}" in model.rulings:
        return (f"ruling:{name}",)
    passage = passage_id(words)
    links = links_of(model)
    found = {*links["rulings-from-passage"].get(passage, ()), *links["rulings-below-name"].get(name, ())}
    return tuple(sorted(found, key=natural_key))


def passage_id(words: str) -> Id:
    """Return the id of the passage that a name with or without the prefix `src:` means, whether it exists or not."""
    return f"src:{_bare(words)}"


def _bare(words: str) -> str:
    return words.strip().removeprefix("ruling:").removeprefix("src:")
