"""Classes of facts that nobody changes, and that are quick to make (decision 146).

``dataclass(frozen=True)`` sets every field through a call that makes sure of it while the program
runs, and that was a fourteenth of all that a game costs. Here the type checker makes sure instead:
it reads ``frozen=True`` as ever, and refuses an assignment.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

Class = TypeVar("Class", bound=type)

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[Class], Class]:
        """As that of ``dataclasses``; what is frozen has its hash, and is trusted to stay.

        >>> @dataclass(frozen=True, slots=True)
        ... class Fact:
        ...     seat: int
        >>> Fact(1) == Fact(1), hash(Fact(1)) == hash(Fact(1))
        (True, True)
        """
        return dataclasses.dataclass(unsafe_hash=frozen, slots=slots)
