"""`ygokg resolve`: what happens in a case, by rulings and rules, with the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ygokg.cli.lookup_output import emit_age, emit_day, emit_lines, with_age, with_day
from ygokg.cli.options import App, as_of_option, common_options, completes, show_query_option
from ygokg.cli.output import emit_json, emit_table, emit_text
from ygokg.errors import UsageProblem
from ygokg.messages import t

if TYPE_CHECKING:
    from ygokg.api.cases import Excerpt, Facts

_OPEN = 3
_COLUMNS = ("question", "label", "answers", "rules", "rulings")


@click.command("resolve")
@click.argument("question", required=False, shell_complete=completes("questions"))
@click.argument("facts", nargs=-1, metavar="[FEATURE=VALUE]...", shell_complete=completes("facts"))
@click.option("--explain", "explained", is_flag=True, help="Show all reasons: each step, each exception, how precedents compare.")
@click.option("--ask", "asked_back", is_flag=True, help="Be asked for what can still change the answer, one thing after another.")
@click.option(
    "--situation", "told", metavar="TEXT", help="What happened, in the notation of `ygokg situation`; @FILE or - reads it from there."
)
@as_of_option
@common_options("table", "json", "csv", "tsv", "markdown")
@show_query_option
def command(app: App, question: str | None, facts: tuple[str, ...], explained: bool, asked_back: bool, told: str | None) -> None:
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

    With `--situation` the case is worked out from what happened. QUESTION is then put as after `?` there ("negated C1", "DoesTrigger
    CARD#1"), of the one link where it names nothing; what a text says is added as FEATURE=VALUE. Without a QUESTION the text asks.

    Ends with 0 if there is an answer, with 3 if the question is open or the documents contradict each other.

    \b
    Examples:
      ygokg resolve
      ygokg resolve IsNegated
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown
      ygokg resolve IsNegated effect="Satellarknight Deneb#1" negator="Skill Drain#1"
      ygokg resolve IsNegated negator=FieldMonsterNegator --format json
      ygokg resolve CanActivate effect=SpellTrapEffect,OptionalEffect connector=SingleStep supply=NoCard
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown --explain
      ygokg resolve IsNegated negator=技能抽取#1 faceAtResolution=FaceDown --as-of 2024-01-31
      ygokg resolve --situation "C1: 星因士天津四#1 > C2: 月之书#1 -> C1 => C1 face-down | 技能抽取#1" "negated C1"
      ygokg resolve --ask
    """
    if told is not None:
        raise click.exceptions.Exit(_of_situation(app, told, question, facts, explained=explained, asked_back=asked_back))
    if app.shows_queries and (facts or asked_back):
        raise UsageProblem(t(app.lang, "resolve.no-queries"), t(app.lang, "resolve.no-queries.hint"))
    if asked_back:
        raise click.exceptions.Exit(_asking_back(app, question, facts, explained))
    if not facts and (explained or app.format == "markdown"):
        raise UsageProblem(t(app.lang, "resolve.explain.no-case"), t(app.lang, "resolve.explain.no-case.hint"))
    if not facts:
        excerpt = app.session.excerpt()
        _questions(app, excerpt) if question is None else _question(app, excerpt, question)
        emit_day(app, excerpt)
        return
    from ygokg.api.cases import find_question, read_facts

    asked = find_question(app.session, question or "", facts)
    _only_answers(app)
    raise click.exceptions.Exit(_answer(app, asked, read_facts(app.session, asked, facts), explained))


def _of_situation(app: App, told: str, question: str | None, facts: tuple[str, ...], *, explained: bool, asked_back: bool) -> int:
    """Answer about what happened; return the exit code."""
    from ygokg.cli.situation import answer, situation_text

    if asked_back or app.shows_queries or app.as_of:
        raise UsageProblem(t(app.lang, "resolve.situation.alone"), t(app.lang, "resolve.situation.alone.hint"))
    if app.format not in ("table", "json"):
        raise UsageProblem(t(app.lang, "resolve.situation.format", format=app.format), t(app.lang, "resolve.situation.format.hint"))
    return answer(app, *situation_text([told]), question or "", facts, explained=explained)


def _questions(app: App, excerpt: Excerpt) -> None:
    from ygokg.api.cases import questions_counted
    from ygokg.render.question import question_rows

    emit_table(question_rows(*questions_counted(excerpt), app.lang), _COLUMNS, app.format)
    if app.format == "table":
        emit_text()
        emit_text(t(app.lang, "resolve.questions"))
    emit_age(app, excerpt, data=True, listed=True)


def _question(app: App, excerpt: Excerpt, words: str) -> None:
    from ygokg.api.cases import question
    from ygokg.render.question import feature_rows, question_lines, question_payload

    base = None if app.shows_queries else app.session.rulebase_at_hand()
    asked, page = question(excerpt, words, base, in_full=app.format != "table")
    if app.format == "json":
        emit_json(with_age(app, excerpt, question_payload(page, asked, app.lang), data=True))
        return
    if app.format == "table":
        emit_lines(question_lines(page.base, asked, app.lang, page.also))
    else:
        emit_table(feature_rows(page, app.lang), ("feature", "label", "kind", "values"), app.format)
    emit_age(app, excerpt, data=True)


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
    asked, facts = interview(app.session, question, given)
    code = _answer(app, asked, facts, explained)
    if facts:
        aside = app.format != "table"
        day = f" --as-of {app.as_of}" if app.as_of else ""
        emit_text(err=aside)
        emit_text(t(app.lang, "ask.same-as"), bold=True, err=aside)
        emit_text(f"  {command_line(app.session.model, asked, facts, app.lang)}{day}", err=aside)
    return code


def _answer(app: App, question: str, facts: Facts, explained: bool) -> int:
    """Write the answer; return the exit code."""
    from ygokg.api.cases import answer, behind, explanation

    session, model, lang = app.session, app.session.model, app.lang
    in_full = explanation(session, question, facts) if explained or app.format == "markdown" else None
    outcome = in_full.outcome if in_full is not None else answer(session, question, facts)
    if app.format == "json":
        from ygokg.render.payload import explanation_payload, outcome_payload

        payload = explanation_payload(model, in_full, facts, lang) if in_full is not None else outcome_payload(outcome, facts)
        emit_json(with_day(app, session, with_age(app, model, payload, behind(session, outcome))))
    elif in_full is None:
        from ygokg.render.outcome import outcome_lines

        emit_lines(outcome_lines(model, outcome, facts, lang))
    else:
        from ygokg.render.explanation import explanation_lines, explanation_markdown

        if app.format == "markdown":
            emit_text(explanation_markdown(model, in_full, facts, lang).rstrip("\n"))
        else:
            emit_lines(explanation_lines(model, in_full, facts, lang))
    emit_age(app, model, behind(session, outcome))
    emit_day(app, session)
    return 0 if outcome.answer is not None else _OPEN
