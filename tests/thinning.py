"""Tests of many like cases: `make test` takes a part of them, `make test-long` all.

A test that imports from here is run by `make test-long` (tests/selection.py).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

ALL = bool(os.environ.get("NIGHT_MAIL_ALL_CASES"))


def one_in(number: int, cases: Iterable[T], turn: int = 0) -> list[T]:
    """Every ``number``-th of the cases, all with ``NIGHT_MAIL_ALL_CASES=1``.

    ``turn`` says where to begin: a walk over tables that counts them asks the next table what it
    left out at this one.

    >>> one_in(3, "abcdefg", turn=4)
    ['b', 'e']
    """
    return list(cases) if ALL else list(islice(cases, turn % number, None, number))


def cases(few: int, many: int) -> int:
    """How many generated cases to try: ``many`` with ``NIGHT_MAIL_ALL_CASES=1``."""
    return many if ALL else few
