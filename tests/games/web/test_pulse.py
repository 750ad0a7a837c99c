"""The page of a game asks now and then whether anything happened."""

from __future__ import annotations

from engine.actions import Draw
from games import log
from games.tables.models import Game
from games.talk.models import Message
from games.talk.say import say
from tests.games.conftest import NOW, act, keep_all


def pulse(client, game: Game, seen: object):
    return client.get(f"/games/{game.code}/pulse/", {"seen": seen})


def test_nothing_is_said_as_long_as_nothing_happens(begin, browse, alice, bob):
    game = begin(alice, bob)
    page = browse(alice).get(f"/games/{game.code}/").content.decode()
    assert f'hx-get="/games/{game.code}/pulse/?seen={game.version}&amp;said=0"' in page
    answer = pulse(browse(alice), game, game.version)
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_latest_is_told_as_the_reader_may_know_it(begin, browse, alice, bob):
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    game.refresh_from_db()
    seen = game.version
    mover = log.load(game).turn_seat
    act(game, mover, Draw("blind"), Draw("blind"))
    waiting = browse((alice, bob)[1 - mover])
    told = pulse(waiting, game, seen).content.decode()
    assert "It is your turn" in told
    assert "drew a card from the deck." in told
    assert "Show what happened" in pulse(browse(), game, seen).content.decode()
    assert (
        "You drew a card from the deck:"
        in pulse(browse((alice, bob)[mover]), game, seen).content.decode()
    )


def test_who_has_the_page_open_hears_what_is_said(begin, browse, alice, bob):
    game = begin(alice, bob)
    say(game=game, person=alice, text="Good luck!", now=NOW)
    ask = {"seen": game.version, "said": 0}
    url = f"/games/{game.code}/pulse/"
    assert "Alice says: “Good luck!”" in browse(bob).get(url, ask).content.decode()
    assert browse(alice).get(url, ask).status_code == 204
    later = {**ask, "said": Message.objects.get().pk}
    assert browse(bob).get(url, later).status_code == 204
    assert browse(bob).get(url, {**ask, "said": "9" * 30}).status_code == 204


def test_a_wrong_question_is_not_found(begin, browse, alice, bob, charlie):
    game = begin(alice, bob)
    for seen in ("", "-1", "x", "9" * 20):
        assert pulse(browse(alice), game, seen).status_code == 404
    Game.objects.filter(pk=game.pk).update(public=False)
    assert pulse(browse(charlie), game, 0).status_code == 404
