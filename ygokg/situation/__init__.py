"""Situations: what happened, told in order of time, and what follows from it for the questions about a case."""
