"""Policies on the catalogues of messages: each message in every language, with the same placeholders, in one form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from string import Formatter

from ygokg.checks.finding import Place, Problem
from ygokg.messages import LOCALE, TRANSLATED, catalogue_file, strings

_FLAG = "#, python-brace-format"
"""How gettext tools are told that a text has `{named}` placeholders."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message: its key, the English text, the text in the language of its catalogue (empty in the template), its comments."""

    key: str
    english: str
    text: str
    comments: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One file of messages: the language, the name that findings show, the whole text, and the entries in their order."""

    lang: str
    name: str
    source: str
    entries: tuple[Entry, ...]

    @property
    def by_key(self) -> dict[str, Entry]:
        """The entries by their keys."""
        return {entry.key: entry for entry in self.entries}


@dataclass(frozen=True, slots=True)
class Catalogues:
    """The English template, and what translates it."""

    template: Catalogue
    translations: tuple[Catalogue, ...]


def read_catalogues(folder: str | Path = LOCALE) -> Catalogues:
    """Return the catalogues below a folder; raises `OSError` where one is missing."""
    template, *translations = (_read(lang, Path(folder)) for lang in ("en", *TRANSLATED))
    return Catalogues(template, tuple(translations))


def _read(lang: str, folder: Path) -> Catalogue:
    path = Path(catalogue_file(lang, folder))
    source, name = path.read_text(encoding="utf-8"), path.relative_to(folder.parent.parent).as_posix()
    return Catalogue(lang, name, source, tuple(_entries(source, name)))


def _entries(source: str, name: str) -> Iterator[Entry]:
    line = 1
    for block in source.split("\n\n"):
        found = strings(block)
        if "msgctxt" in found:
            comments = tuple(each for each in block.split("\n") if each.startswith("#"))
            place = Place(name, line + len(comments))
            yield Entry(found["msgctxt"], found.get("msgid", ""), found.get("msgstr", ""), comments, place)
        line += block.count("\n") + 2


def messages_translated(catalogues: Catalogues) -> Iterator[Problem]:
    """Every message of the template stands once in every catalogue, with the same English text and a translation."""
    template = catalogues.template
    for catalogue in (template, *catalogues.translations):
        for key, count in Counter(entry.key for entry in catalogue.entries).items():
            if count > 1:
                yield Problem(key, f"stands {count} times in one catalogue. Keep one.", place=catalogue.by_key[key].place)
    for catalogue in catalogues.translations:
        known = catalogue.by_key
        for key, entry in template.by_key.items():
            translated = known.pop(key, None)
            if translated is None or not translated.text:
                place = translated.place if translated else entry.place
                yield Problem(key, f"has no text in {catalogue.lang}. Add it to {catalogue.name}.", place=place)
            elif translated.english != entry.english:
                message = f"translates another English text than {template.name} has. See whether it still fits, and copy the msgid."
                yield Problem(key, message, place=translated.place)
        for key, entry in known.items():
            yield Problem(key, f"is not in {template.name}. Add it there, or take it out.", place=entry.place)


def placeholders_kept(catalogues: Catalogues) -> Iterator[Problem]:
    """A translation has the placeholders of the English text, and no other."""
    for catalogue in catalogues.translations:
        for entry in catalogue.entries:
            here, there = _placeholders(entry.text), _placeholders(entry.english)
            if entry.text and here != there:
                message = f"has the placeholders {_list(here)} in {catalogue.lang} and {_list(there)} in English. Make them the same."
                yield Problem(entry.key, message, place=entry.place)


def _placeholders(text: str) -> frozenset[str]:
    """Return the names in the braces of a text; what is wrong with its braces counts as a name that no other text has."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError as error:
        return frozenset({f"({error})"})


def _list(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def catalogue_form(catalogues: Catalogues) -> Iterator[Problem]:
    """Catalogues have one form: entries in the order of their keys, one line a string, nothing fuzzy or left from earlier."""
    for catalogue in (catalogues.template, *catalogues.translations):
        lines = zip_longest(catalogue.source.split("\n"), _written(catalogue).split("\n"))
        for number, (line, wanted) in enumerate(lines, 1):
            if line != wanted:
                message = "is not in the form of a catalogue here. " + ("Delete what follows." if wanted is None else f"Expected: {wanted}")
                yield Problem(catalogue.name, message.strip(), place=Place(catalogue.name, number))
                break


def _written(catalogue: Catalogue) -> str:
    """Return the catalogue as it should be written; remarks of translators (`# …`) stay."""
    header = catalogue.source.partition("\n\n")[0]
    blocks = [header]
    for entry in sorted(catalogue.entries, key=lambda entry: entry.key):
        remarks = [comment for comment in entry.comments if comment.startswith("# ")]
        flags = [_FLAG] if _placeholders(entry.english) else []
        fields = (("msgctxt", entry.key), ("msgid", entry.english), ("msgstr", entry.text))
        blocks.append("\n".join([*remarks, *flags, *(f"{keyword} {_quoted(text)}" for keyword, text in fields)]))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'
