"""Cards: one with its rules and rulings, what lies between several, and which cards of a deck have rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygokg.api.session import Meanings, nothing_found, sentences_behind
from ygokg.errors import NotFound
from ygokg.graph.words import label, quoted
from ygokg.lookup.cards import CardPage, card_page
from ygokg.lookup.finding import find_card
from ygokg.messages import t
from ygokg.render.lines import day_words
from ygokg.store.folders import documents_there

if TYPE_CHECKING:
    from ygokg.documents.shelf import Sentence
    from ygokg.graph.ages import Aged
    from ygokg.graph.model import Card, Id
    from ygokg.lookup.deck import DeckPage
    from ygokg.lookup.excerpt import Excerpt
    from ygokg.names.library import Library


class Cards(NamedTuple):
    """One card or several (`page`), and what is imported about them.

    `sentences` are those of imported documents by passage; `own` the cards that only the user's databases have; `imported` tells how
    old these documents and databases are; `entries` how many entries of the documents name the card (0 for several cards).
    """

    page: CardPage
    sentences: dict[Id, Sentence]
    own: list[Id]
    imported: list[Aged]
    entries: int


def cards(
    excerpt: Excerpt, names: Sequence[str], library: Library | None, *, in_full: bool = False, with_passages: bool = False
) -> Cards | Meanings:
    """Return the card of that name, or what lies between the cards of these names; or what the first ambiguous name can mean.

    `library` has the user's card databases; `in_full` and `with_passages` are those of `ygokg.lookup.cards.card_page`. Raises
    `NotFound` where a name means nothing, and where no ruling lies between several cards; `UsageProblem` for an empty name.
    """
    named: dict[Id, Card] = {}
    for name in names:
        card = _card(excerpt, name, library)
        if isinstance(card, Meanings):
            return card
        named[card.id] = card
    own = [i for i in named if not excerpt.all(i, "rdf:type")]
    page = card_page(excerpt, list(named.values()), in_full=in_full, with_passages=with_passages or documents_there())
    rulings = [i for group in page.view.groups for i in group.rulings]
    if len(named) > 1 and not rulings:
        raise _nothing_between(excerpt, page)
    sources = (source for i in rulings for source in page.model.rulings[i].sources)
    sentences = sentences_behind(page.model, sources, excerpt.lang)
    imported = [*sentences.values(), *(library.holding(own) if own and library is not None else ())]
    return Cards(page, sentences, own, imported, _entries(excerpt, page))


def deck(excerpt: Excerpt, lines: Sequence[str], library: Library | None) -> DeckPage:
    """Return which cards of a deck list have rulings; see `ygokg.lookup.deck.deck_page`."""
    from ygokg.lookup.deck import deck_page

    return deck_page(excerpt, lines, library)


def _card(excerpt: Excerpt, name: str, library: Library | None) -> Card | Meanings:
    match, model = find_card(excerpt, name, library)
    outside = {card.id: card for card in match.outside}
    model.cards.update(outside)
    if match.is_card and match.found is not None:
        return model.cards[match.found]
    if match.candidates or match.is_archetype:
        imported = library.holding(outside) if outside and library is not None else ()
        return Meanings(model, name, match.candidates, excerpt, match.candidates, imported, match.is_archetype)
    error = nothing_found(model, "card.unknown", name, match.suggestions, excerpt.lang)
    if library is None:
        error.hint += "\n" + t(excerpt.lang, "card.unknown.built-in", count=len(model.cards) - len(outside))
    raise error


def _nothing_between(excerpt: Excerpt, page: CardPage) -> NotFound:
    lang = excerpt.lang
    shown = t(lang, "list").join(quoted(label(page.model, i, lang), lang) for i in page.view.cards)
    day = day_words(excerpt.day(), lang) + "\n" if excerpt.as_of else ""
    return NotFound(t(lang, "card.none-between", names=shown), day + t(lang, "card.none-between.hint"))


def _entries(excerpt: Excerpt, page: CardPage) -> int:
    if len(page.view.cards) > 1 or not documents_there():
        return 0
    from ygokg.documents.shelf import naming

    card = page.model.cards[page.view.cards[0]]
    return naming((*card.names.values(), *card.variants), excerpt.lang)
