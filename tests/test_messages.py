"""The catalogues of messages: how they are read, that they are whole, and that the code and they go together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ygokg import messages
from ygokg.checks import check_files
from ygokg.checks.messages import read_catalogues
from ygokg.checks.run import MESSAGE_POLICIES, Policy, run_policies
from ygokg.checks.sources import Sources

PACKAGE = Path(messages.__file__).parent
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


def entry(key: str, english: str, text: str = "") -> str:
    flag = "#, python-brace-format\n" if "{" in english else ""
    return f'{flag}msgctxt "{key}"\nmsgid "{english}"\nmsgstr "{text}"\n'


EN = entry("and", " and ") + "\n" + entry("sum", "{count} in all")
ZH = entry("and", " and ", "和") + "\n" + entry("sum", "{count} in all", "共{count}个")
JA = entry("and", " and ", "と") + "\n" + entry("sum", "{count} in all", "全部で{count}")


def catalogues(folder: Path, *, en: str = EN, zh: str = ZH, ja: str = JA) -> Path:
    """Write catalogues below a folder, of two messages unless a test says otherwise; return where they are."""
    locale = folder / "ygokg" / "locale"
    for lang, entries in (("en", en), ("zh", zh), ("ja", ja)):
        path = Path(messages.catalogue_file(lang, locale))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEADER + "\n" + entries, encoding="utf-8")
    return locale


# ---- reading


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("zh", "x：3"), ("ja", "x：3"), ("en", "x: 3"), ("fr", "x: 3")],
    ids=["Chinese", "Japanese", "English", "a language without catalogue: English"],
)
def test_a_message_comes_in_the_language_with_its_values(lang: str, expected: str) -> None:
    assert messages.t(lang, "fact", feature="x", value=3) == expected


@pytest.mark.parametrize(("key", "known"), [("or", True), ("or.else", False), ("o", False), ("", False)])
def test_whether_there_is_a_message(key: str, known: bool) -> None:
    assert messages.has("en", key) == known


def test_an_unknown_key_and_a_missing_value_are_mistakes() -> None:
    with pytest.raises(KeyError, match="no-such-key"):
        messages.t("en", "no-such-key")
    with pytest.raises(KeyError, match="feature"):
        messages.t("en", "fact", value="x")


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ('msgctxt "a"\nmsgid "b"\nmsgstr "c"', {"msgctxt": "a", "msgid": "b", "msgstr": "c"}),
        ('# a "remark"\n#, fuzzy\nmsgctxt "a"\nmsgid ""\n"b "\n"c"', {"msgctxt": "a", "msgid": "b c"}),
        (r'msgid "\"a\"\tb\n\\n"', {"msgid": '"a"\tb\n\\n'}),
        ('#~ msgctxt "gone"', {}),
    ],
    ids=["one line each", "comments, and a text over several lines", "escapes", "an entry left from earlier"],
)
def test_the_strings_of_an_entry(block: str, expected: dict[str, str]) -> None:
    assert messages.strings(block) == expected


def test_catalogues_are_read_with_the_line_ends_of_any_system(tmp_path: Path) -> None:
    folder = catalogues(tmp_path)
    path = Path(messages.catalogue_file("zh", folder))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert messages._catalogue("zh", folder).decode() == HEADER + "\n" + ZH


# ---- what `ygokg check` says of them

PO = "ygokg/locale/{lang}/LC_MESSAGES/ygokg.po"
ZH_PO, JA_PO, POT = PO.format(lang="zh"), PO.format(lang="ja"), "ygokg/locale/ygokg.pot"
FUZZY = ZH.replace("#, python-brace-format", "#, fuzzy, python-brace-format")
NO_FORM = "is not in the form of a catalogue here."
FAULTS = [
    ("no Japanese", {"ja": JA.replace('"と"', '""')}, [(f"{JA_PO}:5", "error message", "and", f"has no text in ja. Add it to {JA_PO}.")]),
    (
        "a message that Chinese lacks",
        {"zh": entry("and", " and ", "和")},
        [(f"{POT}:10", "error message", "sum", f"has no text in zh. Add it to {ZH_PO}.")],
    ),
    (
        "a message that English lacks",
        {"en": entry("and", " and "), "ja": entry("and", " and ", "と")},
        [(f"{ZH_PO}:10", "error message", "sum", f"is not in {POT}. Add it there, or take it out.")],
    ),
    (
        "an English text that changed",
        {"ja": JA.replace("in all", "altogether")},
        [
            (
                f"{JA_PO}:10",
                "error message",
                "sum",
                f"translates another English text than {POT} has. See whether it still fits, and copy the msgid.",
            )
        ],
    ),
    (
        "a message twice",
        {"zh": ZH + "\n" + entry("sum", "{count} in all", "共{count}个")},
        [(f"{ZH_PO}:15", "error message", "sum", "stands 2 times in one catalogue. Keep one.")],
    ),
    (
        "a placeholder of another name",
        {"zh": ZH.replace("共{count}", "共{number}")},
        [
            (
                f"{ZH_PO}:10",
                "error message-placeholder",
                "sum",
                "has the placeholders number in zh and count in English. Make them the same.",
            )
        ],
    ),
    (
        "a placeholder without its end",
        {"zh": ZH.replace("共{count}", "共{count")},
        [
            (
                f"{ZH_PO}:10",
                "error message-placeholder",
                "sum",
                "has the placeholders (expected '}' before end of string) in zh and count in English. Make them the same.",
            )
        ],
    ),
    ("a fuzzy entry", {"zh": FUZZY}, [(f"{ZH_PO}:9", "warning message-form", ZH_PO, f"{NO_FORM} Expected: #, python-brace-format")]),
    (
        "another order",
        {"zh": "\n\n".join(reversed(ZH.removesuffix("\n").split("\n\n"))) + "\n"},
        [(f"{ZH_PO}:5", "warning message-form", ZH_PO, f'{NO_FORM} Expected: msgctxt "and"')],
    ),
    (
        "an entry left from earlier",
        {"ja": JA + '\n#~ msgctxt "gone"\n'},
        [(f"{JA_PO}:14", "warning message-form", JA_PO, f"{NO_FORM} Delete what follows.")],
    ),
    (
        "a text over two lines",
        {"zh": ZH.replace('"和"', '""\n"和"')},
        [(f"{ZH_PO}:7", "warning message-form", ZH_PO, f'{NO_FORM} Expected: msgstr "和"')],
    ),
    (
        "no sign that there are placeholders",
        {"zh": ZH.replace("#, python-brace-format\n", "")},
        [(f"{ZH_PO}:9", "warning message-form", ZH_PO, f"{NO_FORM} Expected: #, python-brace-format")],
    ),
]


@pytest.mark.parametrize(("given", "expected"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_fault_in_a_catalogue_is_found(given: dict[str, str], expected: list[tuple[str, ...]], tmp_path: Path) -> None:
    found = run_policies(MESSAGE_POLICIES, read_catalogues(catalogues(tmp_path, **given)), Sources([]))
    assert [(str(f.place), f"{f.severity} {f.policy}", f.subject, f.message) for f in found] == expected


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"zh": ZH.replace("#, py", "# said of a list\n#, py")},
        {"zh": entry("and", " and ", r"\"和\"\\\t\n") + "\n" + ZH.split("\n\n")[1]},
    ],
    ids=["sound catalogues", "a translator's remark", "escapes"],
)
def test_a_sound_catalogue_gives_no_finding(given: dict[str, str], tmp_path: Path) -> None:
    assert run_policies(MESSAGE_POLICIES, read_catalogues(catalogues(tmp_path, **given)), Sources([])) == []


def test_every_policy_over_messages_has_a_fault() -> None:
    assert {row[1].split()[1] for fault in FAULTS for row in fault[2]} == {policy.id for policy in MESSAGE_POLICIES}


def test_a_check_looks_at_the_messages_where_the_built_in_data_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = catalogues(tmp_path, ja=entry("and", " and ", "と"))
    monkeypatch.setattr("ygokg.checks.run.read_catalogues", lambda: read_catalogues(folder))
    monkeypatch.setattr("ygokg.checks.run.bundled_files", list)
    own = tmp_path / "own.ttl"
    own.write_text(" # Nothing.\n", encoding="utf-8")
    assert [f.policy for f in check_files([own], shapes=False).findings] == ["message"]
    assert check_files([own], shapes=False, builtin=False).findings == []


@pytest.mark.parametrize("policy", MESSAGE_POLICIES, ids=lambda policy: policy.id)
def test_our_messages_keep_the_policy(policy: Policy) -> None:
    found = [f for f in run_policies(MESSAGE_POLICIES, read_catalogues(), Sources([])) if f.policy == policy.id]
    assert not found, f"{policy.demands} {[(str(f.place), f.subject, f.message) for f in found]}"


# ---- the code and they go together

KEYS = {entry.key for entry in read_catalogues().template.entries}
_BEGINS = re.compile(r"[a-z][a-z-]*\.")


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Return every node of the package's code."""
    return tuple(node for file in sorted(PACKAGE.rglob("*.py")) for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def beginning(node: ast.AST) -> Iterator[str]:
    """Give the pattern of the keys that a piece of code puts together: `f"card.{kind}"`, `"line." + kind` and `f"{key}.hint"`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _BEGINS.fullmatch(node.value):
        yield re.escape(node.value) + "[^ ]+"
    elif isinstance(node, ast.JoinedStr):
        pattern = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^ ]+" for part in node.values)
        if _BEGINS.match(pattern.replace("\\", "")) or pattern.endswith(r"\.hint"):
            yield pattern


@pytest.mark.parametrize(
    ("code", "key", "made"),
    [
        ('f"card.{kind}"', "card.many", True),
        ('"line." + kind', "line.blank", True),
        ('f"{key}.hint"', "endpoint.bad-url.hint", True),
        ('f"card.{kind}"', "cards.many", False),
        ('f"{group}.{kind}"', "card.many", False),
        ('f"{words}, card.{kind}"', "card.many", False),
    ],
    ids=["a beginning", "a beginning by itself", "an end", "another beginning", "nothing that names a key", "a sentence"],
)
def test_what_code_puts_together_is_known(code: str, key: str, made: bool) -> None:
    patterns = [pattern for node in ast.walk(ast.parse(code)) for pattern in beginning(node)]
    assert any(re.fullmatch(pattern, key) for pattern in patterns) == made


def test_every_message_is_used() -> None:
    """By its key as a text in the code, or by one that the code puts together."""
    written = {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    made = re.compile("|".join({pattern for node in nodes() for pattern in beginning(node)}))
    assert sorted(key for key in KEYS - written if not made.fullmatch(key)) == [], "take it out of the catalogues"


def test_every_key_that_is_asked_for_has_a_message() -> None:
    calls = [node for node in nodes() if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t"]
    keys = [part for call in calls for part in (call.args[1], getattr(call.args[1], "body", None), getattr(call.args[1], "orelse", None))]
    named = {key.value for key in keys if isinstance(key, ast.Constant)}
    assert len(named) > 200
    assert named - KEYS == set(), "add it to the catalogues"
