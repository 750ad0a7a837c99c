"""What every tool needs that starts a site as in production on this machine."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path
from typing import Final

DOMAIN: Final = "night-mail.example"


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def production_environment(
    *, port: int, smtp: int, database: str, broker: str, cache: str, queue: str, static: Path
) -> dict[str, str]:
    """The variables of a site at localhost with two web processes, whose mails leave at once."""
    return {
        **os.environ,
        "DATABASE_URL": database,
        "NIGHT_MAIL_MODE": "production",
        "NIGHT_MAIL_SECRET_KEY": secrets.token_urlsafe(50),
        "NIGHT_MAIL_HOSTS": "localhost",
        "NIGHT_MAIL_URL": f"http://localhost:{port}",
        "NIGHT_MAIL_BIND": f"127.0.0.1:{port}",
        "NIGHT_MAIL_WEB_WORKERS": "2",
        "NIGHT_MAIL_STATIC_ROOT": str(static),
        "NIGHT_MAIL_SMTP_URL": f"smtp://127.0.0.1:{smtp}",
        "NIGHT_MAIL_FROM": f"Night Mail <post@{DOMAIN}>",
        "NIGHT_MAIL_MAIL_DOMAIN": DOMAIN,
        "NIGHT_MAIL_MAIL_DELAY": "0",
        "NIGHT_MAIL_REPLY_BY_MAIL": "1",
        "NIGHT_MAIL_BROKER_URL": broker,
        "NIGHT_MAIL_CACHE_URL": cache,
        "NIGHT_MAIL_QUEUE": queue,
    }


def children_of(pid: int) -> list[int]:
    """The children of a process, and theirs."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except FileNotFoundError:
        return []
    children = [int(child) for child in text.split()]
    return [*children, *(deeper for child in children for deeper in children_of(child))]
