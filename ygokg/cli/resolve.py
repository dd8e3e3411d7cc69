"""`ygokg resolve`: what happens in a case, by rulings and rules, with the proof."""

from __future__ import annotations

import click

from ygokg.cli.lookup_output import emit_lines
from ygokg.cli.options import App, common_options
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.model import Id, Model
from ygokg.render import messages_resolve  # noqa: F401  registers the messages used here
from ygokg.render.messages import t
from ygokg.render.words import definition, label

__all__ = ["command"]

_OPEN = 3
_COLUMNS = ("question", "label", "answers", "rules", "rulings")


@click.command("resolve")
@click.argument("question", required=False)
@click.argument("facts", nargs=-1, metavar="[FEATURE=VALUE]...")
@click.option("--all", "everything", is_flag=True, help="Show every exception that was considered.")
@common_options("table", "json", "csv", "tsv")
def command(app: App, question: str | None, facts: tuple[str, ...], everything: bool) -> None:
    """Answer a QUESTION about a case, with the proof and with what could overturn the answer.

    Without arguments the questions are listed; with a QUESTION alone its features, their values and an example. Everything goes
    by id or by its label in zh, ja or en. An effect is CARD#1 (#p1 in a Pendulum Zone, #0 without a number); where the card is
    not in the data, a family of effects stands for it. A feature that takes several values may be repeated.

    Ends with 0 if there is an answer, with 3 if the question is open or the documents contradict each other.

    \b
    Examples:
      ygokg resolve
      ygokg resolve IsNegated
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown
      ygokg resolve IsNegated effect="Satellarknight Deneb#1" negator="Skill Drain#1"
      ygokg resolve IsNegated negator=FieldMonsterNegator --format json
    """
    model = app.graph().model
    if question is None:
        _questions(app, model)
        return
    from ygokg.lookup.asking import find_question

    asked = find_question(model, question, app.lang)
    if not facts:
        _question(app, model, asked)
        return
    _answer(app, model, asked, facts, everything)


def _questions(app: App, model: Model) -> None:
    rows = []
    for i, question in model.questions.items():
        rules = sum(r.asks == i and not r.deprecated for r in model.rules.values())
        rulings = sum(r.asks == i and not r.deprecated for r in model.rulings.values())
        answers = t(app.lang, "list").join(_local(a) for a in question.answers)
        rows.append((_local(i), label(model, i, app.lang), answers, rules, rulings))
    emit_table(rows, _COLUMNS, app.format)
    if app.format == "table":
        emit_text()
        emit_text(t(app.lang, "resolve.questions"))


def _question(app: App, model: Model, question: Id) -> None:
    from ygokg.render.question import example, features_of, question_lines
    from ygokg.resolver import Rulebase

    base = Rulebase(model)
    if app.format == "table":
        emit_lines(question_lines(base, question, app.lang))
        return
    features = [model.features[f] for f in features_of(base, question)]
    if app.format != "json":
        rows = [(f.id, label(model, f.id, app.lang), f.kind, " ".join(f.values)) for f in features]
        emit_table(rows, ("feature", "label", "kind", "values"), app.format)
        return
    emit_json(
        {
            "question": question,
            "label": label(model, question, app.lang),
            "definition": definition(model, question, app.lang),
            "answers": list(model.questions[question].answers),
            "features": [
                {
                    "id": f.id,
                    "label": label(model, f.id, app.lang),
                    "kind": f.kind,
                    "several": not f.functional,
                    "values": [{"id": v, "label": label(model, v, app.lang)} for v in f.values],
                }
                for f in features
            ],
            "example": example(model, question, app.lang),
        }
    )


def _answer(app: App, model: Model, question: Id, given: tuple[str, ...], everything: bool) -> None:
    from ygokg.lookup.asking import read_facts
    from ygokg.resolver import resolve

    if app.format not in ("table", "json"):
        raise UsageProblem(f"`resolve` writes {app.format} only for a list.", "Use --format json for an answer.")
    facts = read_facts(model, question, given, app.lang)
    outcome = resolve(model, question, facts)
    if app.format == "json":
        from ygokg.render.outcome_payload import outcome_payload

        emit_json(outcome_payload(outcome, facts))
    else:
        from ygokg.render.outcome import outcome_lines

        emit_lines(outcome_lines(model, outcome, facts, app.lang, everything=everything))
    if outcome.answer is None:
        raise click.exceptions.Exit(_OPEN)


def _local(id: Id) -> str:
    return id.removeprefix("ygo:")
