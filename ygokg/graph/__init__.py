"""What the graph says, as Python objects: the Model, how it is made of triples, and what things are called."""
