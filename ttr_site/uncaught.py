"""Log errors that end a process or a thread, and so without their texts."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType

logger = logging.getLogger(__name__)


def log_uncaught() -> None:
    """Log them from now on, in place of Python's own hooks."""
    sys.excepthook = _of_process
    threading.excepthook = _of_thread


def _of_process(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logger.critical("The process has failed.", exc_info=(kind, error, trace))


def _of_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
        found = (args.exc_type, args.exc_value, args.exc_traceback)
        logger.error("A thread has failed.", exc_info=found)
