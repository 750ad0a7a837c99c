"""The list of bot accounts."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.players.selectors import bot_accounts, over_all_boards, reliability_of
from games.web.parts.pages import page_of

BOTS_PER_PAGE: Final = 50


@require_safe
def bot_account_list(request: HttpRequest) -> HttpResponse:
    """All bot accounts by name, with who runs them."""
    page = page_of(request, bot_accounts(), BOTS_PER_PAGE)
    people = list(page.object_list)
    ids = [one.pk for one in people]
    ratings, reliability = over_all_boards(ids), reliability_of(ids)
    lines = [(one, ratings.get(one.pk), reliability[one.pk]) for one in people]
    return render(request, "web/players/bot_accounts.html", {"lines": lines, "page": page})
