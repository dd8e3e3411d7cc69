"""What `import ygokg` offers: a graph to open (`graph`) and the plain objects that it answers with (`results`, `rows`)."""
