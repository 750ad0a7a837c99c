"""Profile of a player, rankings, bot accounts, reporting a player."""

from __future__ import annotations

from typing import Final, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

import engine
from games.language.boards import board_name
from games.moderation.audit import LONGEST_REASON
from games.moderation.fair_play import line_choices
from games.moderation.models import ReportKind
from games.moderation.reports import file_report
from games.people.blocks import is_blocked
from games.people.models import Person
from games.players.follows.following import is_following
from games.players.follows.opponents import head_to_head, is_favourite
from games.players.models import BOT_ACCOUNTS, FEWEST_GAMES, PEOPLE
from games.players.selectors import bot_accounts, over_all_boards, paces_of, reliability_of
from games.players.selectors import ranking as ranked
from games.players.skill import Skill, displayed_rating
from games.web.parts.durations import usual_pace
from games.web.parts.pages import page_of
from games.web.parts.refusals import show_refusals
from games.web.parts.requests import board_or_404
from games.web.players.presenters import finished_games, rating_chart, rating_rows, running_games


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(Person, name=name)
    reader = request.user if isinstance(request.user, Person) else None
    return render(
        request,
        "web/players/player.html",
        {
            "person": person,
            **(_between(reader, person) if reader is not None and reader != person else {}),
            "mine": request.user.pk == person.pk,
            "ratings": rating_rows(person),
            "with_bots": [] if person.is_bot_account else rating_rows(person, BOT_ACCOUNTS),
            "chart": rating_chart(person),
            "reliability": reliability_of([person.pk])[person.pk],
            "pace": usual_pace(paces_of([person.pk]).get(person.pk)),
            "running": running_games(person, request.user),
            "finished": finished_games(person, request.user),
            "report_url": reverse("report-player", args=[person.name]),
        },
    )


def _between(reader: Person, person: Person) -> dict[str, object]:
    """The reader's own relation to the player, for the reader alone."""
    return {
        "blocked": is_blocked(by=reader, person=person),
        "followed": is_following(reader, person),
        "favourite": is_favourite(reader, person),
        "results": head_to_head(reader, person),
    }


PLAYERS_PER_PAGE: Final = 50


@require_safe
def ranking(request: HttpRequest, board: str = "", pool: str = PEOPLE) -> HttpResponse:
    """The ranking of people, or that of bot accounts, on a board or over all."""
    name = board_or_404(board).name if board else _("All boards")
    page = page_of(request, ranked(board, pool), PLAYERS_PER_PAGE)
    rows = page.object_list
    reliability = reliability_of([row.person_id for row in rows])
    lines = [
        {
            "place": place,
            "person": row.person,
            "url": reverse("player", args=[row.person.name]),
            "rating": displayed_rating(Skill(row.mu, row.sigma)),
            "games": row.games,
            "reliability": reliability[row.person_id],
            "mine": row.person_id == request.user.pk,
        }
        for place, row in enumerate(rows, page.start_index)
    ]
    names = ("bot-ranking", "bot-ranking-of-board") if pool else ("ranking", "ranking-of-board")
    return render(
        request,
        "web/players/ranking.html",
        {
            "bots": bool(pool),
            "board": board,
            "board_name": name,
            "boards": [("", _("All boards"), reverse(names[0]))]
            + [
                (key, board_name(engine.load_board(key)), reverse(names[1], args=[key]))
                for key in engine.board_names()
            ],
            "lines": lines,
            "page": page,
            "fewest": FEWEST_GAMES,
        },
    )


@require_safe
def bot_account_list(request: HttpRequest) -> HttpResponse:
    """All bot accounts by name, with who runs them."""
    page = page_of(request, bot_accounts(), PLAYERS_PER_PAGE)
    ids = [one.pk for one in page.object_list]
    ratings, reliability = over_all_boards(ids), reliability_of(ids)
    lines = [(one, ratings.get(one.pk), reliability[one.pk]) for one in page.object_list]
    return render(request, "web/players/bot_accounts.html", {"lines": lines, "page": page})


class ReportForm(forms.Form):
    """A complaint about a player."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is it about?"),
        choices=[
            (ReportKind.PLAYER, gettext_lazy("How this player behaves")),
            (ReportKind.NAME, gettext_lazy("This player's name")),
        ],
        widget=forms.RadioSelect,
        initial=ReportKind.PLAYER,
    )
    line = forms.ChoiceField(
        label=gettext_lazy("Which line of fair play was broken?"),
        choices=lazy(line_choices, list),
        required=False,
    )
    text = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("Only moderators and the league's directors read this."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(Person, name=name)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with show_refusals(request, form):
            file_report(
                reporter=cast(Person, request.user),
                kind=form.cleaned_data["kind"],
                subject=person,
                text=form.cleaned_data["text"],
                quote=person.name,
                line=form.cleaned_data["line"],
                now=now(),
            )
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect("player", person.name)
    status = 422 if request.method == "POST" else 200
    return render(
        request, "web/players/report_player.html", {"form": form, "person": person}, status=status
    )
