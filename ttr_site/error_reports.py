"""Logging handler that reports errors to Sentry, or to a service that speaks its protocol.

A report has the error, its place in the program, and the ids of request, task and game, to look up
the rest in our own log. It is built here from an allow-list: the library's integrations, which
collect requests, variables and breadcrumbs, are not used.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from engine.version import VERSION
from games.common import log_context
from ttr_site.log_config import OURS

LEFT_OUT: Final = ("sentry_sdk", "urllib3", "django.security.DisallowedHost")
FRAME: Final = (
    "filename", "function", "lineno", "module", "pre_context", "context_line", "post_context",
)  # fmt: skip
OPTIONS: Final[dict[str, Any]] = {
    "default_integrations": False,
    "auto_enabling_integrations": False,
    "include_local_variables": False,
    "max_request_body_size": "never",
    "max_breadcrumbs": 0,
    "auto_session_tracking": False,
    "send_client_reports": False,
    "server_name": "",
    "release": f"night-mail@{VERSION}",
}


class ReportHandler(logging.Handler):
    """Reports records at ERROR and worse to the project of a DSN.

    Messages with their arguments, texts of exceptions, variables, and all request data are left
    out: any of them may contain a hand, an address or a token.
    """

    def __init__(self, dsn: str, environment: str = "production", **options: Any) -> None:
        import sentry_sdk

        super().__init__(logging.ERROR)
        self._client = sentry_sdk.Client(dsn=dsn, environment=environment, **{**OPTIONS, **options})

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(LEFT_OUT):
            return
        try:
            self._client.capture_event(report(record, self._client.options))
        except Exception:  # noqa: BLE001 (logging must never fail)
            self.handleError(record)

    def close(self) -> None:
        """Send what waits, for two seconds at most: logging calls this when a process ends."""
        self._client.close(timeout=2)
        super().close()


def report(record: logging.LogRecord, options: dict[str, Any]) -> Any:
    """Return the report of a record, an event of Sentry's protocol, with a client's ``options``."""
    event: dict[str, Any] = {
        "level": record.levelname.lower(),
        "logger": record.name,
        "tags": {name: str(value) for name, value in log_context.current().items()},
    }
    if record.name.split(".")[0] in OURS:
        # A constant of the program; libraries may compose theirs.
        event["message"] = str(record.msg)
    if record.exc_info and record.exc_info[0] is not None:
        event["exception"] = {"values": _errors(record.exc_info, options)}
    return event


def _errors(exc_info: Any, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the error and its causes, by type and place."""
    from sentry_sdk.utils import event_from_exception

    event, _hint = event_from_exception(exc_info, client_options=options)
    return [
        {
            "type": error.get("type"),
            "module": error.get("module"),
            "stacktrace": {
                "frames": [
                    {name: frame[name] for name in FRAME if frame.get(name) is not None}
                    for frame in (error.get("stacktrace") or {}).get("frames", [])
                ]
            },
        }
        for error in event["exception"]["values"]
    ]
