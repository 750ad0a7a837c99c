"""Stations on the pages of a game, in its mails, by reply and through the API (M-4)."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

import engine
from engine import record, wire
from engine.actions import BuildStation
from engine.board import Board
from engine.cards import COLOURS
from games import log
from games.common.errors import Refused
from games.log.records import complete_record
from games.people.models import Person
from games.plans.carry_out import carry_out_orders
from games.play.hold import can_be_held
from games.play.refusals import refusal_sentence
from games.practice.lessons.mechanics import course
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.orders import LATER, leave
from tests.fixtures.pages import Browse
from tests.fixtures.replies import Reply
from tests.games.leagues.conftest import play_out
from tests.games.web.play.test_make_move import post


@pytest.fixture
def europe(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game on Europe at Alice's first turn."""
    game = begin(alice, bob, board="europe")
    keep_all(game, 0, 1)
    return game


@pytest.fixture
def board() -> Board:
    return engine.load_board("europe")


def first_payment(game: Game, city: str = "wien") -> BuildStation:
    """The station in a city with the cheapest payment of the seat to move."""
    state = log.load(game)
    (seat,) = state.pending
    legal = state.legal_actions(seat)
    return next(one for one in legal if isinstance(one, BuildStation) and one.city == city)


def test_the_page_offers_every_city_once_and_a_click_on_it(
    europe: Game, browse: Browse, alice: Person, board: Board
) -> None:
    page = browse(alice).get(f"/games/{europe.code}/").content.decode()
    assert "Draw cards, claim a route, build a station or draw tickets." in page
    assert '<select id="station" name="city"' in page
    assert page.count('<option value="wien">Wien</option>') == 1
    assert page.count('class="claim station"') == len(board.cities)
    assert 'aria-label="Build a station in Wien"' in page
    assert "(1 card)" in page


def test_others_are_offered_no_station(europe: Game, browse: Browse, bob: Person) -> None:
    """B-15: what can be built follows from the hand."""
    for client in (browse(bob), Client()):
        page = client.get(f"/games/{europe.code}/").content.decode()
        assert 'class="claim station"' not in page
        assert 'name="city"' not in page
        assert "Stations left" in page


def test_a_station_is_prepared_with_its_payments_and_built(
    europe: Game, browse: Browse, alice: Person
) -> None:
    client = browse(alice)
    page = client.get(f"/games/{europe.code}/move/?do=station&city=wien").content.decode()
    assert "Build a station in Wien" in page
    assert "You have 2 stations left after that; you give up 4 points." in page
    response = post(client, europe, first_payment(europe))
    page = client.get(response.url).content.decode()
    assert "You built a station in Wien with 1 " in page
    assert log.load(europe).stations == [["wien"], []]
    assert 'href="#nm-station-0"' in page
    assert record.check(complete_record(europe), running=True) == []


def test_a_refused_station_says_why(europe: Game, board: Board) -> None:
    act(europe, 0, first_payment(europe))
    with pytest.raises(Refused, match=r"Wien already has a station\. Choose another city\."):
        act(europe, 1, BuildStation("wien", "red"))
    for message in ("station.none_left", "station.locomotives_bound", "station.no_such_city"):
        assert refusal_sentence(message, {}, board)


def test_a_station_is_held_as_a_plain_claim_is(board: Board) -> None:
    assert can_be_held([BuildStation("wien", "red")], board)


def test_a_mail_tells_the_stations_and_a_reply_builds_one(
    europe: Game, alice: Person, bob: Person, inbox: Inbox, send: Reply
) -> None:
    act(europe, 0, first_payment(europe))
    europe.refresh_from_db()
    mail = inbox(bob)[-1]
    said = text_of(mail)
    assert "built a station in Wien with" in said
    assert "2 stations left" in said
    action = first_payment(europe, "paris")
    view = engine.view(log.load(europe), 1)
    send(mail, engine.write_action(action, view))
    assert log.load(europe).stations == [["wien"], ["paris"]]


def test_programs_build_stations_and_read_them(europe: Game, browse: Browse, alice: Person) -> None:
    client = browse(alice)
    address = f"/api/v1/games/{europe.code}/"
    before = client.get(address).json()
    assert [seat["stations_left"] for seat in before["seats"]] == [3, 3]
    facts = client.get("/api/v1/boards/europe/").json()
    assert facts["station_cost"] == [1, 2, 3]
    act(europe, 0, first_payment(europe))
    after = client.get(address).json()
    assert [seat["stations"] for seat in after["seats"]] == [["wien"], []]
    assert [seat["stations_left"] for seat in after["seats"]] == [2, 3]


