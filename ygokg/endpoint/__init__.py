"""A server instead of the store on disk: asking it (`client`, `asking`), reading the graph from it (`reading`), filling it (`pushing`)."""
