"""The clock of this machine: whether it is synchronised, according to the kernel.

On one machine web and database share the clock, so neither shows that it is wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Final

from games.operators.doctor.findings import Finding, warning, well

UNSYNCHRONISED: Final = 0x0040
"""STA_UNSYNC of adjtimex(2)."""
TIME_ERROR: Final = 5
"""The result of adjtimex(2) for a clock that is not synchronised."""


class Timex(ctypes.Structure):
    """The beginning of Linux's `struct timex`, and space for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def examine_clock() -> Iterator[Finding]:
    """Whether NTP synchronises the clock; nothing if the system does not say."""
    kept = _is_kept()
    if kept:
        yield well("NTP keeps the clock of this machine.")
    elif kept is not None:
        yield warning(
            "Nothing keeps the clock of this machine, as far as its kernel knows: deadlines go by"
            " it.",
            "Let NTP keep it (timedatectl set-ntp true; chrony tells the kernel with rtcsync)."
            " Where the host of a container or a virtual machine keeps it, look there.",
        )


def _is_kept() -> bool | None:
    """Return the kernel's answer; None if there is none (another system, or it is forbidden)."""
    try:
        ask = ctypes.CDLL(None).adjtimex
    except (AttributeError, OSError, TypeError):
        return None
    timex = Timex()  # with no modes it sets nothing
    state = ask(ctypes.byref(timex))
    if state < 0:
        return None
    return state != TIME_ERROR and not timex.status & UNSYNCHRONISED
