"""Small made-up documents in the forms of the real ones, for the tests of what is imported."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

__all__ = ["CHAPTER", "LOG", "PLAIN", "write"]

FAQ = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=5&fid={}&request_locale=ja"
PAGE = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=4&cid={}"
WIKI = "https://yugioh-wiki.net/index.php?%A1%D4"

CHAPTER = f"""\
.. _抽取:

==============
抽取的章节名比线长得多
==============

.. role:: strike
    :class: strike

第一部分
========

| 甲类规则：「`技能抽取`_」让场上变暗。
| 例：
| 「`技能抽取`_」的①②效果遇到「`月之书`_」，天津四变暗。\\ `20/12/7 <{FAQ.format(12812)}>`__ ，随后又变亮。\\ `wiki <{WIKI}>`__
| 「`影依`_」怪兽遇到「`魔界剧场「奇幻剧场」`_」时记述『变暗一次』，\\ :ref:`调整中`\\ 。

.. attention:: 特别地，「`月之书`_」是例外的一种。
   换行后还是同一句。

-  | 乙类规则见\\ :ref:`别处`\\ 。

   .. note::

      | 备注里的话。
      | 例：
      | 备注里的例子。\\ `21/2/30 <{PAGE.format(5740)}>`__

.. bogus:: 不认识的指令里的话

======== ======
种类     次数
======== ======
甲       1
======== ======

第二部分
========

没有竖线的一行，见 `第一部分`_\\ 。

.. [#] 脚注里的话。
.. 编者自己的话
.. _`技能抽取`: https://ygocdb.com/card/name/技能抽取
.. _`影依`: https://ygocdb.com/?search=影依
"""

LOG = f"""\
====
2021
====

21/03
=====

3/1
----

| 邮件：
| 「`技能抽取`_」适用时「`月之书`_」发动，天津四的旧答案是变暗。

| 数据库：
| 「`星因士 天津四`_」一人变亮。\\ `21/3/1 <{FAQ.format(777)}>`__

3/9
----

| 裁定变更：
| 「`技能抽取`_」适用时「`月之书`_」发动，天津四的新答案是变亮。
| :strike:`「技能抽取」适用时「月之书」发动，天津四不知如何，调整中。`

| 调整中确认：
| 「`月之书`_」盖着也能变亮。

| 奇怪的标签：
| 「`月之书`_」只有标签奇怪。
"""

PLAIN = """\
抽取¶

甲类规则，没有标记。
例：
「技能抽取」的例子。20/12/7
  • 有圆点的一行。
    续在圆点下的一行。

注意

特别地，注意里的话。

另一个标题¶

表头\t次数
"""


def write(folder: Path, name: str, text: str, day: str = "2024-05-01") -> Path:
    """Write a file with a day of its own and return it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    when = datetime.fromisoformat(f"{day}T12:00").timestamp()
    os.utime(path, (when, when))
    return path
