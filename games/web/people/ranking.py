"""The ranking of the players of a board, or of all boards together."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import engine
from games.ratings.scale import shown
from games.ratings.selectors import FEWEST_GAMES
from games.ratings.selectors import ranking as ranked
from games.ratings.skill import Skill
from games.reliability.selectors import reliability_of

A_PAGE = 50


@require_safe
def ranking(request: HttpRequest, board: str = "") -> HttpResponse:
    if board and board not in engine.board_names():
        raise Http404
    page = Paginator(ranked(board), A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    conduct = reliability_of([row.person_id for row in rows])
    lines = [
        {
            "place": place,
            "person": row.person,
            "url": reverse("player", args=[row.person.name]),
            "rating": shown(Skill(row.mu, row.sigma)),
            "games": row.games,
            "conduct": conduct[row.person_id],
            "mine": row.person_id == request.user.pk,
        }
        for place, row in enumerate(rows, page.start_index())
    ]
    return render(
        request,
        "web/people/ranking.html",
        {
            "board": board,
            "board_name": engine.load_board(board).name if board else _("All boards"),
            "boards": [("", _("All boards"), reverse("ranking"))]
            + [
                (key, engine.load_board(key).name, reverse("ranking-of-board", args=[key]))
                for key in engine.board_names()
            ],
            "lines": lines,
            "page": page,
            "fewest": FEWEST_GAMES,
        },
    )
