"""Checks of the graph and of the tool's own messages: shapes, policies and a reasoner; each finding with its place and how to mend it."""

from __future__ import annotations

from ygokg.checks.finding import ERROR, WARNING, Finding, Place
from ygokg.checks.run import INSTALL, POLICIES, Policy, Report, add_reasoning, check_files

__all__ = ["ERROR", "INSTALL", "POLICIES", "WARNING", "Finding", "Place", "Policy", "Report", "add_reasoning", "check_files"]
