"""``python -m tools.api_examples``: take the examples of the API's description again.

`make api-examples` does so and writes the description with them. The game that they are taken from
is that of the tests, so pytest makes it: tests/games/api/take_examples.py.
"""

from __future__ import annotations

import sys

import pytest


def main() -> None:
    """Write games/api/examples.json."""
    sys.exit(
        pytest.main(
            [
                "tests/games/api/take_examples.py",
                "--quiet",
                "--no-header",
                "--override-ini=python_files=take_examples.py",
                "--override-ini=python_functions=take_examples",
            ]
        )
    )


if __name__ == "__main__":
    main()
