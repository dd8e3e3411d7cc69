"""A shorthand for small models, so that a test shows nothing but the rules that it is about.

Conditions are written `face=Down, zone=Hand/Grave, negator:FieldNegator, negator=drain`; facts likewise.
Two documents are known: `old` (2020-01) and `new` (2023-12); a source is `old.3` or `new.7!`, with `!` for a ruling line.
"""

from __future__ import annotations

from collections.abc import Mapping

from ygokg.graph.model import Condition, Document, Effect, Family, Feature, Model, Passage, Question, Rule, Ruling

__all__ = ["facts", "small_model"]

ORDER = ("ygo:No", "ygo:Pending", "ygo:Must", "ygo:Yes")

STATE = {
    "face": ("Up", "Down"),
    "place": ("There", "Gone"),
    "zone": ("Field", "Hand", "Grave"),
    "immune": ("Immune", "Affected"),
}
FAMILIES = {
    "Negator": (),
    "LapsesFaceDown": ("Negator",),
    "LapsesOffField": ("Negator",),
    "FieldNegator": ("LapsesFaceDown", "LapsesOffField", "Negator"),
    "OneShotNegator": ("LapsesFaceDown", "Negator"),
    "AnyZoneNegator": ("Negator",),
}
EFFECTS = {"drain": "FieldNegator", "veiler": "OneShotNegator", "called": "AnyZoneNegator", "deneb": "", "stratos": "", "moon": ""}
STAND_INS = {"any": "LapsesFaceDown"}
"""Effects of no card, which stand for any effect of their families."""


def facts(text: str) -> dict[str, tuple[str, ...]]:
    """Read `negator=drain, face=Down` as the facts of a case."""
    found: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        feature, _, values = part.partition("=")
        found[f"ygo:{feature}"] = tuple(_value(v) for v in values.split("/"))
    return found


def small_model(
    rules: str,
    rulings: str = "",
    *,
    derived: Mapping[str, tuple[str, ...]] | None = None,
    wording: Mapping[str, str] | None = None,
    ordered: bool = False,
    absent: tuple[str, ...] = (),
    literal: bool = False,
) -> Model:
    """Return a model with one question, `ygo:Q`, and the rules and rulings written one a line.

    A rule is `id | conditions | conclusion | exception to | sources`, its conclusion `Yes`, `step=NotApplied` or empty (it lifts),
    with `~` behind it where the passage says it in general, `?` where it only says that something does not hinder and `!` where it is
    said to prove it;
    a ruling `id | facts | answer | date | sources`, with `*` behind a fact that it lists as context. `derived` are derived features with their values, `wording` facts on effects
    by effect, `absent` features that count as absent when unsaid; `ordered` gives the question the order of obstacles.
    """
    model = Model()
    answers = ("ygo:Yes", "ygo:No", "ygo:Must", "ygo:Pending", "ygo:PerCard")
    model.questions["ygo:Q"] = Question("ygo:Q", {}, {}, answers, ORDER if ordered else (), literal)
    for name in ("effect", "negator", "intervening"):
        model.features[f"ygo:{name}"] = Feature(f"ygo:{name}", "role", {}, {}, (), name != "intervening", unsaid_absent=True)
    for name, values in STATE.items():
        model.features[f"ygo:{name}"] = _feature(name, "state", values, absent)
    model.features["ygo:member"] = Feature("ygo:member", "state", {}, {}, ("ygo:Here", "ygo:Lost"), functional=False)
    model.features["ygo:connector"] = _feature("connector", "text", ("Comma", "FullStop"), absent, "ygo:effect")
    model.features["ygo:rider"] = _feature("rider", "text", ("Destroy", "NoRider"), absent, "ygo:negator")
    for name, values in (derived or {}).items():
        model.features[f"ygo:{name}"] = _feature(name, "derived", values, absent)
    for name, above in FAMILIES.items():
        model.families[f"ygo:{name}"] = Family(f"ygo:{name}", {}, {}, tuple(f"ygo:{a}" for a in above), "ygo:Negator")
    for name, family in (EFFECTS | STAND_INS).items():
        own, card = (f"ygo:{family}",) if family else (), f"card:{name}" if name in EFFECTS else None
        model.effects[f"effect:{name}"] = Effect(f"effect:{name}", card, "", {}, own, facts((wording or {}).get(name, "")))
    for name, day in (("old", "2020-01"), ("new", "2023-12")):
        model.documents[f"src:{name}"] = Document(f"src:{name}", {}, day)
    for line in filter(None, (line.strip() for line in rules.splitlines())):
        _add_rule(model, line)
    for line in filter(None, (line.strip() for line in rulings.splitlines())):
        _add_ruling(model, line)
    return model


def _feature(name: str, kind: str, values: tuple[str, ...], absent: tuple[str, ...], read_from: str | None = None) -> Feature:
    closed = tuple(f"ygo:{v}" for v in values)
    return Feature(f"ygo:{name}", kind, {}, {}, closed, functional=True, read_from=read_from, unsaid_absent=name in absent)


def _fields(line: str, count: int) -> list[str]:
    fields = [field.strip() for field in line.split("|")]
    return fields + [""] * (count - len(fields))


def _add_rule(model: Model, line: str) -> None:
    name, conditions, conclusion, exception_to, sources = _fields(line, 5)
    proves = {"~": "ygo:InGeneral", "?": "ygo:ObstacleAbsent", "!": "ygo:Answer"}.get(conclusion[-1:])
    asks, _, answer = conclusion.rstrip("~?!").rpartition("=")
    targets = tuple(f"rule:{r}" for r in exception_to.split())
    if not conclusion:
        asks = model.rules[targets[0]].asks.removeprefix("ygo:")
    model.rules[f"rule:{name}"] = Rule(
        f"rule:{name}",
        {},
        tuple(_condition(c.strip()) for c in conditions.split(",") if c.strip()),
        f"ygo:{asks or 'Q'}",
        f"ygo:{answer}" if answer else None,
        exception_to=targets,
        sources=_sources(model, sources or "new.1"),
        proves=proves,
    )


def _condition(text: str) -> Condition:
    if ":" in text:
        feature, _, family = text.partition(":")
        return Condition(f"ygo:{feature}", family=f"ygo:{family}")
    feature, _, values = text.partition("=")
    return Condition(f"ygo:{feature}", values=tuple(_value(v) for v in values.split("/")))


def _add_ruling(model: Model, line: str) -> None:
    name, stated, answer, date, sources = _fields(line, 5)
    literal = answer.isdecimal()
    context = tuple(f"ygo:{fact.partition('=')[0].strip()}" for fact in stated.split(",") if fact.strip().endswith("*"))
    model.rulings[f"ruling:{name}"] = Ruling(
        f"ruling:{name}",
        facts(stated.replace("*", "")),
        "ygo:Q",
        answer if literal else f"ygo:{answer}",
        sources=_sources(model, sources or "new.2!"),
        summary="",
        date=date or None,
        literal=literal,
        context=context,
        context_because="It is only told." if context else "",
    )


def _sources(model: Model, text: str) -> tuple[str, ...]:
    ids = []
    for source in text.split():
        document, _, line = source.rstrip("!").partition(".")
        kind = "ygo:RulingLine" if source.endswith("!") else "ygo:RuleLine"
        passage = Passage(f"src:{document}.{line}", f"src:{document}", int(line), kind, "system:s", "", "")
        ids.append(model.passages.setdefault(passage.id, passage).id)
    return tuple(ids)


def _value(name: str) -> str:
    return f"effect:{name}" if name in EFFECTS | STAND_INS else f"ygo:{name}"
