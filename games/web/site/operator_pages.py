"""Texts that the operators of a site write: privacy, terms, and a notice for every page.

Each is a Markdown file in the folder of the operators (`NIGHT_MAIL_PAGES`), `privacy.md` with a
twin `privacy.nl.md` for those who read Dutch. A file is read again when it has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

TITLES: Final = {"privacy": gettext_lazy("Privacy"), "terms": gettext_lazy("Terms of use")}
NOTICE: Final = "notice"
LONGEST: Final = 200_000
"""Bytes of a file that are read."""


@require_safe
def operator_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the pages, to anybody."""
    text = operator_text(name) if name in TITLES else ""
    if not text:
        raise Http404
    return render(request, "web/site/operator_page.html", {"title": TITLES[name], "text": text})


def operator_text(name: str) -> SafeString:
    """A text as HTML in the active language, or else in any; "" where the operators wrote none."""
    if not settings.PAGES:
        return mark_safe("")
    language = (get_language() or "en").partition("-")[0]
    for path in (settings.PAGES / f"{name}.{language}.md", settings.PAGES / f"{name}.md"):
        try:
            return _rendered(path, path.stat().st_mtime_ns)
        except OSError:
            continue
    return mark_safe("")


@lru_cache(maxsize=16)
def _rendered(path: Path, _changed: int) -> SafeString:
    with path.open("rb") as file:
        text = file.read(LONGEST).decode("utf-8", errors="replace")
    # HTML in it is shown as text.
    return mark_safe(MarkdownIt("js-default").render(text))  # noqa: S308


def operators(request: HttpRequest) -> dict[str, Any]:
    """The names that base.html uses: notice, pages, whether sign-up is open."""
    return {
        "operator_notice": SimpleLazyObject(lambda: operator_text(NOTICE)),
        "operator_pages": SimpleLazyObject(_pages),
        "sign_up_open": settings.SIGN_UP_OPEN,
    }


def _pages() -> Sequence[tuple[str, str]]:
    return [
        (reverse("operator-page", args=[name]), str(title))
        for name, title in TITLES.items()
        if operator_text(name)
    ]
