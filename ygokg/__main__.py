"""`python -m ygokg`, and what the installed command runs."""

from __future__ import annotations

import gc

_MANY = 100_000


def run() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(_MANY)  # a look-up ends before there is garbage worth looking for; what works longer still has it collected
    from ygokg.cli.main import main

    main()


if __name__ == "__main__":
    run()
