"""What a shell can complete: what may come next (`candidates`), and how each shell tells and is told (`shells`, and its script)."""
