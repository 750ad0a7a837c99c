"""Sketches through their pages: mark, unmark, sums, limits, and their end."""

from __future__ import annotations

import re

import pytest
from django.test import Client

import engine
from engine.actions import Claim, Draw
from engine.ways import way_of_ticket
from games import log
from games.absence.substitution import replace_player
from games.accounts.closing import close_account
from games.moderation.offices import moderators_group
from games.moderation.sanctions import ban
from games.people.models import Person
from games.plans.models import SeatPlan
from games.plans.sketch_models import Sketch
from games.plans.sketches import MOST_SKETCHES, draw_sketch
from games.play.end_game import void_game
from games.tables.models import Game, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.fixtures.orders import leave, seat_of
from tests.fixtures.pages import Browse

WEST = "los-angeles-phoenix-gray"
HOUSTON = "dallas-houston-gray-1"
TWIN = "dallas-houston-gray-2"
NASHVILLE = Claim("atlanta-nashville-gray", "red")


def url(game: Game, rest: str = "") -> str:
    return f"/games/{game.code}/sketches/{rest}"


@pytest.fixture
def bobs_browser(bob: Person, browse: Browse) -> Client:
    return browse(bob)


@pytest.fixture
def sketch(red_hand: Game, bobs_browser: Client) -> Sketch:
    """A sketch that Bob has begun on the page, with nothing on it."""
    bobs_browser.post(url(red_hand), {"name": "  The  west "})
    return Sketch.objects.get()


def mark(client: Client, sketch: Sketch, **fields: str) -> str:
    """Send the form of the page; return the next page."""
    code = sketch.seat.game.code
    answer = client.post(f"/games/{code}/sketches/{sketch.pk}/mark/", fields, follow=True)
    assert answer.status_code == 200
    sketch.refresh_from_db()
    return re.sub(r"\s+", " ", answer.content.decode())


