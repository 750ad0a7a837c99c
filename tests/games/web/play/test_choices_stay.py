"""What was ticked stays ticked when the page says that it will not do."""

from __future__ import annotations

import re

import pytest

from engine.actions import DrawTickets, Keep
from games import log
from games.common.errors import Refused
from games.talk.messages import post_message
from games.talk.models import Message
from tests.fixtures.games import NOW, act
from tests.games.web.play.test_make_move import post


def ticked(page: str) -> set[str]:
    return set(re.findall(r'name="ticket" value="([^"]+)" checked', page))


def test_too_few_tickets_stay_ticked_and_so_does_what_was_to_go_back(begin, browse, alice, bob):
    game = begin(alice, bob)
    offered = log.load(game).offered[0]
    page = browse(alice).get(f"/games/{game.code}/move/?do=keep&ticket={offered[2]}")
    assert page.status_code == 422
    assert ticked(page.content.decode()) == {offered[2]}


def test_a_choice_can_be_gone_back_to(begin, browse, alice, bob):
    game = begin(alice, bob)
    client = browse(alice)
    offered = log.load(game).offered[0]
    query = f"do=keep&ticket={offered[0]}&ticket={offered[1]}"
    page = client.get(f"/games/{game.code}/move/?{query}").content.decode()
    (back,) = set(re.findall(r'href="([^"]+)#your-move"', page))
    assert ticked(client.get(back.replace("&amp;", "&")).content.decode()) == set(offered[:2])


def test_a_confirmed_choice_that_is_refused_stays_ticked(begin, browse, alice, bob):
    game = begin(alice, bob)
    offered = log.load(game).offered[0]
    answer = post(browse(alice), game, Keep(offered[1:2]))
    assert answer.status_code == 422
    assert ticked(answer.content.decode()) == {offered[1]}


def test_the_ticket_for_the_rack_stays_chosen(team_table, browse, alice):
    act(team_table, 0, DrawTickets())
    offered = log.load(team_table).offered[0]
    client = browse(alice)
    query = f"do=keep&ticket={offered[0]}&ticket={offered[1]}"
    page = client.get(f"/games/{team_table.code}/move/?{query}")
    assert page.status_code == 422, "it says not which goes to the rack"
    assert ticked(page.content.decode()) == set(offered[:2])
    page = client.get(f"/games/{team_table.code}/move/?{query}&rack={offered[1]}").content.decode()
    (back,) = set(re.findall(r'href="([^"]+)#your-move"', page))
    again = client.get(back.replace("&amp;", "&")).content.decode()
    assert f'name="rack" value="{offered[1]}" checked' in again


def test_tickets_to_share_stay_ticked_and_open(team_table, browse, alice):
    held = log.load(team_table).tickets[0][:3]
    query = "&".join(f"ticket={ticket}" for ticket in held)
    answer = browse(alice).get(f"/games/{team_table.code}/move/?do=share&{query}")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert '<details id="sharing" class="share" open>' in page
    assert ticked(page) == set(held)


@pytest.mark.parametrize("ticket", ["nowhere", '"><script>', ""])
def test_strange_tickets_in_an_address_tick_nothing(begin, browse, alice, bob, ticket):
    game = begin(alice, bob)
    page = browse(alice).get(f"/games/{game.code}/", {"ticket": ticket, "rack": ticket})
    assert page.status_code == 200
    assert ticked(page.content.decode()) == set()


def test_a_note_that_is_too_long_is_not_lost(begin, browse, alice, bob):
    game = begin(alice, bob)
    client = browse(alice)
    long = "All the way to Nagoya. " * 300
    page = client.post(f"/games/{game.code}/note/", {"text": long}, follow=True).content.decode()
    assert long.strip() in page
    assert long.strip() not in client.get(f"/games/{game.code}/").content.decode(), "shown once"


def test_a_report_that_is_refused_keeps_what_was_written(begin, browse, alice, bob, monkeypatch):
    game = begin(alice, bob)
    post_message(game=game, person=bob, text="Hurry up!", now=NOW)

    def refuse(**_named):
        raise Refused("Not now.")

    monkeypatch.setattr("games.web.play.views_talk.report_service", refuse)
    address = f"/games/{game.code}/talk/{Message.objects.get().pk}/report/"
    answer = browse(alice).post(address, {"text": "It is rude."}, follow=True)
    assert "Not now." in answer.content.decode()
    assert ">It is rude.</textarea>" in answer.content.decode()


def test_a_pause_that_cannot_be_proposed_stays_chosen(begin, browse, alice, bob, monkeypatch):
    game = begin(alice, bob)

    def refuse(**_named):
        raise Refused("Not now.")

    monkeypatch.setattr("games.web.clock.views.open_vote", refuse)
    client = browse(alice)
    address = f"/games/{game.code}/clock/propose/"
    page = client.post(address, {"kind": "pause", "days": "7"}, follow=True).content.decode()
    assert 'name="days" value="7" checked' in page
    fields = {"kind": "clock", "days_per_turn": "14", "bank": "large", "weekends_off": "on",
              "evening_minutes": "10"}  # fmt: skip
    page = client.post(address, fields, follow=True).content.decode()
    assert '<option value="14" selected' in page
    assert '<option value="10" selected' in page
    assert '<option value="large" selected' in page
    assert re.search(r'name="weekends_off"[^>]*checked', page)
