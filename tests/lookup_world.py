"""A small graph for the look-up tests: one negation, its exception, four rulings, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import pyoxigraph as ox
from click.testing import CliRunner, Result
from conftest import Run

from ygokg.api.session import Session
from ygokg.cli.main import cli
from ygokg.cli.options import App
from ygokg.graph.compile import compile_model
from ygokg.graph.model import Model
from ygokg.graph.triples import PREFIXES
from ygokg.lookup.excerpt import Excerpt, Queries, select_from
from ygokg.resolver import Rulebase
from ygokg.resolver.figures import figures
from ygokg.store.build import inferred, verdicts
from ygokg.store.cache import Graph, Verdict

__all__ = ["VERDICTS", "ask", "call", "excerpt", "small_excerpt", "stored", "turtle", "world"]

_TURTLE = """
ygo:Yes a ygo:Answer ; skos:prefLabel "是"@zh , "はい"@ja , "yes"@en .
ygo:No a ygo:Answer ; skos:prefLabel "否"@zh , "いいえ"@ja , "no"@en .
ygo:Pending a ygo:Answer ; skos:prefLabel "调整中"@zh , "調整中"@ja , "pending"@en .
ygo:FaceUp a ygo:Value ; skos:prefLabel "表侧表示"@zh , "表側表示"@ja , "face-up"@en .
ygo:FaceDown a ygo:Value ; skos:prefLabel "里侧守备表示"@zh , "裏側守備表示"@ja , "face-down"@en .

ygo:IsNegated a ygo:Question ; ygo:admits ygo:Yes , ygo:No , ygo:Pending ;
    skos:prefLabel "是否无效"@zh , "無効になるか"@ja , "Is it negated?"@en ;
    skos:definition "该效果的处理是否被无效。"@zh , "Whether the effect resolves negated."@en .
ygo:IsNegated.Yes a ygo:Phrase ; ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; skos:prefLabel "无效"@zh , "無効になる"@ja , "negated"@en .
ygo:IsNegated.No a ygo:Phrase ; ygo:asks ygo:IsNegated ; ygo:answer ygo:No ;
    skos:prefLabel "不会无效"@zh , "無効にならない"@ja , "not negated"@en .
ygo:CanActivate a ygo:Question ; ygo:admits ygo:Yes , ygo:No ;
    skos:prefLabel "能否发动"@zh , "発動できるか"@ja , "Can it be activated?"@en .
ygo:CanActivate.Yes a ygo:Phrase ; ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ;
    skos:prefLabel "可以发动"@zh , "発動できる"@ja , "can be activated"@en .
ygo:CanActivate.No a ygo:Phrase ; ygo:asks ygo:CanActivate ; ygo:answer ygo:No ;
    skos:prefLabel "不能发动"@zh , "発動できない"@ja , "cannot be activated"@en .

ygo:effect a ygo:Role , owl:FunctionalProperty ; skos:prefLabel "效果"@zh , "効果"@ja , "effect"@en .
ygo:negator a ygo:Role , owl:FunctionalProperty ; skos:prefLabel "无效它的效果"@zh , "無効にする効果"@ja , "negator"@en .
ygo:faceAtResolution a ygo:StateFeature , owl:FunctionalProperty ; rdfs:range ygo:Face ;
    skos:prefLabel "处理时的表示形式"@zh , "処理時の表示形式"@ja , "face at resolution"@en .
ygo:Face owl:equivalentClass ygo:faces .
ygo:faces owl:oneOf ( ygo:FaceUp ygo:FaceDown ) .
ygo:rider a ygo:TextFeature , owl:FunctionalProperty ; rdfs:range ygo:Riders ; ygo:readFrom ygo:negator ;
    skos:prefLabel "附加处理"@zh , "付随する処理"@ja , "rider"@en .
ygo:Riders owl:equivalentClass ygo:riders .
ygo:riders owl:oneOf ( ygo:RiderDestroy ) .
ygo:RiderDestroy a ygo:Value ; skos:prefLabel "并破坏"@zh , "破壊する"@ja , "and destroy"@en .

ygo:Negator a ygo:Axis ; skos:prefLabel "无效效果"@zh , "無効にする効果"@ja , "negating effect"@en .
ygo:LapsesFaceDown a ygo:Family ; rdfs:subClassOf ygo:Negator ;
    skos:prefLabel "变里侧即失效的无效"@zh , "裏側で切れる無効"@ja , "negation that lapses face-down"@en ;
    skos:definition "变成里侧守备表示的怪兽不再被它无效。"@zh , "A negation that no longer holds for a monster turned face-down."@en .
ygo:FieldNegator a ygo:Family ; rdfs:subClassOf ygo:LapsesFaceDown ; prov:wasDerivedFrom src:negation.109 ;
    skos:prefLabel "场上怪兽的无效"@zh , "場のモンスターの無効"@ja , "field-monster negation"@en .

card:82732705 a ygo:Card ; dct:identifier "82732705" ; ygo:konamiId "5740" ; ygo:cardKind ygo:TrapCard ;
    skos:prefLabel "技能抽取"@zh , "スキルドレイン"@ja , "Skill Drain"@en ; skos:altLabel "技抽"@zh .
