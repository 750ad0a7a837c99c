"""A record from an anonymous user, checked in a process of its own with tight limits."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import zlib
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from engine import record
from games.common.dates import parse_stamp
from games.common.errors import Refused
from games.notifications.leases import single_run

MOST_BYTES: Final = 1_000_000
"""Of a file, also once it is unpacked. The longest games have a third of that."""
MOST_EVENTS: Final = 2_500
"""The longest games have 900; a page of that many steps is made within two seconds."""
MOST_TAKE_BACKS: Final = 20
"""Each makes a replay begin again."""
SECONDS: Final = 5
"""Of CPU; a long game takes 0.4 s."""
MEGABYTES: Final = 300
PATIENCE: Final = 15
"""Seconds of waiting, on a busy machine."""
AT_ONCE: Final = 2
MOST_FAULTS: Final = 20
FIRST_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
LAST_TIME: Final = datetime(2200, 1, 1, tzinfo=UTC)
GZIP: Final = b"\x1f\x8b"
_EVENT: Final = re.compile(r"Event (\d{1,6})\b")


class DoesNotAddUp(Exception):
    """A record that was read and has faults: ``faults`` are sentences, in English."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(faults[0])
        self.faults = faults


def unpacked(data: bytes) -> bytes:
    """Unpack an uploaded file, which may be compressed with gzip.

    :raises Refused: if it is too large, or cannot be unpacked.
    """
    if data.startswith(GZIP):
        machine = zlib.decompressobj(16 + zlib.MAX_WBITS)
        try:
            # Nothing beyond this is unpacked, whatever the file says.
            data = machine.decompress(data, MOST_BYTES + 1)
        except zlib.error as error:
            raise Refused(_("The file is damaged: it cannot be unpacked.")) from error
        if len(data) <= MOST_BYTES and (not machine.eof or machine.unused_data):
            raise Refused(_("The file is damaged: it cannot be unpacked."))
    if len(data) > MOST_BYTES:
        raise Refused(_("The file is too large: a record has a megabyte at most."))
    return data


def checked(data: bytes, *, now: datetime) -> record.Record:
    """The record in a file, if it adds up and can be shown.

    :raises DoesNotAddUp: if it has faults.
    :raises Refused: if it cannot be checked or shown here; it says why.
    """
    faults = _faults(data, now)
    if faults:
        raise DoesNotAddUp([_with_line(fault, data) for fault in faults[:MOST_FAULTS]])
    found = record.load_stream(io.BytesIO(data))
    taken_back = sum(entry.type == "game.taken_back" for entry in found.entries)
    if len(found.entries) > MOST_EVENTS or taken_back > MOST_TAKE_BACKS:
        raise Refused(
            _(
                "This record adds up, but it is too long to be shown here. Use the checker on your"
                " own computer."
            )
        )
    if not all(FIRST_TIME <= parse_stamp(entry.at) < LAST_TIME for entry in found.entries):
        raise Refused(_("This record adds up, but its times are not of this century or the next."))
    return found


def _faults(data: bytes, now: datetime) -> list[str]:
    """The faults that the checker finds in a file; none if it is valid."""
    for place in range(AT_ONCE):
        with single_run(f"check record {place}", now=now) as alive:
            if alive is not None:
                return _run(data)
    raise Refused(_("Other records are being checked at the moment. Try again in half a minute."))


def _run(data: bytes) -> list[str]:
    command = [sys.executable, "-E", "-s", "-m", "engine", "check", "--quiet"]
    limits = ["--max-seconds", str(SECONDS), "--max-megabytes", str(MEGABYTES), "-"]
    # No secrets of the site in its environment.
    surroundings = {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(  # noqa: S603
            [*command, *limits],
            input=data,
            capture_output=True,
            cwd=settings.BASE_DIR,
            env=surroundings,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _took_too_much() from error
    if done.returncode == 0:
        return []
    if done.returncode != 1:
        raise _took_too_much()
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    faults = [line.removeprefix("-: ")[:300] for line in lines if line.startswith("-: ")]
    if not faults:
        raise _took_too_much()
    return faults


def _took_too_much() -> Refused:
    return Refused(_("This file takes too long to check. Use the checker on your own computer."))


def _with_line(fault: str, data: bytes) -> str:
    """A fault with the number of its line, if it names an event."""
    found = _EVENT.match(fault)
    if found is None:
        return fault
    # The header comes before event 0; empty lines count, and are skipped.
    wanted = int(found[1]) + 2
    filled = [number for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    return f"Line {filled[wanted - 1]}: {fault}" if wanted <= len(filled) else fault
