"""`ygokg resolve`: what happens in a case, by rulings and rules, with the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ygokg.cli.completing import completes
from ygokg.cli.lookup_output import emit_age, emit_as_of, emit_day, emit_lines, with_age, with_as_of
from ygokg.cli.options import App, as_of_option, common_options, show_query_option
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.graph.model import Id
from ygokg.graph.words import definition, label
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.lookup.excerpt import Excerpt
    from ygokg.lookup.questions import QuestionPage
    from ygokg.resolver import Outcome, Rulebase

__all__ = ["command"]

_OPEN = 3
_COLUMNS = ("question", "label", "answers", "rules", "rulings")


@click.command("resolve")
@click.argument("question", required=False, shell_complete=completes("questions"))
@click.argument("facts", nargs=-1, metavar="[FEATURE=VALUE]...", shell_complete=completes("facts"))
@click.option("--explain", "explained", is_flag=True, help="Show all reasons: each step, each exception, how precedents compare.")
@click.option("--ask", "asked_back", is_flag=True, help="Be asked for what can still change the answer, one thing after another.")
@as_of_option
@common_options("table", "json", "csv", "tsv", "markdown")
@show_query_option
def command(app: App, question: str | None, facts: tuple[str, ...], explained: bool, asked_back: bool) -> None:
    """Answer a QUESTION about a case, with what it rests on and with what could overturn the answer.

    Without arguments the questions are listed; with a QUESTION alone its features, their values and an example. Everything goes
    by id or by its label in zh, ja or en. An effect is CARD#1 (#p1 in a Pendulum Zone, #0 without a number); where the card is
    not in the data, a family of effects stands for it, or several families of one effect with commas between. A feature that takes
    several values may be repeated.

    What the answer rests on is told with it: how well documented rulings attest it, what was stated and not weighed, and which
    passage only removes an obstacle. Such a passage proves nothing alone: the question is then open, with the obstacles that are
    not ruled out.

    `--format markdown` writes all reasons, ready to paste. `--ask` asks on standard error and reads from standard input, so
    that the answer alone is on standard output; without a QUESTION it asks for that first.

    Ends with 0 if there is an answer, with 3 if the question is open or the documents contradict each other.

    \b
    Examples:
      ygokg resolve
      ygokg resolve IsNegated
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown
      ygokg resolve IsNegated effect="Satellarknight Deneb#1" negator="Skill Drain#1"
      ygokg resolve IsNegated negator=FieldMonsterNegator --format json
      ygokg resolve CanActivate effect=SpellTrapEffect,OptionalEffect supply=NoCard
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown --explain
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown --as-of 2024-01-31
      ygokg resolve --ask
    """
    if asked_back:
        raise click.exceptions.Exit(_asking_back(app, question, facts, explained))
    if not facts and (explained or app.format == "markdown"):
        raise UsageProblem(t(app.lang, "resolve.explain.no-case"), t(app.lang, "resolve.explain.no-case.hint"))
    if not facts:
        excerpt = app.excerpt()
        _questions(app, excerpt) if question is None else _question(app, excerpt, question)
        emit_day(app, excerpt)
        return
    from ygokg.lookup.asking import find_question, read_facts

    model = app.graph().model
    asked = find_question(model, question or "", app.lang)
    _only_answers(app)
    raise click.exceptions.Exit(_answer(app, asked, read_facts(model, asked, facts, app.lang, app.library), explained))


def _questions(app: App, excerpt: Excerpt) -> None:
    from ygokg.lookup.questions import questions_counted

    model, rules, rulings = questions_counted(excerpt)
    rows = []
    for i, question in model.questions.items():
        answers = t(app.lang, "list").join(_local(a) for a in question.answers)
        rows.append((_local(i), label(model, i, app.lang), answers, rules.get(i, 0), rulings.get(i, 0)))
    emit_table(rows, _COLUMNS, app.format)
    if app.format == "table":
        emit_text()
        emit_text(t(app.lang, "resolve.questions"))
    emit_age(app, excerpt, data=True, listed=True)


def _question(app: App, excerpt: Excerpt, words: str) -> None:
    from ygokg.lookup.asking import find_question
    from ygokg.lookup.questions import question_page, questions

    question = find_question(questions(excerpt), words, app.lang)
    page = question_page(excerpt, question, in_full=app.format != "table")
    if app.format == "json":
        emit_json(with_age(app, excerpt, _payload(page, question, app.lang), data=True))
        return
    if app.format == "table":
        from ygokg.render.question import question_lines

        emit_lines(question_lines(page.base, question, app.lang, page.also))
    else:
        rows = [(f.id, label(page.model, f.id, app.lang), f.kind, " ".join(f.values)) for f in page.features]
        emit_table(rows, ("feature", "label", "kind", "values"), app.format)
    emit_age(app, excerpt, data=True)


def _payload(page: QuestionPage, question: Id, lang: str) -> dict[str, Any]:
    from ygokg.lookup.questions import values_of
    from ygokg.render.question import example

    model = page.model
    return {
        "question": question,
        "label": label(model, question, lang),
        "definition": definition(model, question, lang),
        "answers": list(model.questions[question].answers),
        "features": [
            {
                "id": f.id,
                "label": label(model, f.id, lang),
                "kind": f.kind,
                "several": not f.functional,
                "values": [{"id": v, "label": label(model, v, lang)} for v in values_of(page, question, f)],
            }
            for f in page.features
        ],
        "example": example(model, question, lang),
    }


def _only_answers(app: App) -> None:
    if app.format in ("csv", "tsv"):
        raise UsageProblem(f"`resolve` writes {app.format} only for a list.", "Use --format json for an answer.")


def _asking_back(app: App, question: str | None, given: tuple[str, ...], explained: bool) -> int:
    """Hold the interview, write the answer and the command line that asks the same; return the exit code.

    Beside JSON and Markdown the command line goes to standard error.
    """
    from ygokg.cli.interview import interview
    from ygokg.render.question import command_line

    _only_answers(app)
    asked, facts = interview(app, question, given)
    code = _answer(app, asked, facts, explained)
    if facts:
        aside = app.format != "table"
        day = f" --as-of {app.as_of}" if app.as_of else ""
        emit_text(err=aside)
        emit_text(t(app.lang, "ask.same-as"), bold=True, err=aside)
        emit_text(f"  {command_line(app.graph().model, asked, facts, app.lang)}{day}", err=aside)
    return code


def _answer(app: App, question: Id, facts: dict[Id, tuple[Id, ...]], explained: bool) -> int:
    """Write the answer; return the exit code."""
    from ygokg.resolver import Rulebase, resolve

    graph = app.graph()
    base = Rulebase(graph.model, graph.verdicts)
    if explained or app.format == "markdown":
        outcome = _explained(app, base, question, facts)
    else:
        outcome = resolve(base, question, facts)
        if app.format == "json":
            from ygokg.render.payload import outcome_payload

            emit_json(with_as_of(app, with_age(app, graph.model, outcome_payload(outcome, facts), _behind(outcome))))
        else:
            from ygokg.render.outcome import outcome_lines

            emit_lines(outcome_lines(graph.model, outcome, facts, app.lang))
    emit_age(app, graph.model, _behind(outcome))
    emit_as_of(app)
    return 0 if outcome.answer is not None else _OPEN


def _behind(outcome: Outcome) -> list[Id]:
    """Return the rules and rulings that an outcome rests on, or, where nothing applies, those that are nearest."""
    proof = outcome.proof
    sides = [i for side in outcome.clash for i in (*side.rules, *side.rulings)]
    behind = [*(trace.rule for trace in proof.rules), *proof.rulings, *proof.superseded, *sides]
    return behind or [precedent.ruling for precedent in proof.precedents]


def _explained(app: App, base: Rulebase, question: Id, facts: dict[Id, tuple[Id, ...]]) -> Outcome:
    from ygokg.resolver.explaining import explain

    found = explain(base, question, facts)
    if app.format == "json":
        from ygokg.render.payload import explanation_payload

        payload = explanation_payload(base.model, found, facts, app.lang)
        emit_json(with_as_of(app, with_age(app, base.model, payload, _behind(found.outcome))))
    elif app.format == "markdown":
        from ygokg.render.explanation import explanation_markdown

        emit_text(explanation_markdown(base.model, found, facts, app.lang).rstrip("\n"))
    else:
        from ygokg.render.explanation import explanation_lines

        emit_lines(explanation_lines(base.model, found, facts, app.lang))
    return found.outcome


def _local(id: Id) -> str:
    return id.removeprefix("ygo:")
