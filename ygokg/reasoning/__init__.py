"""The graph under an OWL reasoner: HermiT as a second opinion on what the matcher and the search for conflicts decide by themselves."""

from __future__ import annotations

from ygokg.reasoning.hermit import find_java
from ygokg.reasoning.opinion import reason
from ygokg.reasoning.result import Contained, Disagreement, Reasoned, Unsatisfiable

__all__ = ["Contained", "Disagreement", "Reasoned", "Unsatisfiable", "find_java", "reason"]
