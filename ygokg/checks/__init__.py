"""Checks of the graph: SHACL shapes and data policies, each finding with its place and how to mend it."""

from __future__ import annotations

from ygokg.checks.finding import ERROR, WARNING, Finding, Place
from ygokg.checks.run import INSTALL, POLICIES, Policy, Report, add_reasoning, check_files

__all__ = ["ERROR", "INSTALL", "POLICIES", "WARNING", "Finding", "Place", "Policy", "Report", "add_reasoning", "check_files"]
