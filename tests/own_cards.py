"""Small card databases as users have them, made up but for the names that the cases need."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

__all__ = ["LINES", "SITE", "cdb", "lines"]

LINES = [
    {"passcode": 82732705, "konami_id": 5740, "type": "Trap", "zh": "技能抽取", "zh_official": None, "ja": "スキルドレイン", "en": "Skill Drain"},
    {"passcode": 89631139, "konami_id": 4007, "type": "Monster", "zh": "青眼白龙", "zh_official": "青眼白龙", "ja": "青眼の白龍", "en": "Blue-Eyes White Dragon"},
    {"passcode": 56840427, "konami_id": 10040, "type": "Monster", "zh": "混沌No.39 希望皇 霍普雷", "zh_official": "混沌编号39 希望皇霍普雷", "ja": "CNo.39 希望皇ホープレイ", "en": "Number C39: Utopia Ray"},
    {"passcode": 57734012, "konami_id": 11087, "type": "Spell", "zh": "升阶魔法-七皇之剑", "zh_official": None, "ja": "RUM－七皇の剣", "en": "Rank-Up-Magic - The Seventh One"},
    {"passcode": 97570038, "konami_id": 6349, "type": "Spell", "zh": "神拳粉碎", "zh_official": None, "ja": "ゴッドハンド・スマッシュ", "en": "Kaminote Blow"},
    {"passcode": 79868386, "konami_id": 15837, "type": "Spell", "zh": "神手粉碎拳", "zh_official": "神拳粉碎", "ja": "ゴッド・ハンド・クラッシャー", "en": "Fist of Fate"},
    {"passcode": 2314238, "konami_id": 6057, "type": "Spell", "zh": "黑·魔·导", "zh_official": None, "ja": "黒・魔・導", "en": "Dark Magic Attack"},
    {"passcode": 46986414, "konami_id": 4041, "type": "Monster", "zh": "黑魔术师", "zh_official": "黑魔导", "ja": "ブラック・マジシャン", "en": "Dark Magician"},
    {"passcode": 37742478, "konami_id": None, "type": "Monster", "zh": "沉默剑士 LV7", "zh_official": None, "ja": None, "en": "Silent Swordsman LV7"},
    {"passcode": 15180041, "konami_id": 12564, "type": "Monster", "zh": "沉默剑士 弟子", "zh_official": None, "ja": "サイレント・ソードマンの弟子", "en": None},
]  # fmt: skip

SITE = {
    "4007": {
        "cid": 4007, "id": 89631139, "cn_name": "青眼白龙", "sc_name": "青眼白龙", "md_name": "青眼白龙", "cnocg_n": "青眼的白龙",
        "jp_ruby": "ブルーアイズ・ホワイト・ドラゴン", "jp_name": "青眼の白龍", "en_name": "Blue-Eyes White Dragon", "data": {"type": 17},
    },
    "5432": {"cid": 5432, "id": 14087893, "cn_name": "月之书", "jp_ruby": "つきのしょ", "jp_name": "月の書", "data": {"type": 65538}},
}  # fmt: skip


def lines(path: Path, rows: Iterable[Mapping[str, object]] = LINES) -> Path:
    """Write cards as JSON lines."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def cdb(path: Path, rows: Iterable[tuple[int, object, int, int]]) -> Path:
    """Write a simulator's database of (id, name, alias, type); without a name the row is in `datas` alone."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE datas (id INTEGER PRIMARY KEY, ot INTEGER, alias INTEGER, setcode INTEGER, type INTEGER)")
        connection.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT)")
        for id, name, alias, kind in rows:
            connection.execute("INSERT INTO datas VALUES (?, 3, ?, 0, ?)", (id, alias, kind))
            if name is not None:
                connection.execute("INSERT INTO texts VALUES (?, ?, '')", (id, name))
    return path
