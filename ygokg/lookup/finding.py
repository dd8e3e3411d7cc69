"""Which card, rules or terms somebody means: what is called so is asked for first, then what has the words, then all names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ygokg.graph.labels import called, normal, split
from ygokg.graph.model import Id, Model
from ygokg.graph.triples import natural_key
from ygokg.lookup.excerpt import Excerpt
from ygokg.store.values import Value

if TYPE_CHECKING:
    from ygokg.names.library import Library
    from ygokg.names.lookup import Match

Kind = Callable[[Id], bool]
"""Says of an id whether what has it is of the kind that is looked for."""
_NUMBER = r"(?:card:|%\s*)?0*(\d{1,18})"


def keys_of(*names: str) -> list[Value]:
    """Return the keys (`ygo:labelKey`) under which the graph has what is called so, with or without a prefix before the name.

    >>> [key.text for key in keys_of("rule:negation.protected", "Face-down")]
    ['rule:negation.protected', 'negation.protected', 'facedown']
    """
    forms = (normal(form) for name in names for form in (name, name.partition(":")[2]))
    return [Value("text", form) for form in dict.fromkeys(forms) if form]


def called_so(excerpt: Excerpt, words: str, of_kind: Kind) -> list[Id]:
    """Return the ids of what was taken in and has `words` as its id, or else as a whole label, in the order of the ids."""
    return called({i: excerpt.facts.texts(i, "skos:prefLabel") for i in excerpt.facts.subjects() if of_kind(i)}, words)


def with_parts(excerpt: Excerpt, query: str, words: str, of_kind: Kind, keys: str = "keys-with") -> list[Id]:
    """Return the ids of what has every one of the `words` in its id or a label, in the order of the ids.

    The query `keys` tells what has them; `query` takes in the only one, where there is but one.
    """
    parts = set(split(words))
    having: dict[Id, set[str]] = {}
    for subject, part in excerpt.queries.rows(keys, part=[Value("text", part) for part in sorted(parts)]):
        having.setdefault(subject.text, set()).add(part.text)
    found = sorted((i for i, had in having.items() if had == parts and of_kind(i)), key=natural_key)
    if len(found) == 1:
        excerpt.add(query, key=keys_of(found[0]))
    return found


def nearest(excerpt: Excerpt, words: str, of_kind: Kind, in_order: Callable[[Iterable[Id]], list[Id]], limit: int = 5) -> list[Id]:
    """Return the ids whose label or id is nearest to `words`, nearest first; of those that are called the same, the first `in_order`."""
    from difflib import get_close_matches

    by_key: dict[str, list[Id]] = {}
    named = ((subject.text, keys.text.split("\n")) for subject, keys in excerpt.queries.rows("keys") if of_kind(subject.text))
    for i, keys in named:
        for key in keys:
            by_key.setdefault(key, []).append(i)
    close = [by_key[key] for key in get_close_matches(normal(words), by_key, n=limit, cutoff=0.5)]
    order = in_order(dict.fromkeys(i for ids in close for i in ids))
    return list(dict.fromkeys(min(ids, key=order.index) for ids in close))


def find_card(excerpt: Excerpt, text: str, library: Library | None = None) -> tuple[Match, Model]:
    """Return what a text stands for (see `ygokg.names.lookup.find`), and a Model of the cards and archetypes that come into it.

    Raises `UsageProblem` for an empty text.
    """
    from ygokg.names.lookup import find

    def taken_in(query: str, **keys: list[Value]) -> tuple[Match, Model]:
        excerpt.add(query, **keys)
        model = excerpt.model()
        return find(model, text, library), model

    match, model = taken_in("cards", key=name_keys([text]))
    if match.outside:
        numbers = (number for card in match.outside for number in (card.passcode, card.konami_id) if number)
        match, model = taken_in("cards", key=name_keys(numbers))
    return (match, model) if match.is_card else taken_in("names")


def name_keys(texts: Iterable[str]) -> list[Value]:
    """Return what the query `cards` finds texts by, each of which is a name, a passcode or `%` and an official id.

    >>> [key.text for key in name_keys(["Skill Drain", "%5740"])]
    ['skilldrain', '5740']
    """
    from ygokg.names.keys import name_key

    found: dict[str, None] = {}
    for text in texts:
        plain = unicodedata.normalize("NFKC", text.strip())
        number = re.fullmatch(_NUMBER, plain)
        found |= dict.fromkeys(key for key in (name_key(text), number[1] if number else "") if key)
    return [Value("text", key) for key in found]
