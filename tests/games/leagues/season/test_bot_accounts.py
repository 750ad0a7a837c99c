"""Seasons admit bot accounts where their plan says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.common.errors import Refused
from games.leagues.models import EntryStatus, Season
from games.leagues.season.registration import conditions, register
from games.people.models import Person
from tests.games.leagues.conftest import OPENS


def test_a_season_admits_bot_accounts_only_where_its_plan_says_so(
    announced: Callable[..., Season], robby: Person
) -> None:
    season = announced()
    with pytest.raises(Refused, match="does not admit bot accounts"):
        register(season=season, person=robby, now=OPENS)
    Season.objects.filter(pk=season.pk).update(bot_accounts=True)
    season.refresh_from_db()
    assert "Bot accounts may register." in conditions(season)
    entry = register(season=season, person=robby, now=OPENS)
    assert entry.status == EntryStatus.REGISTERED
