"""The rules for players, from docs/rules.md."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

import engine


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    boards = [engine.load_board(key) for key in engine.board_names()]
    return render(request, "web/rules.html", {"text": rules_text(), "boards": boards})


@cache
def rules_text() -> SafeString:
    """Gets the rules as HTML, or nothing where the page was not installed."""
    path = settings.BASE_DIR / "docs" / "rules.md"
    if not path.exists():
        return mark_safe("")
    # The file is our own, and HTML in it would be escaped.
    html = MarkdownIt("js-default").render(path.read_text(encoding="utf-8"))
    return mark_safe(html)  # noqa: S308
