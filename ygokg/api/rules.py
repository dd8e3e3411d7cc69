"""Rules and the systems that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ygokg.api.session import Meanings, meanings, nothing_called
from ygokg.lookup.excerpt import Excerpt
from ygokg.lookup.rules import find_rules, nearest_rules, rule_page, system_page, systems_page

if TYPE_CHECKING:
    from ygokg.graph.model import Id

__all__ = ["Excerpt", "find_rule", "rule_page", "system_page", "systems_page"]


def find_rule(excerpt: Excerpt, words: str, *, in_full: bool = False) -> Id | Meanings:
    """Return the rule or rule system that `words` means, for its page; or all that it can mean (`in_full`: each with its name).

    Raises `NotFound` where it means nothing.
    """
    found = find_rules(excerpt, words)
    if not found:
        raise nothing_called(excerpt, "rule.unknown", words, nearest_rules(excerpt, words))
    return found[0] if len(found) == 1 else meanings(excerpt, words, found, in_full=in_full)
