"""How long an import of many documents takes, and a search in 15,000 passages beside a bare start of the tool.

The documents are made up: as many lines of the log as there are in all its years, on cards of the data. Run it as
`python tests/bench/documents.py [--rounds 15]`; the aims are 30 s, 500 MB, and 1.5 times the start (`ygokg --version`).
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ygokg.store.cache import open_graph

__all__ = ["main"]

REPOSITORY = Path(__file__).parents[2]
PASSAGES = 15_000
YEARS = 11
SEARCHES = ("无效", "G", "战斗 破坏", "处理*适用", "的")
PARTS = (
    *("的效果发动时", "的攻击力上升", "的连锁中", "处理后", "不能", "适用", "场上的", "墓地的", "手卡的", "怪兽", "魔法卡", "陷阱卡"),
    *(
        "战斗阶段",
        "破坏",
        "无效",
        "除外",
        "变成里侧",
        "可以",
        "送去",
        "回到",
        "卡组的",
        "结果",
        "自己的",
        "对方的",
        "回合结束时",
        "特殊召唤",
    ),
    *(
        "通常召唤",
        "同调素材",
        "超量素材",
        "连接端",
        "灵摆区域",
        "装备中",
        "守备表示",
        "攻击表示",
        "作为代价",
        "作为对象",
        "选择",
        "从卡组加入",
    ),
    *(
        "那之后",
        "同时",
        "并且",
        "直到",
        "每次",
        "一次",
        "伤害步骤",
        "结算时",
        "处理时适用",
        "发动的场合",
        "不受影响",
        "控制权",
        "主要怪兽区域",
    ),
    *("额外卡组", "衍生物", "指示物", "表侧表示", "必须", "如果", "以外的", "数量", "种族", "属性", "等级", "阶级", "原本持有者", "卡名"),
)
DRAWN = 11
"""Of so many parts each text is made, twice: 无效 then stands in every third of them, in the real documents in every eighth."""


def main() -> None:
    """Measure and write one line for each kind of work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="alternations of each search with the start")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        size = write_logs(folder / "log")
        os.environ["YGOKG_DATA"] = str(folder / "data")
        call("--version")
        seconds = call("import", str(folder / "log"))
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"import: {PASSAGES} passages, {size / 1e6:.1f} MB: {seconds:.1f} s, {memory} MB")  # noqa: T201
        for words in SEARCHES:
            for kind in (("--kind", "passage"), ()):
                pairs = [(call("--version"), call("search", *words.split(), *kind)) for _ in range(rounds)]
                bare, full = (statistics.median(times) for times in zip(*pairs, strict=True))
                what = f"{words} {' '.join(kind)}"
                print(f"search {what}: {full * 1000:.1f} ms, {full / bare:.2f} times the start")  # noqa: T201


def write_logs(folder: Path) -> int:
    """Write made-up years of the log; return their size in bytes."""
    chosen = random.Random(1)
    names = sorted(card.names["zh"] for card in open_graph().model.cards.values() if "zh" in card.names)
    folder.mkdir()
    size = 0
    for year in range(2014, 2014 + YEARS):
        lines = ["====", str(year), "====", ""]
        for number in range(PASSAGES // YEARS + 1):
            if number % 120 == 0:
                lines += ["", f"{year % 100}/{number // 120 + 1:02}", "=====", ""]
            if number % 5 == 0:
                lines += ["", f"{number // 120 + 1}/{number % 120 // 5 + 1}", "----", ""]
            words = "".join(chosen.choice(PARTS) for _ in range(DRAWN))
            lines.append(f"| 「`{chosen.choice(names)}`_」{words}「`{chosen.choice(names)}`_」{words[::-1]}。")
        text = "\n".join(lines) + "\n"
        size += len(text.encode())
        (folder / f"{year}.rst").write_text(text, encoding="utf-8")
    return size


def call(*arguments: str) -> float:
    """Return the seconds of wall time that a call takes; one that fails ends the benchmark."""
    started = time.perf_counter()
    ended = subprocess.run([sys.executable, "-m", "ygokg", *arguments], capture_output=True, cwd=REPOSITORY, check=False)
    spent = time.perf_counter() - started
    if ended.returncode != 0:
        sys.exit(ended.stderr.decode("utf-8", "replace"))
    return spent


if __name__ == "__main__":
    main()
