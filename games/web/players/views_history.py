"""All games of a player, with a search among them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import make_aware
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import engine
from games.language.boards import board_name
from games.leagues.models import Season
from games.leagues.naming import full_name
from games.moderation.roles import seasons_visible_to
from games.people.models import Person
from games.people.names import LONGEST, name_key
from games.players.history import Result, history_of
from games.tables.models import Game
from games.web.parts.date_fields import DayField
from games.web.parts.pages import page_of
from games.web.players.presenters import player_games

GAMES_PER_PAGE: Final = 30
FIRST_DAY: Final = date(2000, 1, 1)
LAST_DAY: Final = date(9000, 1, 1)


class SeasonField(forms.ModelChoiceField):
    """A choice among seasons."""

    def label_from_instance(self, obj: Any) -> str:
        return full_name(obj)


class HistoryForm(forms.Form):
    """Conditions of the games that are listed, in the address."""

    board = forms.ChoiceField(label=_("Board"), required=False)
    opponent = forms.CharField(label=_("Played with"), max_length=LONGEST, required=False)
    season = SeasonField(
        label=_("Season"), queryset=Season.objects.none(), empty_label=_("Any"), required=False
    )
    result = forms.ChoiceField(
        label=_("Result"), choices=[("", _("Any")), *Result.choices], required=False
    )
    since = DayField(label=_("Ended on or after"), required=False)
    before = DayField(label=_("Ended on or before"), required=False)

    def __init__(self, data: Any, *, person: Person, reader: Any) -> None:
        super().__init__(data)
        boards = [(key, board_name(engine.load_board(key))) for key in engine.board_names()]
        self.fields["board"].choices = [("", gettext("Any")), *boards]  # type: ignore[attr-defined]
        played = seasons_visible_to(reader).filter(
            entries__person=person, entries__division__isnull=False
        )
        self.fields["season"].queryset = played.order_by("league__name", "-number")  # type: ignore[attr-defined]

    def clean_opponent(self) -> Person | None:
        key = name_key(self.cleaned_data["opponent"])
        if not key:
            return None
        found = Person.objects.filter(name_key=key).first()
        if found is None:
            raise ValidationError(gettext("There is no player of this name."))
        return found

    def clean_since(self) -> datetime | None:
        return _midnight(self.cleaned_data["since"])

    def clean_before(self) -> datetime | None:
        """The end of the last day."""
        day = _midnight(self.cleaned_data["before"])
        return day + timedelta(days=1) if day else None


def _midnight(day: date | None) -> datetime | None:
    """The begin of a day in the zone of the reader; the site knows no games beyond the bounds."""
    if day is None:
        return None
    return make_aware(datetime.combine(min(max(day, FIRST_DAY), LAST_DAY), time.min))


@require_safe
def history(request: HttpRequest, name: str) -> HttpResponse:
    person = get_object_or_404(Person, name=name)
    form = HistoryForm(request.GET, person=person, reader=request.user)
    games = Game.objects.none()
    if form.is_valid():
        games = history_of(person, request.user, **form.cleaned_data)
    page = page_of(request, games, GAMES_PER_PAGE)
    kept = {key: request.GET[key] for key in form.fields if request.GET.get(key)}
    return render(
        request,
        "web/players/history.html",
        {
            "person": person,
            "form": form,
            "lines": player_games(page.object_list, person),
            "page": page,
            "page_query": f"{urlencode(kept)}&" if kept else "",
        },
    )