def test_the_end_tells_what_each_station_lends(
    europe: Game, browse: Browse, alice: Person, inbox: Inbox
) -> None:
    act(europe, 0, first_payment(europe))
    play_out(europe, NOW)
    europe.refresh_from_db()
    outcome = log.load(europe).outcome
    assert outcome is not None
    page = browse(alice).get(f"/games/{europe.code}/").content.decode()
    assert "Stations left" in page
    assert "<h3>Stations</h3>" in page
    lines = re.findall(r"[A-Z]\w+ lends [^<]+", page)
    stations = [one for score in outcome.scores for one in score.stations or ()]
    assert len(lines) == len(stations) > 0
    mails = [text_of(mail) for mail in inbox()[-2:]]
    assert all(line in mail for line in lines for mail in mails)
    stored = json.loads(json.dumps(wire.encode(outcome)[2]))
    cities = {one["city"] for score in stored["scores"] for one in score["stations"]}
    assert "wien" in cities


def test_a_course_teaches_stations(board: Board) -> None:
    assert "station" in {lesson.key for lesson in course(board)}
    assert "station" not in {lesson.key for lesson in course(engine.load_board("usa"))}


def test_an_order_builds_a_station(
    europe: Game, browse: Browse, alice: Person, bob: Person
) -> None:
    card = max(log.load(europe).hands[1].items(), key=lambda held: held[1])[0]
    word = "loco" if card == "locomotive" else card
    bobs = Seat.objects.get(game=europe, person=bob)
    leave(f"when always: station in london: 1 {word}", europe, bobs)
    page = browse(bob).get(f"/games/{europe.code}/order/").content.decode()
    assert f"station in london: 1 {word}" in page
    act(europe, 0, first_payment(europe))
    assert carry_out_orders(now=LATER) == 1
    assert log.load(europe).stations == [["wien"], ["london"]]


def test_a_press_orders_a_station_with_the_cards_that_the_page_knows(
    europe: Game, browse: Browse, bob: Person
) -> None:
    client = browse(bob)
    address = f"/games/{europe.code}/plan/"
    assert 'value="order-station"' in client.get(address).content.decode()
    shown = client.post(address, {"do": "order-station", "city": "london"})
    (line,) = shown.context["lines"]
    assert line.startswith("when always: station in london: 1 ")
    given = client.post(address, {"do": "give", "text": shown.context["text"]})
    assert given.status_code == 302
    act(europe, 0, first_payment(europe))
    assert carry_out_orders(now=LATER) == 1
    assert log.load(europe).stations == [["wien"], ["london"]]


@pytest.mark.parametrize(("built", "expected"), [("wien", "blind"), ("athina", "london")])
def test_an_order_given_on_the_page_asks_what_stations_there_are(
    europe: Game, browse: Browse, bob: Person, built: str, expected: str
) -> None:
    hand = log.load(europe).hands[1]
    colour = max(COLOURS, key=lambda card: hand[card])
    client = browse(bob)
    text = (
        "when there is no station in wien and i have 3 stations: "
        f"station in london: 1 {colour} else draw blind blind"
    )
    shown = client.get(f"/games/{europe.code}/order/", {"text": text})
    assert shown.context["lines"][0] == (
        f"when there is no station in wien and i have 3 stations: station in london: 1 {colour}"
    )
    given = client.post(f"/games/{europe.code}/order/", {"text": shown.context["text"]})
    assert given.status_code == 302
    act(europe, 0, first_payment(europe, built))
    before = sum(log.load(europe).hands[1].values())
    assert carry_out_orders(now=LATER) == 1
    state = log.load(europe)
    if expected == "london":
        assert state.stations == [[built], ["london"]]
    else:
        assert state.stations == [[built], []]
        assert sum(state.hands[1].values()) == before + 2


def test_an_order_about_stations_is_left_by_mail_in_dutch(
    europe: Game, alice: Person, send: Reply, inbox: Inbox
) -> None:
    Person.objects.filter(pk=alice.pk).update(language="nl")
    (mail,) = [message for message in inbox() if "alice" in message["To"]]
    act(europe, 0, first_payment(europe))
    inbox()
    send(mail, "als er in Londen nog geen station staat: trek twee blind\nanders kaartjes")
    answers = [text_of(answer) for answer in inbox()]
    assert any("londen" in answer.split("schreef")[0].lower() for answer in answers), answers
    send(mail, "als er in London nog geen station staat: trek twee blind\nanders kaartjes")
    said = " ".join(text_of(inbox()[0]).split())
    assert "Je opdracht staat klaar" in said
    assert "als er geen station is in london: trek blind; trek blind · anders tickets" in said


def test_an_order_for_a_station_without_cards_asks_for_them(
    europe: Game, browse: Browse, bob: Person
) -> None:
    wanted = {"text": "station in london"}
    shown = browse(bob).get(f"/games/{europe.code}/order/", wanted).content.decode()
    assert 'role="alert"' in shown
    assert "station in london: 1 red" in shown
