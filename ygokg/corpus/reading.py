"""From a file of the documents to its passages."""

from __future__ import annotations

import re
from pathlib import Path

from ygokg.corpus.files import readable
from ygokg.corpus.lines import Logical
from ygokg.corpus.marks import Inline, read_inline
from ygokg.corpus.normal import DATE, digest
from ygokg.corpus.passages import Document, Marker, Passage
from ygokg.corpus.plain import scan_plain
from ygokg.corpus.rst import scan_rst
from ygokg.errors import BrokenInput
from ygokg.messages import t

__all__ = ["LONGEST_LINE", "READING", "decoded", "read_document"]

READING = 2
"""Counted up where a file is read otherwise than before, so that an import reads it anew although it is the same."""

LONGEST_LINE = 50_000
"""In characters. The longest line of the documents has a thousand or two."""

_PENDING = re.compile("调整中(?!确认)(?![的过])|調整中(?!確認)")
_QUOTED = re.compile("『[^』]*』")
_CLOSED = re.compile(r".*[。！？…；：:;）)』」”’》>`_=\-~^*+#|¶]\s*|.*::\s*|.*\d", re.DOTALL)
_CONFLICT = re.compile(r"(?:<{7}|>{7})(?: .*)?")
_OPEN_LINK = re.compile(r"<https?:[^>]*$")
_LONELY_BOX = re.compile(r"\s*\.\.\s*(?:attention|note|tip|hint|sidebar|warning|figure|table)::\s*")
_LABEL_CLASSES = (
    (re.compile("数据库|數據庫|FAQ|Q&A", re.IGNORECASE), "database"),
    (re.compile("卡片页|卡片補充|卡片补充|补充情报"), "card-page"),
    (re.compile("wiki", re.IGNORECASE), "wiki"),
    (re.compile("邮件|郵件|mail|事务局|事務局", re.IGNORECASE), "mail"),
)
_CHANGED = re.compile("裁定变更|裁定變更|变更")
_RESOLVED = re.compile("调整中?.{0,2}确认|調整中?.{0,2}確認")
_AGAIN = re.compile("重复确认|再次确认")
"""A label that changes nothing about what is below it."""
_ANSWERS = ("example", "ruling")


def decoded(path: Path, content: bytes, lang: str) -> str:
    """Return the text of a file; raises `BrokenInput`, in `lang`, for what is no text of the documents, with the line where it shows."""
    hint = t(lang, "import.forms")
    if b"\0" in content:
        place = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise BrokenInput(t(lang, "import.binary", path=path, line=place), hint)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = content.count(b"\n", 0, error.start) + 1
        cut = error.reason == "unexpected end of data" and error.end == len(content)
        raise BrokenInput(t(lang, "import.cut" if cut else "import.not-utf8", path=path, line=place), hint) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BrokenInput(t(lang, "import.long-line", path=path, line=number, length=len(line), most=LONGEST_LINE), hint)
    return text


def read_document(path: Path, text: str, lang: str) -> Document:
    """Return what a file says, in the form that its suffix tells; raises `BrokenInput`, in `lang`, for one that is half-written."""
    form = "rst" if path.suffix.lower() == ".rst" else "txt"
    _require_whole(path, text, form, lang)
    stem = re.fullmatch(r"(?:19|20)\d{2}", path.stem)
    scan = (scan_rst if form == "rst" else scan_plain)(text, int(path.stem) if stem else None)
    document = Document(scan.title or readable(path.stem), form, targets=scan.targets, lines=scan.lines, markers=scan.markers)
    for logical in scan.logical:
        document.passages.append(_passage(logical, document))
    document.markers.sort(key=lambda marker: marker.line)
    return document


def _require_whole(path: Path, text: str, form: str, lang: str) -> None:
    """Refuse a file with the marks of an unfinished merge, and one that ends within something."""
    lines = text.rstrip().split("\n")
    for number, line in enumerate(lines, 1):
        if line[:7] in ("<<<<<<<", ">>>>>>>") and _CONFLICT.fullmatch(line):
            raise BrokenInput(t(lang, "import.merge", path=path, line=number), t(lang, "import.merge.hint"))
    if form != "rst" or not text.strip():
        return
    last = lines[-1]
    unfinished = last.count("`") % 2 or _OPEN_LINK.search(last)
    unpaired = last.count("「") != last.count("」") or last.count("『") != last.count("』")
    open_end = not text.endswith("\n") and (unpaired or not _CLOSED.fullmatch(last))
    if unfinished or open_end or _LONELY_BOX.fullmatch(last):
        raise BrokenInput(t(lang, "import.half", path=path, line=len(lines), end=last.strip()[-30:]), t(lang, "import.half.hint"))


def _passage(logical: Logical, document: Document) -> Passage:
    found = read_inline(logical.body)
    document.markers += [Marker(logical.line, what, text) for what, text in found.unknown]
    if logical.label and not _known(logical.label) and not any(m.text == logical.label for m in document.markers):
        document.markers.append(Marker(logical.line, "label", logical.label))
    return Passage(
        line=logical.line,
        digest=digest(logical.raw),
        kind=logical.kind,
        text=found.text,
        section=logical.section,
        ordinal=logical.ordinal,
        box=logical.box,
        depth=logical.depth,
        label=logical.label,
        date=logical.date,
        state=_state(logical, found),
        source_class=_source_class(logical, found),
        names=found.names,
        quotes=found.quotes,
        references=found.references,
        evidence=found.evidence,
        struck=found.struck,
    )


def _known(label: str) -> bool:
    kinds = (_CHANGED, _RESOLVED, _AGAIN, *(pattern for pattern, _ in _LABEL_CLASSES))
    return any(pattern.search(label) for pattern in kinds)


def _state(logical: Logical, found: Inline) -> str:
    """Say where a passage stands: what is struck as a whole is withdrawn, what is being adjusted pending, whatever its label says."""
    left = "".join(sign for at, sign in enumerate(found.text) if not any(start <= at < end for start, end in found.struck))
    if found.struck and not re.search(r"\w", DATE.sub("", left).replace("wiki", "")):
        return "withdrawn"
    if _PENDING.search(_QUOTED.sub("", left)):
        return "pending"
    if _RESOLVED.search(logical.label):
        return "pending-resolved"
    return "changed" if _CHANGED.search(logical.label) else "current"


def _source_class(logical: Logical, found: Inline) -> str:
    """Say what an answer rests on: its last link, else its label, else a letter of the office, which has neither link nor day."""
    linked = [evidence.source_class for evidence in found.evidence if evidence.source_class]
    if linked:
        return linked[-1]
    labelled = next((known for pattern, known in _LABEL_CLASSES if pattern.search(logical.label)), "")
    if labelled or logical.kind not in _ANSWERS or found.evidence:
        return labelled
    return "mail"
