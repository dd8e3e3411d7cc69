"""What contradicted itself on days that are past: statements that ended, against what stood beside them on their last day."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ygokg.consistency.contradictions import contradictions
from ygokg.consistency.examined import Examined
from ygokg.consistency.finding import Finding
from ygokg.graph.dates import last_days, said_on
from ygokg.graph.model import Id, Model


def past_contradictions(model: Model, today: Collection[str]) -> Iterator[Finding]:
    """Yield the contradictions in which a statement is that is not said any more, as they were on its last day, each once.

    `today` are the ids of the findings of today, which are not told twice. A contradiction that is past needs no mending: it is for
    information.
    """
    told = set(today)
    for day, ended in last_days(model).items():
        for found in contradictions(Examined(said_on(_concerning(model, ended), day))):
            if found.id not in told and not set(ended).isdisjoint(found.ids):
                told.add(found.id)
                yield replace(found, past=day, severity="info", settle=())


def _concerning(model: Model, ended: Collection[Id]) -> Model:
    """Return the part of a model that can contradict some rules and rulings: the same questions, and all that these look at."""
    asked = {(model.rules.get(i) or model.rulings[i]).asks for i in ended}
    questions = asked | {i for i, question in model.questions.items() if question.reads_off in asked}
    rulings = {i: ruling for i, ruling in model.rulings.items() if ruling.asks in questions}
    needed, row = set(questions), set(questions)
    read_off = {question.reads_off: i for i, question in model.questions.items() if question.reads_off is not None}
    while row:
        looked_at = {condition.feature for rule in model.rules.values() if rule.asks in row for condition in rule.conditions}
        row = {asks for feature in looked_at for asks in (feature, read_off.get(feature, feature))} - needed
        needed |= row
    return model._replace(rules={i: rule for i, rule in model.rules.items() if rule.asks in needed}, rulings=rulings)
