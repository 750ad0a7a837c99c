"""Pair me on pages: asking for a table from home, waiting, cancelling, and what others see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.tables import pair_waiting
from games.lobby.pairing.wishes import wish_for_table
from games.people.blocks import block
from games.tables.models import Game
from tests.fixtures.games import NOW

PAGE = "/lobby/waiting/"
KIND = {"board": "", "seats": "2", "pace": "3-days", "rated": "on"}


def words(answer) -> str:
    page = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def fields_of(answer) -> dict[str, str]:
    """What the form that asks for a table would send, pressed without a change."""
    form = answer.context["pairing"]["form"]
    sent = {field.html_name: field.value() for field in form}
    return {name: "on" if value is True else value for name, value in sent.items() if value}


def wish(person, **kind) -> Wish:
    usual = {"board": "", "seats": 2, "pace": "3-days", "rated": True}
    return wish_for_table(person=person, now=NOW, **{**usual, **kind})


@pytest.mark.parametrize("page", ["/", "/lobby/"])
def test_one_press_on_a_page_waits_for_a_table(browse, alice, page):
    client = browse(alice)
    answer = client.post(PAGE, fields_of(client.get(page)))
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    (one,) = Wish.objects.all()
    assert (one.person, one.board, one.seats, one.pace, one.rated) == (alice, "", 3, "3-days", True)
    said = words(client.get(PAGE))
    assert "You are waiting for a table. You will get an email when it starts." in said
    assert "Any board · 3 players · 3 days per turn" in said
    assert "No table of this kind has started recently." in said


def test_a_double_press_is_one_wish(browse, alice):
    client = browse(alice)
    for _press in range(2):
        assert client.post(PAGE, KIND).status_code == 302
    assert Wish.objects.count() == 1


def test_the_last_choice_is_the_next_proposal(browse, alice):
    client = browse(alice)
    client.post(PAGE, {"board": "usa", "seats": "5", "pace": "1-day"})
    chosen = {"board": "usa", "seats": 5, "pace": "1-day"}
    assert fields_of(client.get("/")) == fields_of(client.get("/lobby/")) == chosen


def test_two_who_press_have_a_table(browse, alice, bob):
    for person in (alice, bob):
        browse(person).post(PAGE, KIND)
    pair_waiting(now=NOW)
    game = Game.objects.get()
    client = browse(alice)
    assert f"/games/{game.code}/" in client.get("/").content.decode()
    said = words(client.get(PAGE))
    assert "You are waiting for" not in said
    assert "a table started" in said
    assert game.title in said


def test_a_wish_is_cancelled_by_one_press_and_not_by_others(browse, alice, bob):
    mine = wish(alice)
    cancel = f"{PAGE}{mine.pk}/cancel/"
    assert cancel in browse(alice).get("/").content.decode()
    assert browse(alice).get(cancel).status_code == 405
    assert browse(bob).post(cancel).status_code == 404
    answer = browse(alice).post(cancel, follow=True)
    assert "You are no longer waiting for this table." in words(answer)
    mine.refresh_from_db()
    assert mine.fate == Fate.WITHDRAWN
    assert "See below how that ended" in words(browse(alice).post(cancel, follow=True))


def test_a_table_that_cannot_be_played_is_refused_in_the_form(browse, alice):
    client = browse(alice)
    answer = client.post(PAGE, {**KIND, "board": "team-asia"})
    assert answer.status_code == 422
    assert "takes 4 or 6 players" in words(answer)
    for bad in ({"board": "atlantis"}, {"seats": "9"}, {"pace": "1-second"}, {"seats": ""}):
        assert client.post(PAGE, {**KIND, **bad}).status_code == 422
    assert not Wish.objects.exists()


def test_a_bot_game_meanwhile_is_one_press(browse, alice):
    wish(alice, board="japan")
    client = browse(alice)
    address = "/learn/japan/practice/"
    assert address in client.get(PAGE).content.decode()
    assert client.post(address).status_code == 302
    assert Game.objects.get().practice


def test_the_page_says_how_long_others_waited(browse, alice, people):
    wish(alice)
    for number in range(6):
        other = wish(people(f"Guest-{'abcdef'[number]}"))
        Wish.objects.filter(pk=other.pk).update(
            fate=Fate.STARTED, made_at=NOW - timedelta(hours=3), ended_at=NOW
        )
    said = words(browse(alice).get(PAGE))
    assert "Half of those who recently got such a table waited less than 3 hours." in said
    assert "Guest" not in said


def test_others_see_how_many_wait_and_never_who(browse, alice, people, bob):
    """The pages of one who waits are the same bytes whoever the others are, or have blocked."""
    wish(alice, seats=5)
    client = browse(alice)

    def pages() -> list[str]:
        return [words(client.get(page)) for page in ("/", "/lobby/", PAGE)]

    alone = pages()
    for name in ("Erin", "Frank"):
        wish(people(name), seats=5)
    assert pages() == alone, "fewer than three are not told"
    third = people("Grace")
    wish(third, seats=5)
    three = pages()
    assert "3 other players are waiting for one now." in three[-1]
    block(person=third, other=alice, now=NOW)
    assert pages() == three
    Wish.objects.filter(person=third).delete()
    wish(bob, seats=5)
    assert pages() == three
    assert not any(name in page for page in three for name in ("Erin", "Frank", "Grace"))


def test_a_wish_of_a_board_that_is_gone_does_not_break_the_pages(browse, alice):
    Wish.objects.filter(pk=wish(alice).pk).update(board="atlantis", pace="1-second")
    for page in ("/", "/lobby/", PAGE):
        assert "atlantis · 2 players · 1-second" in words(browse(alice).get(page))


def test_the_page_is_for_people_who_are_signed_in(client, db):
    assert client.get(PAGE).status_code == 302
    assert "Pair me" not in client.get("/lobby/").content.decode()
