"""`ygokg export`: the graph in the usual forms of RDF, or its rulings as test vectors."""

from __future__ import annotations

from pathlib import Path

import click

from ygokg.api.exporting import rdf, vector_schema, vectors
from ygokg.cli.options import App, common_options, completes
from ygokg.cli.output import FilePath, escaped
from ygokg.errors import UsageProblem
from ygokg.reading import replace_file

_FORMATS = ("turtle", "trig", "nquads", "nt", "rdfxml", "jsonld")
_BY_SUFFIX = {
    ".ttl": "turtle",
    ".trig": "trig",
    ".nq": "nquads",
    ".nt": "nt",
    ".rdf": "rdfxml",
    ".owl": "rdfxml",
    ".jsonld": "jsonld",
}


@click.command("export")
@click.option(
    "--topic",
    "topics",
    multiple=True,
    metavar="TOPIC",
    shell_complete=completes("topics"),
    help="Only this topic, as `negation`. May be repeated.",
)
@click.option("--ontology", "vocabulary", is_flag=True, help="Only vocabulary and rules, in one file: no cards, rulings or passages.")
@click.option("--output", type=FilePath(dir_okay=False, path_type=Path), metavar="FILE", help="Write to a file, in the form of its suffix.")
@click.option("--vectors", "as_vectors", is_flag=True, help="Write the rulings as test vectors, one JSON object a line.")
@click.option(
    "--passcode",
    "cards",
    multiple=True,
    metavar="PASSCODE|NAME",
    shell_complete=completes("cards"),
    help="Only test vectors with this card. May be repeated.",
)
@click.option("--schema", is_flag=True, help="Write the JSON Schema of a test vector.")
@common_options(*_FORMATS)
def command(
    app: App, topics: tuple[str, ...], vocabulary: bool, output: Path | None, as_vectors: bool, cards: tuple[str, ...], schema: bool
) -> None:
    """Write the graph for other programs, whole or by topic.

    A topic comes with all that it rests on: its rules, rulings and effects, their cards, passages and vocabulary, and the rules
    of other topics that decide its rulings. TriG and N-Quads also hold, in a graph of its own, what the rules make of each
    ruling; the other forms hold what the documents say. rdfxml opens in Protégé. What is written can be read back:
    `--no-builtin --data FILE` gives the same graph.

    --ontology is for editors of ontologies: all files of the folder ontology in one, in the OWL 2 DL profile.

    --vectors is for simulators: passcodes, effect numbers, features, question, expected answer, rules, sources and date.

    \b
    Examples:
      ygokg export --output ygokg.owl
      ygokg export --ontology --output ygokg-ontology.owl
      ygokg export --topic negation --format jsonld
      ygokg export --vectors --output vectors.jsonl
      ygokg export --vectors --passcode 82732705
      ygokg export --schema
    """
    if schema:
        content = vector_schema()
    elif as_vectors:
        if app.asked_format is not None:
            raise UsageProblem("Test vectors are JSON, one object a line, and nothing else.", "Leave --format out.")
        if vocabulary:
            raise UsageProblem("Test vectors are rulings, which --ontology leaves out.", "Leave one of the two out.")
        content = vectors(app.session, topics, cards)
    elif cards:
        raise UsageProblem("--passcode chooses among test vectors.", "Give it together with --vectors.")
    else:
        content = rdf(app.session, _format(app, output), topics, vocabulary=vocabulary)
    _emit(content, output)


def _format(app: App, output: Path | None) -> str:
    if app.asked_format is not None or output is None:
        return app.format
    if output.suffix.lower() not in _BY_SUFFIX:
        raise UsageProblem(f"{output}: the suffix tells no form of RDF.", f"Give --format, or one of {', '.join(_BY_SUFFIX)}.")
    return _BY_SUFFIX[output.suffix.lower()]


def _emit(content: bytes, output: Path | None) -> None:
    """Write to the file as it is, or to standard output in a form that says the same and upsets no terminal."""
    if output is not None:
        try:
            replace_file(output, content)
        except OSError as error:
            raise UsageProblem(f"{output} cannot be written: {error.strerror}.", "Name a file in a folder that exists.") from error
    else:
        text = content.decode("utf-8")
        click.echo(escaped(text, xml=text.startswith("<?xml")), nl=False)
