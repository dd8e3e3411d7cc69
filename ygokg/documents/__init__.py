"""The living documents, as the user imported them: reading, searching, and what became of a statement."""