def test_the_page_of_the_game_leads_to_ones_own_sketches(
    red_hand: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    for reader in (alice, bob, charlie, None):
        text = browse(reader).get(f"/games/{red_hand.code}/").content.decode()
        assert (url(red_hand) in text) == (reader in (alice, bob))


def test_a_sketch_begins_with_a_name(sketch: Sketch, bob: Person, bobs_browser, red_hand) -> None:
    assert (sketch.name, sketch.tracks, sketch.person) == ("The west", [], bob)
    assert sketch.drawn_seq == red_hand.version
    page = bobs_browser.get(url(red_hand)).content.decode()
    assert f'href="{url(red_hand)}{sketch.pk}/"' in page


def test_a_marked_route_is_on_the_board_in_the_list_and_in_the_sums(
    sketch: Sketch, bobs_browser: Client
) -> None:
    page = mark(bobs_browser, sketch, track=WEST)
    assert sketch.tracks == [WEST]
    assert page.count('class="sketched"') == 1
    assert "Los Angeles – Phoenix: 3 grey, worth 4" in page
    assert "<dt>Trains left</dt><dd>42</dd>" in page
    assert "<dt>Routes are worth</dt><dd>4 points</dd>" in page
    assert "<dt>Longest path</dt><dd>3 spaces</dd>" in page
    assert "Sketch: nothing here makes a move. Trains left: 42." in page
    assert "Nothing here makes a move." in page


def test_the_cards_that_are_lacking_are_counted_against_the_hand(
    sketch: Sketch, bobs_browser: Client
) -> None:
    # Bob holds four yellow cards.
    page = mark(bobs_browser, sketch, track="denver-kansas-city-black")
    assert "<dt>Cards you lack</dt><dd>4 black</dd>" in page
    page = mark(bobs_browser, sketch, track=WEST, remove="denver-kansas-city-black")
    assert sketch.tracks == [WEST]
    assert "<dt>Cards you lack</dt><dd>none</dd>" in page


def test_a_ticket_that_the_routes_connect_counts_as_completed(
    red_hand: Game, bob: Person, bobs_browser: Client
) -> None:
    view = engine.view(log.load(red_hand), 1)
    key = view.tickets[1][0]
    ticket = view.board.tickets[key]
    way = way_of_ticket(view.board, (), view.open_tracks.by_id, ticket)
    sketch = draw_sketch(game=red_hand, seat=1, person=bob, name="All", add=way, now=NOW)
    page = bobs_browser.get(url(red_hand, f"{sketch.pk}/")).content.decode()
    ends = [view.board.cities[city].name for city in (ticket.a, ticket.b)]
    assert f"<dd>{ends[0]} – {ends[1]} ({ticket.points} points)</dd>" in page


def test_a_route_takes_the_place_of_the_one_beside_it(sketch: Sketch, bobs_browser: Client) -> None:
    mark(bobs_browser, sketch, track=HOUSTON)
    mark(bobs_browser, sketch, track=TWIN)
    assert sketch.tracks == [TWIN]


def test_two_browsers_mark_on_one_sketch(sketch: Sketch, bob: Person, browse: Browse) -> None:
    for key in (WEST, HOUSTON):
        mark(browse(bob), sketch, track=key)
    assert sketch.tracks == [WEST, HOUSTON]
    mark(browse(bob), sketch, remove=WEST)
    mark(browse(bob), sketch, remove=WEST)
    assert sketch.tracks == [HOUSTON]


def test_what_others_built_since_is_named_until_the_sketch_changes(
    sketch: Sketch, red_hand: Game, bobs_browser: Client
) -> None:
    mark(bobs_browser, sketch, track=NASHVILLE.track)
    act(red_hand, 0, NASHVILLE)
    page = bobs_browser.get(url(red_hand, f"{sketch.pk}/")).content.decode()
    assert "Built by others since you changed it" in page
    assert "Alice claimed Atlanta &#8211; Nashville" in page
    assert "<b>(Alice)</b>" in page
    assert "Built by others" not in mark(bobs_browser, sketch, track=WEST)


def test_a_sketch_becomes_the_text_of_a_plan(sketch: Sketch, bobs_browser: Client) -> None:
    assert "Make a plan of it" not in mark(bobs_browser, sketch, track=WEST)
    Game.objects.update(plans="all")
    page = mark(bobs_browser, sketch, track=WEST)
    assert (
        f"/games/{sketch.seat.game.code}/plan/?text=plan%0Aclaim+los-angeles+to+phoenix%0A" in page
    )
    assert "Make a plan of it" not in mark(bobs_browser, sketch, remove=WEST)


def test_no_route_of_another_board_can_be_marked(sketch: Sketch, bobs_browser: Client) -> None:
    assert "There is no such route on this board." in mark(bobs_browser, sketch, track="kyoto")
    assert sketch.tracks == []


def test_a_link_on_the_board_chooses_its_route_in_the_form(
    sketch: Sketch, red_hand: Game, bobs_browser: Client
) -> None:
    page = bobs_browser.get(url(red_hand, f"{sketch.pk}/"), {"track": WEST}).content.decode()
    assert f'<option value="{WEST}" selected>' in page
    sketch.refresh_from_db()
    assert sketch.tracks == []


def test_a_sketch_can_be_renamed_and_deleted(
    sketch: Sketch, red_hand: Game, bobs_browser: Client
) -> None:
    bobs_browser.post(url(red_hand), {"name": "East"})
    rename = url(red_hand, f"{sketch.pk}/rename/")
    page = bobs_browser.post(rename, {"name": "EAST"}, follow=True).content.decode()
    assert "You already have a sketch of that name." in page
    bobs_browser.post(rename, {"name": "North"})
    assert sorted(Sketch.objects.values_list("name", flat=True)) == ["East", "North"]
    bobs_browser.post(url(red_hand, f"{sketch.pk}/delete/"))
    assert [one.name for one in Sketch.objects.all()] == ["East"]


def test_there_are_at_most_twenty_with_names_of_at_most_forty_characters(
    red_hand: Game, bob: Person, bobs_browser: Client
) -> None:
    for number in range(MOST_SKETCHES):
        draw_sketch(game=red_hand, seat=1, person=bob, name=f"Sketch {number}", now=NOW)
    for name, why in (("One more", "up to 20 sketches"), ("x" * 41, "up to 40"), (" ", "a name")):
        page = bobs_browser.post(url(red_hand), {"name": name}, follow=True).content.decode()
        assert why in page
    assert Sketch.objects.count() == MOST_SKETCHES


def test_nobody_else_finds_a_sketch(
    sketch: Sketch, red_hand: Game, alice: Person, charlie: Person, browse: Browse
) -> None:
    path = url(red_hand, f"{sketch.pk}/")
    for reader in (alice, charlie):
        assert browse(reader).get(path).status_code == 404
        for form in ("mark/", "rename/", "delete/"):
            answer = browse(reader).post(path + form, {"track": WEST, "name": "Mine"})
            assert answer.status_code == 404
    assert browse(None).get(path).status_code == 302
    assert "The west" not in browse(alice).get(url(red_hand)).content.decode()
    sketch.refresh_from_db()
    assert (sketch.name, sketch.tracks) == ("The west", [])


def test_a_hand_over_deletes_the_sketches_of_the_seat(
    sketch: Sketch, red_hand: Game, alice: Person, charlie: Person
) -> None:
    draw_sketch(game=red_hand, seat=0, person=alice, name="Kept", now=NOW)
    replace_player(game=red_hand, seat=1, by=charlie, actor="director", now=NOW)
    assert [one.name for one in Sketch.objects.all()] == ["Kept"]


def test_a_ban_deletes_sketches_and_plans(
    sketch: Sketch, red_hand: Game, bob: Person, people: PeopleFactory
) -> None:
    leave("when always: tickets", red_hand, seat_of(red_hand, bob))
    moderator = people("Mona")
    moderator.groups.add(moderators_group())
    ban(actor=moderator, person=bob, reason="Several accounts.", now=NOW)
    assert not Sketch.objects.exists()
    assert not SeatPlan.objects.exists()
    assert Seat.objects.get(game=red_hand, number=1).person == bob


def test_closing_the_account_deletes_sketches(sketch: Sketch, bob: Person) -> None:
    close_account(person=bob, now=NOW)
    assert not Sketch.objects.exists()


def test_after_the_game_the_replay_has_the_sketch_at_the_moment_it_was_drawn(
    sketch: Sketch, red_hand: Game, alice: Person, bobs_browser: Client, browse: Browse
) -> None:
    mark(bobs_browser, sketch, track=WEST)
    act(red_hand, 0, Draw("blind"), Draw("blind"))
    void_game(game=red_hand, actor="director", reason="0" * 64, now=NOW)
    replay = f"/games/{red_hand.code}/replay/"
    page = bobs_browser.get(replay, {"at": sketch.drawn_seq}).content.decode()
    assert f'<a href="?at={sketch.drawn_seq}">The west</a>' in page
    assert re.search(r'<g class="piece" data-in="[\d-]+"><g class="sketched"', page)
    later = bobs_browser.get(replay, {"at": sketch.drawn_seq + 1}).content.decode()
    assert re.search(r'<g class="piece off" data-in="[\d-]+"><g class="sketched"', later)
    assert "sketch" not in browse(alice).get(replay).content.decode()
    assert bobs_browser.get(url(red_hand)).status_code == 302
    assert "your sketches stay as they are" in mark(bobs_browser, sketch, track=HOUSTON)
