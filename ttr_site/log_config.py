"""Targets of the log: standard error, the metrics, and error reports."""

from __future__ import annotations

from typing import Any, Final

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
        "errors": {"class": "ttr_site.error_counter.ErrorCounter"},
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
