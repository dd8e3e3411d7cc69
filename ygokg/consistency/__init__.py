"""What in the graph contradicts itself, and how much of what could be wrong would be noticed."""
