"""Lists of what was decided cost as much for a dozen entries as for two."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.actions import Draw
from games.leagues.models import Division
from games.leagues.season.registration import register
from games.log.models import Event
from games.moderation.games.clock import extend, nudge
from games.moderation.games.hidden_cards import look_at_hidden_cards
from games.moderation.games.take_back import take_back
from games.moderation.models import AuditEntry
from games.moderation.sanctions import mute
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.entries import withdraw_player_by_director
from games.moderation.undo import undo
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.leagues.conftest import Crowd, crowd
from tests.games.moderation.conftest import DAY, WHY, enter

__all__ = ["crowd"]

FEW, MANY = 2, 12


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


def grows(client: Client, url: str, decide: Callable[[], object]) -> int:
    """How many more queries a page takes once this was decided so often."""
    for _time in range(FEW):
        decide()
    queries(client, url)  # what is kept is kept
    few = queries(client, url)
    for _time in range(MANY - FEW):
        decide()
    return queries(client, url) - few


@pytest.fixture
def played(league_game: Game) -> Game:
    act(league_game, 0, Draw("blind"), Draw("blind"))
    return league_game


@pytest.mark.parametrize("page", ["/games/{}/decisions/", "/direct/{}/"])
def test_the_decisions_of_a_game(
    page: str, played: Game, mona: Person, erin: Person, browse: Callable[..., Client]
) -> None:
    """Take-backs too, which show what they changed."""
    to = Event.objects.filter(game=played, type="game.turn_started").first().seq

    def decide() -> None:
        nudge(actor=erin, game=played, reason=WHY, now=NOW)
        extend(actor=erin, game=played, by=DAY, reason=WHY, now=NOW)
        take_back(actor=erin, game=played, to=to, reason=WHY, now=NOW)

    assert grows(browse(mona), page.format(played.code), decide) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("page", ["decisions", "direct"])
def test_the_decisions_of_a_season(
    page: str, division: Division, crowd: Crowd, erin: Person, browse: Callable[..., Client]
) -> None:
    """Each about other people, and some undone."""
    season = division.season

    def decide() -> None:
        gone, back, late = crowd(3)
        enter(division, gone, back)
        for person in (gone, back):
            entry = season.entries.get(person=person)
            taken = withdraw_player_by_director(
                actor=erin, season=season, entry=entry, reason=WHY, now=NOW
            )
        undo(actor=erin, entry=taken, reason=WHY, now=NOW)
        register(season=season, person=late, now=NOW)
        dates = {"ends_at": season.ends_at + AuditEntry.objects.count() * DAY}
        move_season_dates(actor=erin, season=season, dates=dates, reason=WHY, now=NOW)

    assert grows(browse(erin), f"/leagues/club/1/{page}/", decide) <= 0


def test_the_audit_log(
    begin: Starter,
    division: Division,
    erin: Person,
    alice: Person,
    bob: Person,
    mona: Person,
    nora: Person,
    browse: Callable[..., Client],
) -> None:
    """Each entry is about another game or person, and every other one is undone."""

    def decide() -> None:
        dates = {"ends_at": division.season.ends_at + (1 + AuditEntry.objects.count()) * DAY}
        move_season_dates(actor=erin, season=division.season, dates=dates, reason=WHY, now=NOW)
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        look_at_hidden_cards(actor=nora, game=game, reason=WHY, now=NOW)
        nudge(actor=nora, game=game, reason=WHY, now=NOW)
        undo(
            actor=nora,
            entry=mute(actor=nora, person=bob, reason=WHY, now=NOW),
            reason=WHY,
            now=NOW,
        )

    assert grows(browse(mona), "/moderation/audit/", decide) <= 0
