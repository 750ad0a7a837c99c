"""The pages of players, directors and moderators, in a browser."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games.log.models import Event
from games.moderation.appeals import file_appeal, make_token
from games.moderation.games.clock import extend
from games.moderation.games.result import adjudicate
from games.moderation.games.take_back import take_back
from games.moderation.offices import moderators_group
from games.moderation.reports import file_report
from games.moderation.sanctions import mute, warn
from games.people.sanctions import Appeal, Sanction
from games.people.traces import note_traces
from games.players import rate_finished_games
from games.players.models import ReliabilityRecord
from games.players.sums import recount_sums
from games.tables.models import Game
from tests.fixtures.games import NOW, act
from tests.games.moderation.conftest import (
    DAY,
    WHY,
    division,
    erin,
    game,
    league_game,
    mona,
)
from tests.games.players.conftest import ended

__all__ = ["division", "ended", "erin", "game", "league_game", "mona"]

WIDTHS = (320, 1280)


@pytest.fixture
def offices(ended, league_game, erin, mona, alice, bob, charlie):
    """Games that count, a game with decisions, sanctions, reports; gets the game's code."""
    for hours in range(0, 24 * 40, 48):
        ended([alice], [bob], [charlie], places=[1 + hours % 3, 2, 3], hours=-hours)
    rate_finished_games(now=NOW)
    other = Game.objects.exclude(pk=league_game.pk).first()
    for person, missed in ((alice, 1), (bob, 9), (charlie, 0)):
        ReliabilityRecord.objects.create(
            game=other, person=person, seq=0, answered=60, missed=missed, finished=True
        )
    recount_sums()
    act(league_game, 0, Draw("blind"), Draw("blind"))
    turn = Event.objects.filter(game=league_game, type="game.turn_started").first()
    extend(actor=erin, game=league_game, by=DAY, reason=WHY, now=NOW)
    take_back(
        actor=erin, game=league_game, to=turn.seq, reason="A wrong click, agreed by both.", now=NOW
    )
    warn(actor=mona, person=bob, reason="Please keep it friendly at the table.", now=NOW)
    mute(actor=mona, person=bob, reason="Again.", until=NOW + timedelta(days=7), now=NOW)
    file_appeal(sanction=Sanction.objects.get(kind="mute"), text="It was my cat.", now=NOW)
    note_traces(person=bob, device="one", address="93.184.216.34", now=NOW)
    note_traces(person=alice, device="one", address="93.184.216.34", now=NOW)
    file_report(reporter=alice, kind="player", subject=bob, text="He lets the clock run.", now=NOW)
    act(league_game, 0, Draw("blind"), Draw("blind"))
    return league_game.code


@pytest.mark.parametrize("width", WIDTHS)
def test_pages_of_offices_fit_and_can_be_used_by_everybody(
    offices, mona, page, log_in, picture, violations, width
) -> None:
    log_in(mona)
    page.set_viewport_size({"width": width, "height": 900})
    pages = {
        "player": "/people/Alice/",
        "ranking": "/ranking/",
        "report-player": "/people/Bob/report/",
        "direct": f"/direct/{offices}/",
        "decisions": f"/games/{offices}/decisions/",
        "moderation": "/moderation/",
        "moderate-person": "/moderation/people/Bob/",
        "audit": "/moderation/audit/",
        "appeal": f"/appeal/{make_token(Sanction.objects.get(kind='mute'))}/",
        "one-appeal": f"/moderation/appeals/{Appeal.objects.get().pk}/",
        "extend-season": "/leagues/club/1/extend/?hours=24",
    }
    for name, url in pages.items():
        assert page.goto(url).status == 200, url
        assert page.evaluate("document.documentElement.scrollWidth") <= width, url
        if name in ("direct", "moderate-person"):
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, url
        picture(page, f"{name}-{width}")
        assert not violations(page), url


def test_a_director_takes_moves_back_with_the_keyboard_alone(
    offices, erin, page, log_in, picture
) -> None:
    log_in(erin)
    page.goto(f"/direct/{offices}/")
    page.locator("#take-back summary").focus()
    page.keyboard.press("Enter")
    page.locator("#take-back button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/take-back/**")
    picture(page, "take-back-1280")
    page.locator("textarea[name=reason]").focus()
    page.keyboard.type("Both agreed.")
    for _field in ("private message", "button"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/direct/{offices}/")
    assert "taken back" in page.content()


def test_an_adjudicated_game_still_has_a_page(offices, erin, people, page, picture) -> None:
    found = Game.objects.get(code=offices)
    nora = people("Nora")
    nora.groups.add(moderators_group())
    for actor in (erin, nora):
        adjudicate(actor=actor, game=found, places=[1, 2], reason="No more moves.", now=NOW)
    assert page.goto(f"/games/{offices}/").status == 200
    picture(page, "adjudicated-1280")
