"""Targets of the log: standard error, the metrics, and error reports; uncaught errors."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from ttr_site.log_lines import formatters

OURS: Final = ("engine", "games", "ttr_site")


def log_config(
    *, form: str, level: str, faults: bool, sentry_dsn: str = "", environment: str = ""
) -> dict[str, Any]:
    """Return the logging configuration of a process.

    ``faults`` says that errors are stored for the operators; with a DSN they are reported as well.
    """
    handlers: dict[str, dict[str, Any]] = {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "errors": {"class": "ttr_site.fault_handler.ErrorCounter"},
    }
    if faults:
        handlers["faults"] = {
            "class": "ttr_site.fault_handler.FaultHandler",
            "formatter": "text",
        }
    if sentry_dsn:
        handlers["reports"] = {
            "class": "ttr_site.error_reports.ReportHandler",
            "dsn": sentry_dsn,
            "environment": environment,
        }
    names = list(handlers)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters(form),
        "handlers": handlers,
        # At DEBUG some libraries log their traffic, so they start at INFO.
        "root": {"handlers": names, "level": "INFO" if level == "DEBUG" else level},
        "loggers": {
            **{name: {"level": level} for name in OURS},
            "django": {"handlers": names, "level": "INFO", "propagate": False},
            "django.server": {"handlers": names, "level": "WARNING", "propagate": False},
            "celery": {"level": "WARNING"},
            "mail.log": {"level": "WARNING"},
            # At INFO it writes several lines for each request.
            "psycopg.pool": {"level": "WARNING"},
        },
    }


logger = logging.getLogger(__name__)


def log_uncaught() -> None:
    """Log them from now on, in place of Python's own hooks."""
    sys.excepthook = _of_process
    threading.excepthook = _of_thread


def say_what_is_wrong() -> None:
    """Let a variable that is wrong, or a database that is away, end a process with a sentence."""
    sys.excepthook = _of_process_in_short


def _of_process(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    if sentence := _sentence(error):
        logger.critical("%s", sentence)
        return
    logger.critical("The process has failed.", exc_info=(kind, error, trace))


def _of_process_in_short(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    if sentence := _sentence(error):
        sys.stderr.write(f"{sentence}\n")
    else:
        sys.__excepthook__(kind, error, trace)


def _sentence(error: BaseException) -> str:
    """What an error says to those who set the site up; "" for one of the program."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    # It needs the settings, which may be what is wrong.
    from games.common.database_away import is_away

    if is_away(error):
        return (
            "The database does not answer. Look whether it runs, and at DATABASE_URL: host, port,"
            " name, user, password; `manage.py doctor database` says more."
        )
    return ""


def _of_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
        found = (args.exc_type, args.exc_value, args.exc_traceback)
        logger.error("A thread has failed.", exc_info=found)
