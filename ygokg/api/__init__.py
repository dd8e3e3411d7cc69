"""What `import ygokg` offers: a graph that is opened (`opening`) and asked (`graph`), and what it answers with (`results`, `rows`)."""
