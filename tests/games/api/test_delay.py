"""A table that shows its game late to spectators does so to programs, too."""

from __future__ import annotations

from datetime import timedelta

import time_machine

from engine.actions import Draw
from games import log
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game
from games.talk.messages import post_message
from tests.fixtures.games import NOW, act, keep_all
from tests.games.api.conftest import Api


def test_spectators_get_neither_view_nor_events_nor_talk_of_the_last_turns(
    begin, api: Api, alice: Person, bob: Person, dana: Person
) -> None:
    game: Game = begin(alice, bob, spectator_turns=2)
    keep_all(game, 0, 1)
    for hours in (1, 2, 3):
        at = NOW + timedelta(hours=hours)
        (seat,) = log.load(game).pending
        act(game, seat, Draw("blind"), now=at)
        act(game, seat, Draw("blind"), now=at)
        post_message(game=game, person=alice, text=f"word-{hours}", now=at)
    starts = Event.objects.filter(game=game, type="game.turn_started").order_by("-seq")
    horizon = starts.values_list("seq", flat=True)[2]
    last = Event.objects.filter(game=game).order_by("-seq")[0].seq
    with time_machine.travel(NOW + timedelta(hours=4), tick=False):
        for reader in (api(), api(dana)):
            assert reader.get(f"games/{game.code}/").data["seq"] == horizon
            events = reader.get(f"games/{game.code}/events/?limit=500").data
            assert (events["last"], events["more"]) == (horizon, False)
            after = reader.get(f"games/{game.code}/events/?after={horizon}&limit=500").data
            assert after["results"] == []
            talk = reader.get(f"games/{game.code}/talk/").content.decode()
            assert "word-3" not in talk
            seats = reader.get(f"games/{game.code}/").data["seats"]
            assert not any(seat["due_at"] for seat in seats)
            assert reader.get(f"games/{game.code}/record/").status_code == 422
        assert api(bob).get(f"games/{game.code}/").data["seq"] == last
        assert api(bob).get(f"games/{game.code}/events/?limit=500").data["last"] == last
