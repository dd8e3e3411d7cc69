"""Completion: what is offered for what is half typed, how each shell gets it, and that nothing else ever reaches the prompt."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import REPOSITORY, Run
from own_cards import lines
from patience import HANG

from ygokg.api.completion import Candidate
from ygokg.cli.main import COMMANDS, cli
from ygokg.cli.shells import SHELLS, VARIABLE, Typed, answer, for_bash, for_others, read_line, script
from ygokg.store.cache import Graph

Runner = Callable[..., Run]
Ask = Callable[..., list[str]]
BREAKS = " \t\n\"'@><=;|&(:"


@pytest.fixture
def offered(graph: Graph, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:  # noqa: ARG001 - to be in the cache
    """What bash is offered for a line: the mode, then the candidates."""

    def ask(line: str, tab: str = "9") -> list[str]:
        for name, value in (("YGOKG_LINE", line), ("YGOKG_BREAKS", BREAKS), ("YGOKG_TAB", tab)):
            monkeypatch.setenv(name, value)
        answer(cli, "bash_complete")
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out.splitlines()

    return ask


# ---- what is offered

OFFERED = [
    pytest.param("ygokg ru", ["word", "rule", "ruling"], id="commands"),
    pytest.param("ygokg card --no", ["word", "--no-builtin"], id="options"),
    pytest.param("ygokg card --lang ", ["word", "zh", "ja", "en"], id="choices"),
    pytest.param("ygokg card --format=t", ["word", "table", "tsv"], id="choices after an equals sign"),
    pytest.param("ygokg --data ", ["file"], id="files are the shell's business"),
    pytest.param("ygokg cache ", ["word", "clear"], id="commands of a command"),
    pytest.param("ygokg card 技能抽", ["word", "技能抽取"], id="a card in Chinese"),
    pytest.param("ygokg card スキルド", ["word", "スキルドレイン"], id="a card in Japanese"),
    pytest.param("ygokg card skill\\ d", ["word", "Skill\\ Drain"], id="a card in English, in any case"),
    pytest.param("ygokg card 效果遮", ["word", "效果遮蒙者"], id="a card in simplified Chinese"),
    pytest.param("ygokg card 微代码", ["word", "微代码者"], id="a card by its official Chinese name"),
    pytest.param("ygokg card 827327", ["word", "82732705"], id="a passcode"),
    pytest.param("ygokg card %5740", ["word", "%5740"], id="an official id"),
    pytest.param("ygokg card 月之书 技能抽", ["word", "技能抽取"], id="a second card"),
    pytest.param("ygokg card no\\ such\\ card", ["word"], id="no card"),
    pytest.param("ygokg history 技能抽", ["word", "技能抽取"], id="a card of the history"),
    pytest.param("ygokg export --passcode skill\\ d", ["word", "Skill\\ Drain"], id="a card of the vectors"),
    pytest.param("ygokg rule negation.lapses-f", ["word", "negation.lapses-face-down"], id="a rule"),
    pytest.param("ygokg rule rule:negation.lapses-f", ["word", "negation.lapses-face-down"], id="a rule with its prefix, past the colon"),
    pytest.param(
        "ygokg rule 处理时变成里侧的卡，其效果不再", ["word", "处理时变成里侧的卡，其效果不再被这类效果无效"], id="a rule by its label"
    ),
    pytest.param("ygokg rule negation.field-monster-c", ["word", "negation.field-monster-continuous"], id="a rule system"),
    pytest.param("ygokg ruling negation.154", ["word", *(f"negation.154.{part}" for part in "abcd")], id="rulings"),
    pytest.param("ygokg contrast negation.117", ["word", "negation.117.a", "negation.117.b"], id="rulings to contrast"),
    pytest.param("ygokg new ruling negation.1020", ["word"], id="no passage"),
    pytest.param("ygokg new ruling negation.75", ["word", "negation.75"], id="a passage"),
    pytest.param("ygokg term 里侧表", ["word", "里侧表示"], id="a term by its label"),
    pytest.param("ygokg term facedown", ["word", "FaceDown", "FaceDownAtResolution"], id="a term by its id, in any case"),
    pytest.param("ygokg resolve isnegated", ["word", "IsNegated"], id="a question"),
    pytest.param("ygokg resolve 效果是否无", ["word", "效果是否无效"], id="a question by its label"),
    pytest.param("ygokg resolve IsNegated faceAt", ["begins", "faceAtResolution="], id="a feature"),
    pytest.param("ygokg resolve IsNegated 处理时的表", ["begins", "处理时的表示形式="], id="a feature by its label"),
    pytest.param("ygokg resolve IsNegated faceAtResolution=", ["word", "FaceUp", "FaceDown"], id="values of a feature"),
    pytest.param("ygokg resolve IsNegated 处理时的表示形式=里", ["word", "里侧表示"], id="a value by its label"),
    pytest.param("ygokg resolve IsNegated negator=技能抽", ["word", "技能抽取#1"], id="an effect of a card"),
    pytest.param('ygokg resolve IsNegated negator="Skill Drain#', ["word", "Skill Drain#1"], id="the number of an effect"),
    pytest.param("ygokg resolve IsNegated negator=FieldMonster", ["word", "FieldMonsterNegator"], id="a family"),
    pytest.param("ygokg resolve IsNegated weather=", ["word"], id="no feature"),
    pytest.param("ygokg query rulings-between", ["word", "rulings-between-cards"], id="a named query"),
    pytest.param("ygokg query rulings-between-cards --param c", ["begins", "card="], id="a parameter"),
    pytest.param("ygokg query rulings-between-cards --param card=技能抽", ["word", "技能抽取"], id="a card as a parameter"),
    pytest.param("ygokg query rules-by-question --param question=IsNegated", ["word", "IsNegated"], id="a question as a parameter"),
    pytest.param("ygokg conflicts --topic neg", ["word", "negation", "negate-summon", "negate-activation"], id="topics"),
    pytest.param("ygokg completion ", ["word", "bash", "zsh", "fish"], id="shells"),
]


@pytest.mark.parametrize(("line", "found"), OFFERED)
def test_what_is_half_typed_is_completed(offered: Ask, line: str, found: list[str]) -> None:
    told = offered(line)
    assert (told[0], sorted(told[1:])) == (found[0], sorted(found[1:]))


def test_all_commands_are_offered_in_the_order_of_the_help(offered: Ask) -> None:
    assert offered("ygokg ") == ["word", *COMMANDS]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_that_shows_it_is_told_what_a_command_is_for(
    shell: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["ygokg", "ru"])
    answer(cli, f"{shell}_complete")
    assert capsys.readouterr().out.splitlines() == ["word", *(f"{name}\t{COMMANDS[name]}" for name in ("rule", "ruling"))]


def test_without_a_word_every_card_is_offered_once_in_the_users_language(offered: Ask, graph: Graph) -> None:
    found = offered("ygokg --lang ja card ", tab="63")
    assert len(found) == 1 + len(graph.model.cards)
    assert "スキルドレイン" in found


def test_features_are_those_of_the_question(offered: Ask) -> None:
    asked, any_question = offered("ygokg resolve IsNegated "), offered("ygokg resolve Unknown ")
    assert "negator=" in asked
    assert set(asked) < set(any_question)


def test_what_the_user_imported_is_offered_for_removal(offered: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    assert offered("ygokg names remove ") == ["word"]
    assert offered("ygokg import --remove ") == []
    (tmp_path / "my cards.jsonl").write_text('{"passcode": 5, "en": "A Card"}\n', encoding="utf-8")
    (tmp_path / "无效.rst").write_text("无效\n====\n\n- 一条规则\n", encoding="utf-8")
    assert run("names", "import", str(tmp_path / "my cards.jsonl")).code == 0
    assert run("import", str(tmp_path / "无效.rst")).code == 0
    assert offered("ygokg names remove m") == ["word", "my\\ cards.jsonl"]
    assert offered("ygokg import --remove 无") == ["word", "无效"]


def test_cards_that_only_the_user_has_are_offered_too(offered: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Runner) -> None:
    monkeypatch.setenv("YGOKG_DATA", str(tmp_path / "data"))
    assert offered("ygokg card kaminote") == ["word"]
    assert run("names", "import", str(lines(tmp_path / "cards.jsonl"))).code == 0
    assert offered("ygokg card kaminote") == ["word", "Kaminote\\ Blow"]
    assert offered("ygokg card 神拳粉") == ["word", "神拳粉碎"]
    assert offered("ygokg card 技能抽") == ["word", "技能抽取"]
    assert offered("ygokg resolve IsNegated negator=kaminote") == ["word"]


# ---- nothing but completions

NOTHING = [
    pytest.param("ygokg nonsense ", id="no such command"),
    pytest.param("ygokg --no-builtin card Skill", id="without the built-in data"),
]


@pytest.mark.parametrize("line", NOTHING)
def test_a_mistake_on_the_line_is_answered_with_silence(offered: Ask, line: str) -> None:
    assert [word for word in offered(line) if word != "word"] == []


def completing(line: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, VARIABLE: "bash_complete", "YGOKG_LINE": line, "YGOKG_BREAKS": BREAKS, **variables}
    command = [sys.executable, "-m", "ygokg"]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, cwd=REPOSITORY, check=True, timeout=HANG
    )


def test_nothing_is_built_for_a_completion(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ended = completing("ygokg card Skill", YGOKG_CACHE=str(cache))
    assert (ended.stdout, ended.stderr, cache.exists()) == ("word\n", "", False)
    assert completing("ygokg query rulings-betw", YGOKG_CACHE=str(cache)).stdout == "word\nrulings-between-cards\n"


BROKEN = [
    pytest.param({"YGOKG_CACHE": os.devnull}, "ygokg card Skill", id="the cache is no folder"),
    pytest.param({"YGOKG_DATA": os.devnull}, "ygokg names remove x", id="the data folder is no folder"),
    pytest.param({VARIABLE: "tcsh_complete"}, "ygokg card Skill", id="a shell that is not known"),
    pytest.param({VARIABLE: "bash_dance"}, "ygokg card Skill", id="a wish that is not known"),
]


@pytest.mark.parametrize(("variables", "line"), BROKEN)
def test_what_goes_wrong_is_not_written_into_the_prompt(variables: dict[str, str], line: str) -> None:
    ended = completing(line, **variables)
    assert (ended.stdout.removeprefix("word\n"), ended.stderr) == ("", "")


def test_completion_takes_the_fast_path(graph: Graph) -> None:
    assert graph
    slow = ("pyoxigraph", "dulwich", "rdflib", "sqlite3", "difflib", "urllib.request")
    code = (
        "import sys\nfrom ygokg.cli.main import cli\nfrom ygokg.cli.shells import answer\nanswer(cli, 'bash_complete')\n"
        f"print([name for name in {slow} if name in sys.modules])"
    )
    environment = {**os.environ, "YGOKG_LINE": "ygokg card 技能抽", "YGOKG_BREAKS": BREAKS}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=True)
    assert ended.stdout.splitlines() == ["word", "技能抽取", "[]"]


# ---- lines and quotes

LINES = [
    pytest.param("ygokg card ", Typed(("ygokg", "card"), ""), id="nothing typed"),
    pytest.param("ygokg card sk", Typed(("ygokg", "card"), "sk"), id="a word"),
    pytest.param('ygokg "a b" c', Typed(("ygokg", "a b"), "c"), id="a quoted word before"),
    pytest.param("ygokg '' c", Typed(("ygokg", ""), "c"), id="an empty word before"),
    pytest.param(r"ygokg a\ b", Typed(("ygokg",), "a b"), id="a space with a backslash"),
    pytest.param(r'ygokg "a \" \x', Typed(("ygokg",), r'a " \x', 0, '"'), id="backslashes in double quotation marks"),
    pytest.param(r"ygokg 'a \x", Typed(("ygokg",), r"a \x", 0, "'"), id="a backslash in single ones"),
    pytest.param("ygokg a=b", Typed(("ygokg",), "a=b", 2), id="an equals sign parts words"),
    pytest.param(r"ygokg a\=b", Typed(("ygokg",), "a=b", 0), id="one with a backslash does not"),
    pytest.param('ygokg a="b c', Typed(("ygokg",), "a=b c", 2, '"'), id="an open mark after it"),
    pytest.param('ygokg a"b"c', Typed(("ygokg",), "abc", 2), id="a closed mark within"),
    pytest.param("ygokg 技能　抽", Typed(("ygokg",), "技能　抽"), id="a wide space is no space"),
]


@pytest.mark.parametrize(("line", "typed"), LINES)
def test_a_line_is_read_as_the_shell_reads_it(line: str, typed: Typed) -> None:
    assert read_line(line, BREAKS) == typed


NAMES = [
    "Skill Drain",
    'Maxx "C"',
    "Viper's Grudge",
    "Yes! No!! $HOME `id` \\",
    "D/D/D & (x) [y] {z} *?<>|;~",
    "魔界剧本「魔王」",
    "#1",
    "~root",
]
OPEN = [pytest.param("", id="bare"), pytest.param('"', id="in double marks"), pytest.param("'", id="in single marks")]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("quote", OPEN)
def test_bash_reads_what_is_inserted_as_the_name(quote: str) -> None:
    lines = [for_bash(Typed((), "", 0, quote), [Candidate(name)], listing=False)[1] for name in NAMES]
    closed = [quote + line + ("" if not quote or line.endswith(quote) else quote) for line in lines]
    ended = subprocess.run(
        ["bash", "-c", "printf '%s\\n' " + " ".join(closed)], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert ended.stdout.splitlines() == NAMES


def test_a_listing_shows_names_as_they_read() -> None:
    assert for_bash(Typed((), "", 0, ""), [Candidate("Skill Drain")], listing=True) == ["word", "Skill Drain"]


def test_bash_gets_the_rest_only_of_what_begins_like_what_it_keeps() -> None:
    typed = read_line("ygokg card number\\ 90:", BREAKS)
    found = [Candidate("Number 90: Galaxy-Eyes Photon Lord"), Candidate("No. 90 Photon Lord")]
    assert for_bash(typed, found, listing=False) == ["word", "\\ Galaxy-Eyes\\ Photon\\ Lord"]


def test_what_would_upset_a_terminal_is_not_offered() -> None:
    found = [Candidate("a\x1b[2Jb"), Candidate("two\nlines"), Candidate("fine", "help\x1b[2J\there")]
    assert for_others(found) == ["word", "fine\thelp [2J here"]
    assert for_bash(Typed((), ""), found, listing=False) == ["word", "fine"]


# ---- the scripts


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script_and_so_does_the_variable(run: Runner, shell: str) -> None:
    assert run("completion", shell) == Run(0, script(shell), "")
    environment = {**os.environ, VARIABLE: f"{shell}_source"}
    ended = subprocess.run([sys.executable, "-m", "ygokg"], capture_output=True, text=True, env=environment, cwd=REPOSITORY, check=True)
    assert (ended.stdout, ended.stderr) == (script(shell), "")


def test_an_unknown_shell_is_told(run: Runner) -> None:
    ended = run("completion", "tcsh")
    assert (ended.code, ended.out) == (2, "")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'." in ended.err


TYPED = [
    pytest.param('card "skill d\t\r', ["card", "Skill Drain"], SHELLS, id="in double quotation marks"),
    pytest.param("card skill\\ d\t\r", ["card", "Skill Drain"], SHELLS, id="with a backslash"),
    pytest.param("card 技能抽\t\r", ["card", "技能抽取"], SHELLS, id="Chinese"),
    pytest.param('card "maxx\t\r', ["card", 'Maxx "C"'], SHELLS, id="a name that ends in the mark"),
    pytest.param('card "stand up c\t\r', ["card", "Stand Up Centur-Ion!"], SHELLS, id="a word of the history"),
    pytest.param("card 'viper\t\r", ["card", "Viper's Grudge"], ["bash"], id="an apostrophe in single marks"),
    pytest.param("card ash\\ b\t\r", ["card", "Ash Blossom & Joyous Spring"], ["bash"], id="an ampersand"),
    pytest.param("rule rule:negation.lapses-f\t\r", ["rule", "rule:negation.lapses-face-down"], ["bash"], id="past a colon"),
    pytest.param(
        'resolve IsNegated negator=skill\\ d\t effect="skill d\t\r',
        ["resolve", "IsNegated", "negator=Skill Drain#1", "effect=Skill Drain#1"],
        ["bash"],
        id="past an equals sign",
    ),
    pytest.param("resolve IsNegated faceAtR\tFaceD\t\r", ["resolve", "IsNegated", "faceAtResolution=FaceDown"], SHELLS, id="in two steps"),
    pytest.param("card --data scr\t\r", ["card", "--data", "script"], SHELLS, id="a file"),
]
AT_TERMINAL = [
    pytest.param(shell, *case.values[:2], id=f"{shell}: {case.id}") for case in TYPED for shell in SHELLS if shell in case.values[2]
]


@pytest.mark.parametrize(("shell", "keys", "words"), AT_TERMINAL)
def test_a_person_at_a_terminal_gets_what_was_meant(graph: Graph, tmp_path: Path, shell: str, keys: str, words: list[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    pytest.importorskip("termios", reason="the system has no terminals of this kind")
    from terminal import typed_into

    assert graph
    assert typed_into(shell, script(shell), f"ygokg {keys}", tmp_path) == words
