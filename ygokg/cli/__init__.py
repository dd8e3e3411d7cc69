"""The command line: one module per command; nothing else in the package prints."""
