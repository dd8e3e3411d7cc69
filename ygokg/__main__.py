"""`python -m ygokg`, and what the installed command runs."""

from __future__ import annotations

__all__ = ["run"]


def run() -> None:
    """Run the command line and end the process with its exit code."""
    from ygokg.cli.main import main

    main()


if __name__ == "__main__":
    run()
