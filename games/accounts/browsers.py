"""Browsers and systems in words, from what a browser says of itself."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

# The first that fits: most browsers name some of the others, too.
BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def parse_user_agent(user_agent: str) -> tuple[str, str]:
    """The browser and its system, each "" where it is unknown.

    >>> parse_user_agent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    ('Firefox', 'Linux')
    """
    return _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)


def describe_browser(browser: str, system: str) -> str:
    """Both as one phrase.

    >>> describe_browser("Firefox", "Linux")
    'Firefox (Linux)'
    """
    name = browser or _("an unknown browser")
    return f"{name} ({system})" if system else name


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
