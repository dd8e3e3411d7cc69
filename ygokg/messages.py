"""The words of the tool in zh, ja and en, out of GNU gettext catalogues.

A message has a key, which the code names (`search.nothing`) and which is the `msgctxt` of its entry; its English text is the
`msgid`, so that translators see what they translate, every gettext tool can compare the `{named}` placeholders, and an English
text that changes leaves no translation behind unnoticed. English is in `locale/ygokg.pot`, the others in
`locale/<lang>/LC_MESSAGES/ygokg.po`; `ygokg check` holds them together.

The catalogues are read as they are, and of them only the entries that are asked for: a call needs some fifteen out of 700. That takes
a third of the time in which the standard library decodes a compiled catalogue (0.4 ms against 1.2), and there is nothing to compile,
to commit beside the source, or to forget.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = ("zh", "ja", "en")
TRANSLATED = ("zh", "ja")
LOCALE = os.path.join(os.path.dirname(__file__), "locale")

_CONTROL = {"n": "\n", "t": "\t"}


def t(lang: str, key: str, **values: object) -> str:
    """Return the message `key` in `lang` (English for any other language) with `values` in its placeholders.

    Raises `KeyError` for an unknown key or a missing value: both are mistakes in the program, not of the user.
    """
    text = _text(lang, key)
    if text is None:
        raise KeyError(key)
    return text.format(**values)


def has(lang: str, key: str) -> bool:
    """Say whether there is a message of this key, in the catalogue from which `t` would take it."""
    return _text(lang, key) is not None


def catalogue_file(lang: str, folder: str | Path = LOCALE) -> str:
    """Return where the messages in `lang` stand below `folder`: English in the template, as for any language without translations."""
    return os.path.join(folder, lang, "LC_MESSAGES", "ygokg.po") if lang in TRANSLATED else os.path.join(folder, "ygokg.pot")


def strings(entry: str) -> dict[str, str]:
    """Return the strings of one entry of a catalogue by their keywords (`msgctxt`, `msgid`, `msgstr`); each may take several lines."""
    found: dict[str, str] = {}
    keyword = ""
    for line in entry.split("\n"):
        before, quote, text = line.strip().partition('"')
        if quote and not before.startswith("#"):
            keyword = before.strip() or keyword
            found[keyword] = found.get(keyword, "") + _unescaped(text[:-1])
    return found


def _unescaped(text: str) -> str:
    if "\\" not in text:  # nearly every text, and a pattern takes a while to compile
        return text
    return re.sub(r"\\(.)", lambda escape: _CONTROL.get(escape[1], escape[1]), text)


@cache
def _text(lang: str, key: str) -> str | None:
    catalogue = _catalogue(lang)
    start = catalogue.find(f'\nmsgctxt "{key}"\n'.encode())
    if start < 0:
        return None
    found = strings(catalogue[start : catalogue.find(b"\n\n", start)].decode())
    return found["msgstr"] or found["msgid"]


@cache
def _catalogue(lang: str, folder: str | Path = LOCALE) -> bytes:
    with open(catalogue_file(lang, folder), "rb") as file:
        return file.read().replace(b"\r\n", b"\n")