card:75878039 a ygo:Card ; dct:identifier "75878039" ; ygo:konamiId "11257" ; ygo:cardKind ygo:MonsterCard ;
    skos:prefLabel "星因士 天津四"@zh , "星因士 デネブ"@ja , "Satellarknight Deneb"@en .
card:14087893 a ygo:Card ; dct:identifier "14087893" ; ygo:cardKind ygo:SpellCard ;
    skos:prefLabel "月之书"@zh , "月の書"@ja , "Book of Moon"@en .
card:37742478 a ygo:Card ; dct:identifier "37742478" ; ygo:cardKind ygo:MonsterCard ;
    skos:prefLabel "沉默剑士 LV7"@zh , "沈黙の剣士 LV7"@ja , "Silent Swordsman LV7"@en .
archetype:silent-swordsman a ygo:Archetype ;
    skos:prefLabel "沉默剑士"@zh , "サイレント・ソードマン"@ja , "Silent Swordsman"@en .
effect:82732705-1 a ygo:FieldNegator , owl:NamedIndividual ; ygo:effectOf card:82732705 ; ygo:mark "①" ; ygo:rider ygo:RiderDestroy .
effect:75878039-1 a ygo:CardEffect ; ygo:effectOf card:75878039 ; ygo:mark "①" .
effect:75878039-a a ygo:CardEffect ; ygo:effectOf card:75878039 .
effect:14087893-0 a ygo:CardEffect ; ygo:effectOf card:14087893 .
effect:any-spell-card a ygo:CardEffect ; skos:prefLabel "某张魔法卡"@zh , "ある魔法カード"@ja , "some Spell Card"@en .

rule:negation.stays-negated a ygo:Rule ; skos:prefLabel "无效到处理时为止"@zh , "処理時も無効"@ja , "stays negated"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:Negator ] ) ] ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.103 .
rule:negation.lapses-face-down a ygo:Rule ; skos:prefLabel "变里侧则不再无效"@zh , "裏側になれば無効でない"@ja , "lapses face-down"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:someValuesFrom ygo:LapsesFaceDown ]
        [ owl:onProperty ygo:faceAtResolution ; owl:hasValue ygo:FaceDown ] ) ] ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; ygo:exceptionTo rule:negation.stays-negated ;
    ygo:basis ygo:Stated ; prov:wasDerivedFrom src:negation.109 .
rule:negation.unless-drain a ygo:Rule ; skos:prefLabel "技能抽取除外"@zh , "スキルドレインは別"@ja , "not under Skill Drain"@en ;
    owl:equivalentClass [ owl:intersectionOf ( ygo:Case
        [ owl:onProperty ygo:negator ; owl:hasValue effect:82732705-1 ]
        [ owl:onProperty ygo:faceAtResolution ; owl:someValuesFrom [ owl:oneOf ( ygo:FaceUp ygo:FaceDown ) ] ] ) ] ;
    ygo:asks ygo:IsNegated ; ygo:exceptionTo rule:negation.lapses-face-down ;
    ygo:basis ygo:Inferred ; prov:wasDerivedFrom src:negation.109 .

ruling:negation.112 a ygo:Ruling ; ygo:effect effect:75878039-1 ; ygo:negator effect:82732705-1 ;
    ygo:faceAtResolution ygo:FaceDown ; ygo:mentions card:14087893 ; ygo:contrastWith ruling:negation.113.a ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:No ; prov:wasDerivedFrom src:negation.112 ;
    rdfs:comment "Deneb was turned face-down before it resolved."@en .
ruling:negation.113.a a ygo:Ruling ; ygo:effect effect:any-spell-card ; ygo:negator effect:82732705-1 ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:Yes ; dct:date "2020-12-07"^^xsd:date ; prov:wasDerivedFrom src:negation.113 ;
    rdfs:comment "A spell is no monster."@en .
ruling:negation.113.b a ygo:Ruling ; ygo:sameCaseAs ruling:negation.113.a ; ygo:given ruling:negation.113.a ;
    ygo:asks ygo:CanActivate ; ygo:answer ygo:Yes ; dct:date "2020-12-07"^^xsd:date ; prov:wasDerivedFrom src:negation.113 .
ruling:negation.114 a ygo:Ruling ; ygo:effect effect:14087893-0 ; ygo:negator effect:82732705-1 ;
    ygo:asks ygo:IsNegated ; ygo:answer ygo:Pending ; prov:wasDerivedFrom src:negation.114 ;
    rdfs:comment "The office has not decided."@en .

src:negation a ygo:Document ; skos:prefLabel "无效"@zh , "無効"@ja , "Negation"@en ; dct:issued "2023-12"^^xsd:gYearMonth .
src:negation.103 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 103 ;
    ygo:passageKind ygo:RuleLine ; ygo:system system:negation.state .
src:negation.109 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 109 ;
    ygo:passageKind ygo:RuleLine ; ygo:system system:negation.field .
src:negation.112 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 112 ;
    ygo:passageKind ygo:RulingLine ; ygo:system system:negation.field .
