"""How long an import of many documents takes, and a search in 15,000 passages beside a bare start of the tool.

The documents are made up: as many lines of the log as there are in all its years, on cards of the data.
"""

from __future__ import annotations

import random
from pathlib import Path

from measuring import Bench, Tables, alternate, compared, progress, verdict

__all__ = ["measure", "write_logs"]

PASSAGES = 15_000
YEARS = 11
SEARCHES = ("无效", "G", "战斗 破坏", "处理*适用", "的")
AIM_SECONDS = 30.0
AIM_MB = 500
AIM_RATIO = 1.5
NAMES = "SELECT DISTINCT ?name { ?card a ygo:Card ; skos:prefLabel ?name FILTER(LANG(?name) = 'zh') } ORDER BY ?name"
PARTS = """
的效果发动时 的攻击力上升 的连锁中 处理后 不能 适用 场上的 墓地的 手卡的 怪兽 魔法卡 陷阱卡
战斗阶段 破坏 无效 除外 变成里侧 可以 送去 回到 卡组的 结果 自己的 对方的
回合结束时 特殊召唤 通常召唤 同调素材 超量素材 连接端 灵摆区域 装备中 守备表示 攻击表示 作为代价 作为对象
选择 从卡组加入 那之后 同时 并且 直到 每次 一次 伤害步骤 结算时 处理时适用 发动的场合
不受影响 控制权 主要怪兽区域 额外卡组 衍生物 指示物 表侧表示 必须 如果 以外的 数量 种族
属性 等级 阶级 原本持有者 卡名
""".split()  # noqa: SIM905 - seventy short words
DRAWN = 11
"""Of so many parts each text is made, twice: 无效 then stands in every third of them, in the real documents in every eighth."""


def measure(bench: Bench) -> Tables:
    """Return the tables of the import and of the searches."""
    own = bench.apart("documents")
    own.call("ygokg", "--version")
    size = write_logs(own, bench.scratch / "imported")
    progress("documents: import")
    spent = own.call("ygokg", "import", bench.scratch / "imported")
    what = f"{PASSAGES:,} passages, {size / 1e6:.1f} MB"
    imported = [
        {"what": what, "measure": "seconds", "value": round(spent.seconds, 1), **verdict([spent.seconds], AIM_SECONDS)},
        {"what": what, "measure": "memory, MB", "value": spent.megabytes, **verdict([spent.megabytes or 0], AIM_MB)},
    ]
    rows = []
    for words in SEARCHES:
        for kind in (("--kind", "passage"), ()):
            what = f"search {words} {' '.join(kind)}"
            progress(f"documents: {what}")
            calls = {"start": own.seconds("ygokg", "--version"), "search": own.seconds("ygokg", "search", *words.split(), *kind)}
            pairs = alternate(calls, bench.rounds)
            rows.append(compared(what, ("start", "search"), pairs["start"], pairs["search"], AIM_RATIO))
    return {"Import of documents": imported, "Search in imported documents beside `ygokg --version`": rows}


def write_logs(bench: Bench, folder: Path) -> int:
    """Write made-up years of the log; return their size in bytes."""
    chosen = random.Random(1)
    names = bench.call("ygokg", "query", NAMES, "--format", "csv").output.splitlines()[1:]
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
