"""The graph for other programs: as RDF in its usual forms, whole or by topic, and as test vectors."""
