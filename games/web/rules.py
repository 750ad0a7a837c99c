"""The rules for players, from docs/rules.md and its translations (docs/rules.nl.md)."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

import engine


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    boards = [engine.load_board(key) for key in engine.board_names()]
    text, language = rules_text(get_language() or "en")
    page = {"text": text, "text_language": language, "boards": boards}
    return render(request, "web/rules.html", page)


@cache
def rules_text(language: str) -> tuple[SafeString, str]:
    """Read the rules as HTML in a language, or else in English; with the language they are in.

    The text is empty where the page was not installed.
    """
    path = settings.BASE_DIR / "docs" / f"rules.{language.partition('-')[0]}.md"
    if not path.exists():
        path, language = settings.BASE_DIR / "docs" / "rules.md", "en"
    if not path.exists():
        return mark_safe(""), language
    # The file is our own, and HTML in it would be escaped.
    html = MarkdownIt("js-default").render(path.read_text(encoding="utf-8"))
    # A wide table scrolls by itself, also by the keys.
    html = html.replace("<table>", '<div class="scroll" role="group" tabindex="0"><table>')
    html = html.replace("</table>", "</table></div>")
    return mark_safe(html), language  # noqa: S308