src:negation.113 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 113 ;
    ygo:passageKind ygo:RulingLine ; ygo:system system:negation.field ;
    ygo:evidence evidence:negation.113.1 , evidence:negation.113.2 .
evidence:negation.113.1 ygo:sourceClass ygo:OfficialFaq ; dct:identifier "12812" ; dct:date "2020-12-07"^^xsd:date .
evidence:negation.113.2 ygo:sourceClass ygo:Wiki ; dct:date "2019-06-07"^^xsd:date .
src:negation.114 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 114 ;
    ygo:passageKind ygo:RulingLine ; ygo:system system:negation.field .
src:negation.118 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 118 ;
    ygo:passageKind ygo:RemarkLine ; ygo:system system:negation.field ;
    ygo:leftOutBecause "a pointer to another section"@en .
src:negation.119 a ygo:Passage ; dct:isPartOf src:negation ; ygo:line 119 ;
    ygo:passageKind ygo:TableLine ; ygo:system system:negation.field ;
    dct:date "2017-03-24"^^xsd:date .
system:negation.state a ygo:RuleSystem ; ygo:topic "negation" ; ygo:position 1 ;
    skos:prefLabel "无效状态"@zh , "無効状態"@ja , "Negated state"@en .
system:negation.field a ygo:RuleSystem ; ygo:topic "negation" ; ygo:position 2 ;
    skos:prefLabel "场上怪兽"@zh , "場のモンスター"@ja , "Monsters on the field"@en ;
    skos:definition "对场上怪兽持续适用的无效。"@zh , "Continuous negation of monsters on the field."@en .
system:count.limits a ygo:RuleSystem ; ygo:topic "count" ; ygo:position 3 ; skos:prefLabel "次数"@zh , "回数"@ja , "Limits"@en .
"""

_STAYS = ("rule:negation.stays-negated",)
VERDICTS = {
    "ruling:negation.112": Verdict(
        "ygo:DerivedRuling",
        "ygo:No",
        ("rule:negation.lapses-face-down",),
        ("rule:negation.lapses-face-down", "rule:negation.stays-negated", "rule:negation.unless-drain"),
        (),
        ("rule:negation.lapses-face-down", "rule:negation.stays-negated", "rule:negation.unless-drain"),
    ),
    "ruling:negation.113.a": Verdict("ygo:DerivedRuling", "ygo:Yes", _STAYS, _STAYS, (), _STAYS),
    "ruling:negation.113.b": Verdict("ygo:UnexplainedRuling", None, (), (), ()),
    "ruling:negation.114": Verdict("ygo:PendingRuling", "ygo:Yes", _STAYS, _STAYS, (), _STAYS),
}


def world(extra: str = "") -> Model:
    """Return the Model of the small graph, with more Turtle (no prefixes needed) laid over it."""
    return compile_model(ox.parse(turtle(extra), format=ox.RdfFormat.TURTLE))


def turtle(extra: str = "") -> str:
    """Return the small graph as Turtle, for a file of its own, with more Turtle (no prefixes needed) after it."""
    prefixes = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in PREFIXES.items())
    return prefixes + _TURTLE + extra


def stored(extra: str = "", truth: Mapping[str, Verdict] | None = None) -> Graph:
    """Return the small graph with its triples and what follows from them, with more Turtle laid over it; `truth` replaces the verdicts."""
    quads = list(ox.parse(turtle(extra), format=ox.RdfFormat.TURTLE))
    model = compile_model(quads)
    base = Rulebase(model)
    counted = figures(base)
    found = dict(truth if truth is not None else verdicts(base, counted) if extra else VERDICTS)
    store = ox.Store()
    store.bulk_extend([*quads, *inferred(model, counted, found)])
    return Graph(model, found, fresh=False, store=store)


def excerpt(extra: str = "", truth: Mapping[str, Verdict] | None = None, lang: str = "en", as_of: str = "") -> Excerpt:
    """Return an excerpt of the small graph of which nothing is known yet."""
    return Excerpt(Queries(select_from(stored(extra, truth))), lang, as_of)


class _World(App):
    """The small graph where a command expects the built-in one, with more Turtle laid over it."""

    extra = ""

    @cached_property
    def session(self) -> Session:
        """The session that the options make, with the small graph in it."""
        session = super().session
        session.whole = stored(self.extra)
        return session


def small_excerpt(extra: str = "", lang: str = "en") -> Excerpt:
    """Return an excerpt of the small graph, with more Turtle (no prefixes needed) laid over it, to be filled."""
    app = _World(lang=lang)
    app.extra = extra
    return app.session.excerpt()


def ask(*arguments: str, extra: str = "", stdin: str | None = None) -> Result:
    """Run `ygokg` with these arguments on the small graph, in English unless they say otherwise."""
    app = _World(lang="en")
    app.extra = extra
    return CliRunner().invoke(cli, list(arguments), obj=app, input=stdin, prog_name="ygokg")


def call(*arguments: str) -> Run:
    """Run `ygokg` with these arguments on the small graph as `ask` does; return how it ended."""
    result = ask(*arguments)
    return Run(result.exit_code, result.stdout, result.stderr)
