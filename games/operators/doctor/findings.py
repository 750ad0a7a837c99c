"""Findings: what an examination of the site found, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import connection


class Level(Enum):
    """How bad it is: a fault prevents something now, a warning will one day."""

    WELL = "ok"
    NOTE = "note"
    WARNING = "WARNING"
    FAULT = "FAULT"


@dataclass(frozen=True, slots=True)
class Finding:
    """One examined thing; ``advice`` is empty if all is well."""

    level: Level
    what: str
    advice: str = ""


def well(what: str) -> Finding:
    """A finding of something in order."""
    return Finding(Level.WELL, what)


def note(what: str, advice: str = "") -> Finding:
    """A finding worth knowing that may be intended."""
    return Finding(Level.NOTE, what, advice)


def warning(what: str, advice: str) -> Finding:
    """A finding of something that works, but not for long or not for everybody."""
    return Finding(Level.WARNING, what, advice)


def fault(what: str, advice: str) -> Finding:
    """A finding of something that does not work."""
    return Finding(Level.FAULT, what, advice)


def host_of(url: str) -> str:
    """Host and port of an address, without the user and the password in it.

    >>> host_of("redis://:secret@cache.example:6379/1")
    'cache.example:6379'
    """
    parts = urlsplit(url)
    return f"{parts.hostname or parts.path}{f':{parts.port}' if parts.port else ''}"


def reason(error: BaseException) -> str:
    """An error in a few words, on one line."""
    words = getattr(error, "strerror", None) or str(error)
    first = str(words).strip().splitlines()
    return f"{type(error).__name__}: {first[0][:200]}" if first else type(error).__name__


LEAST: Final = 4
"""Shorter secrets are not removed: ordinary words would match."""


def without_secrets(text: str) -> str:
    """Remove all secrets of the settings from a text, whatever an error has quoted."""
    urls = [settings.CELERY_BROKER_URL, settings.CACHE_URL]
    secrets = [
        settings.SECRET_KEY,
        *settings.SECRET_KEY_FALLBACKS,
        settings.INBOUND_SECRET,
        settings.VAPID_KEY,
        settings.METRICS_SECRET,
        settings.SENTRY_DSN,
        settings.EMAIL_HOST_PASSWORD,
        connection.settings_dict.get("PASSWORD") or "",
        *(urlsplit(url).password or "" for url in urls),
    ]
    for secret in secrets:
        for form in {secret, unquote(secret)}:
            if len(form) >= LEAST:
                text = text.replace(form, "[secret]")
    return text
