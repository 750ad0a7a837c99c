"""Files in which the processes of a machine count together, as long as there is space for them.

Metrics are optional. A process that cannot write the files says so once in the log, and from then
on counts for itself. Decision 169 says why.
"""

from __future__ import annotations

import fcntl
import logging
import os
from pathlib import Path
from typing import Any, Final

import prometheus_client.values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.values import MultiProcessValue, MutexValue

logger = logging.getLogger(__name__)

MOST_PROCESSES: Final = 1000
LEAST: Final = 1 << 16
"""Bytes of a file, as the library makes them."""
_folder: Path | None = None
"""The folder while this process counts there."""


def count_in(folder: Path) -> None:
    """Let all metrics that are made from now on count in files of a folder, if it can be written.

    A file that is mapped and has a hole where the disk is full ends the process by SIGBUS: so their
    space is allocated first, which the library leaves to chance.
    """
    global _folder
    values: Any = prometheus_client.values
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        values.MmapedDict = _Allocated
        shared: Any = MultiProcessValue
        _Value.shared_class = shared(_Place(folder).number)
    except OSError as error:
        logger.warning("Metrics are counted by process: %s cannot be written (%s).", folder, error)
        return
    _folder = folder
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
    values.ValueClass = _Value


def are_used() -> bool:
    """Whether this process counts in files."""
    return _folder is not None


def _give_up(error: OSError) -> None:
    global _folder
    if _folder is not None:
        folder, _folder = _folder, None
        logger.warning("Metrics are counted by process: %s takes no more (%s).", folder, error)


class _Allocated(MmapedDict):
    """A file of counts whose every byte has its place on the disk before it is mapped.

    :raises OSError: instead of SIGBUS, where there is no space.
    """

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        if not read_mode:
            with open(filename, "a+b") as file:
                size = max(LEAST, os.fstat(file.fileno()).st_size)
                os.posix_fallocate(file.fileno(), 0, size)
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        if self._used + len(key.encode()) + 64 > self._capacity:
            # The library doubles the file.
            os.posix_fallocate(self._f.fileno(), 0, 2 * self._capacity)
        super()._init_value(key)  # type: ignore[no-untyped-call]


class _Value:
    """A number in the files, or in this process alone once the files have failed."""

    shared_class: Any = None

    def __init__(self, *args: Any, **options: Any) -> None:
        self._own: Any = MutexValue(*args, **options)  # type: ignore[no-untyped-call]
        self._shared: Any = None
        if are_used():
            try:
                self._shared = self.shared_class(*args, **options)
            except OSError as error:
                _give_up(error)

    def inc(self, amount: float) -> None:
        if self._shared is not None and are_used():
            try:
                self._shared.inc(amount)
            except OSError as error:
                _give_up(error)
            else:
                return
        self._own.inc(amount)

    def get_exemplar(self) -> None:
        """Exemplars are not kept in files, and so nowhere."""

    def get(self) -> float:
        return float((self._shared if self._shared is not None and are_used() else self._own).get())


class _Place:
    """The number under which a process counts: the lowest that no living process has.

    A process that takes the place of one that ended goes on in its files, so that renewed workers
    neither add files nor lose counts. The lock on a number goes when the process does, however it
    ends.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pid = -1
        self._number = -1

    def number(self) -> int:
        """The number of this process, taken again after a fork."""
        if self._pid != os.getpid():
            self._number = self._take()
            self._pid = os.getpid()
        return self._number

    def _take(self) -> int:
        for number in range(MOST_PROCESSES):
            # Open as long as the process lives.
            file = os.open(self._folder / f"{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
            else:
                return number
        raise OSError(f"More than {MOST_PROCESSES} processes count in {self._folder}.")
