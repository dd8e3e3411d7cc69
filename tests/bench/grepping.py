"""`card NAME` beside `grep -r NAME` over the documents: the tool that people have at hand."""

from __future__ import annotations

import shutil
from pathlib import Path

from documents import write_logs
from measuring import Bench, Tables, alternate, compared, progress

__all__ = ["measure"]

NAMES = ("技能抽取", "月之书", "王宫的通告")


def measure(bench: Bench) -> Tables:
    """Return the table; none where the system has no grep."""
    if shutil.which("grep") is None:
        progress("grep: this system has none, left out")
        return {}
    bench.call("ygokg", "--version")
    folder, kind = bench.documents, "documents given"
    if folder is None:
        folder, kind = bench.scratch / "log", "made-up documents"
        write_logs(bench, folder)
    size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file()) / 1e6
    rows = []
    for name in NAMES:
        progress(f"grep: {name}")
        grep = bench.seconds("grep", "-r", name, folder.resolve(), ends=(0, 1))
        spent = alternate({"grep": grep, "card": bench.seconds("ygokg", "card", name)}, bench.rounds)
        rows.append(compared(name, ("grep -r", "card"), spent["grep"], spent["card"]))
    return {f"card beside grep -r, {kind}, {size:.1f} MB": rows}
