"""Reading a file of the documents: its bytes as text, its lines as passages with names, sources, dates and standing.

reStructuredText is taken apart by `ygokg.documents.rst`; plain text, as it is copied from the pages of the documents, here: no
markup, bullets as •, boxes as bare words.
"""

from __future__ import annotations

import re
from pathlib import Path

from ygokg.documents.files import readable
from ygokg.documents.lines import LineReader, Logical, Scan, begins_example, is_example_mark, label_before, label_of
from ygokg.documents.marks import Inline, read_inline
from ygokg.documents.passages import BOXES, DATE, Document, Marker, Passage, digest
from ygokg.documents.rst import RstReader
from ygokg.errors import BrokenInput
from ygokg.messages import t

_BOXES = {"注意": "attention", "备注": "note", "小技巧": "tip", "提示": "hint", "警告": "warning", "参见": "seealso"}
_FOOTNOTE = re.compile(r"\[\d+\]\s*(?P<text>.+)")
_SENTENCE = re.compile("[。；]|[：:，,]$")
_QUOTED = re.compile("『[^』]*』")
_LONGEST_TITLE = 60
READING = 2
"""Counted up where a file is read otherwise than before, so that an import reads it anew although it is the same."""
_LONGEST_LINE = 50_000
"""In characters. The longest line of the documents has a thousand or two."""
_PENDING = re.compile("调整中(?!确认)(?![的过])|調整中(?!確認)")
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
Known = dict[tuple[str, str], tuple[str, Inline]]
"""By a line, with its leading marks and without, its hash and what is in it."""


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
        if len(line) > _LONGEST_LINE:
            raise BrokenInput(t(lang, "import.long-line", path=path, line=number, length=len(line), most=_LONGEST_LINE), hint)
    return text


def read_document(path: Path, text: str, lang: str, known: Known | None = None) -> Document:
    """Return what a file says, in the form that its suffix tells; raises `BrokenInput`, in `lang`, for one that is half-written.

    With the same `known` for several states of a file each line is read once: where it stood before, passages share what is in it.
    """
    form = "rst" if path.suffix.lower() == ".rst" else "txt"
    _require_whole(path, text, form, lang)
    stem = re.fullmatch(r"(?:19|20)\d{2}", path.stem)
    scan = (RstReader if form == "rst" else _PlainReader)(text, int(path.stem) if stem else None).read()
    document = Document(scan.title or readable(path.stem), form, targets=scan.targets, lines=scan.lines, markers=scan.markers)
    known = {} if known is None else known
    for logical in scan.logical:
        document.passages.append(_passage(logical, document, known))
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


def _passage(logical: Logical, document: Document, known: Known) -> Passage:
    if (logical.raw, logical.body) not in known:
        known[logical.raw, logical.body] = digest(logical.raw), read_inline(logical.body)
    digest_here, found = known[logical.raw, logical.body]
    document.markers += [Marker(logical.line, what, text) for what, text in found.unknown]
    if logical.label and not _known(logical.label) and not any(m.text == logical.label for m in document.markers):
        document.markers.append(Marker(logical.line, "label", logical.label))
    return Passage(
        line=logical.line,
        digest=digest_here,
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
    left = found.text
    if found.struck:
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


class _PlainReader(LineReader):
    """Reads plain text line by line, and counts every line.

    A short line without a full stop between blank lines is a heading; all are of one level. Where an empty line follows the mark of
    examples, each of these is a paragraph; they end with one that names no card.
    """

    def __init__(self, text: str, year: int | None) -> None:
        super().__init__(text, year)
        self.loose = self.boxed = False
        self.box = ""

    def read(self) -> Scan:
        """Return what the file holds."""
        for number, line in enumerate(self.lines):
            self._line(number, line)
        return self.scan

    def _line(self, number: int, line: str) -> None:
        body = line.strip().rstrip("¶").strip()
        if not body:
            self.example, self.label = self.loose, ""
            self.box = self.box if self.box and not self.boxed else ""
            self.scan.lines["blank"] += 1
        elif body in _BOXES:
            self.box, self.boxed, self.example, self.loose = _BOXES[body], False, False, False
            self.scan.lines["label"] += 1
        elif is_example_mark(body):
            self.example, self.loose = True, self._is_apart(number, after=True)
            self.scan.lines["label"] += 1
        elif self.sections.log and not self.box and (label := label_of(body)) is not None:
            self.label = label
            self.scan.lines["label"] += 1
        elif self._is_heading(number, line, body):
            self._enter(number, body)
            self.scan.lines["heading"] += 1
        else:
            self._add(number, line, body)
            self.scan.lines["passage"] += 1

    def _is_heading(self, number: int, line: str, body: str) -> bool:
        if line.rstrip().endswith("¶") or (number == 0 and not self.scan.title):
            return True
        apart = self._is_apart(number) and self._is_apart(number, after=True) and not line[:1].isspace() and "\t" not in line
        return apart and len(body) <= _LONGEST_TITLE and not _SENTENCE.search(_QUOTED.sub("", body)) and not self.box

    def _is_apart(self, number: int, *, after: bool = False) -> bool:
        """Say whether an empty line, or nothing, stands before a line, or `after` it."""
        other = number + 1 if after else number - 1
        return not 0 <= other < len(self.lines) or not self.lines[other].strip()

    def _enter(self, number: int, title: str) -> None:
        self._enter_section(number + 1, 1 if self.scan.title else 0, title)
        self.box, self.loose = "", False

    def _add(self, number: int, line: str, body: str) -> None:
        note = _FOOTNOTE.fullmatch(body)
        bullet = body.startswith("•")
        words = note["text"] if note else body.lstrip("• ").strip()
        if bullet or (self.loose and not ("「" in words and self._is_apart(number))):
            self.example = self.loose = False
        place = self.sections
        kind, depth = self._kind(note, body), int(bullet)
        label = (label_before(words) if place.log and not self.box else "") or self.label
        self.scan.logical.append(Logical(number + 1, line, words, kind, place.path, place.ordinal, self.box, depth, label, place.date))
        self.boxed = bool(self.box)

    def _kind(self, note: re.Match[str] | None, body: str) -> str:
        if note:
            return "footnote"
        if "\t" in body:
            return "row"
        if self.example or (begins_example(body) and not self.sections.date):
            return "example"
        if self.box:
            return "remark" if self.box in BOXES else "unplaced"
        return "ruling" if self.sections.date else "rule"
