"""Buttons in mails: looking shows one move, pressing makes it, and nothing else can be done."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from types import ModuleType
from urllib.parse import urlsplit

import pytest
from django.test import Client

from engine.actions import Draw
from games import log
from games.absence.substitution import replace_player
from games.inbound import action_links, execute
from games.notifications.mail.buttons import ActionLink, make_action_token, read_action_token
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.replies import address_in

pytestmark = pytest.mark.usefixtures("still_clock")

Turn = tuple[Game, EmailMessage]
Stack = Callable[..., None]


@pytest.fixture
def stranger() -> Client:
    """A browser that nobody is logged in at, on a site that would notice a missing CSRF token."""
    return Client(enforce_csrf_checks=True)


def buttons_of(mail: EmailMessage) -> dict[str, str]:
    """Label and path of every button in a mail, without the one that opens the game."""
    found = re.findall(r'<a href="([^"]*/do/[^"]*)"[^>]*>([^<]*)</a>', html_of(mail))
    return {label: urlsplit(url).path for url, label in found}


def version(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def test_a_turn_mail_has_a_handful_of_buttons(turn: Turn) -> None:
    game, mail = turn
    buttons = buttons_of(mail)
    row = {card for card in log.load(game).row if card}
    assert "Draw two cards from the deck" in buttons
    assert sum("Take " in label for label in buttons) == len(row)
    assert len(buttons) <= 6
    assert "/do/" in text_of(mail)


def test_looking_at_a_button_shows_one_move_and_changes_nothing(
    turn: Turn, stranger: Client
) -> None:
    game, mail = turn
    before = version(game)
    for path in buttons_of(mail).values():
        page = stranger.get(path)
        assert page.status_code == 200
        assert page.content.decode().count("<form") >= 1
        assert "no-store" in page["Cache-Control"]
        assert stranger.head(path).status_code == 200
    assert version(game) == before


def test_pressing_the_button_makes_the_move_without_a_log_in(turn: Turn, stranger: Client) -> None:
    game, mail = turn
    path = buttons_of(mail)["Draw two cards from the deck"]
    page = stranger.post(path)
    assert page.status_code == 200
    assert "Your move is made." in page.content.decode()
    assert "sessionid" not in page.cookies
    assert log.load(game).turn_seat == 1


def test_pressing_twice_is_as_once(turn: Turn, stranger: Client) -> None:
    game, mail = turn
    path = buttons_of(mail)["Draw two cards from the deck"]
    stranger.post(path)
    after = version(game)
    for answer in (stranger.post(path), stranger.get(path)):
        assert "Your move is made." in answer.content.decode()
    assert version(game) == after


def test_a_first_card_leads_to_a_mail_about_the_second(
    turn: Turn, stranger: Client, inbox: Inbox
) -> None:
    game, mail = turn
    path = next(path for label, path in buttons_of(mail).items()
                if "Take " in label and "locomotive" not in label)  # fmt: skip
    assert "We are sending you an email" in stranger.post(path).content.decode()
    (answer,) = inbox()
    assert "Draw your second card." in text_of(answer)
    assert address_in(answer)
    stranger.post(path)
    assert inbox() == []
    stranger.post(buttons_of(answer)["Draw a card from the deck"])
    assert log.load(game).turn_seat == 1


@pytest.mark.parametrize(("board", "offered"), [("usa", 0), ("nordic", 1), ("switzerland", 1)])
def test_a_face_up_locomotive_is_a_second_card_where_the_board_allows_it(
    board: str, offered: int, begin: Starter, stack: Stack, alice: Person, bob: Person,
    inbox: Inbox, stranger: Client,
) -> None:  # fmt: skip
    hands, row = ["red"] * 4 + ["blue"] * 4, ["white", "white", "green", "black", "locomotive"]
    stack([*hands, *row, *["pink"] * 4])
    game = begin(alice, bob, board=board)
    keep_all(game, 0, 1)
    (mail,) = [mail for mail in inbox() if "alice" in mail["To"]]
    stranger.post(
        next(path for label, path in buttons_of(mail).items()
             if "Take " in label and "locomotive" not in label)
    )  # fmt: skip
    (answer,) = inbox()
    paths = [path for label, path in buttons_of(answer).items() if "locomotive" in label]
    assert len(paths) == offered
    for path in paths:
        assert "Your move is made." in stranger.post(path).content.decode()
        assert log.load(game).hands[0]["locomotive"] == 1


def test_what_was_drawn_is_told_by_mail_and_not_to_who_holds_the_link(
    turn: Turn, stranger: Client, inbox: Inbox
) -> None:
    _, mail = turn
    told = stranger.post(buttons_of(mail)["Draw two cards from the deck"]).content.decode()
    assert "Alice drew two cards from the deck." in told
    (answer,) = [one for one in inbox() if "alice" in str(one["To"])]
    assert text_of(answer).count("You drew two cards from the deck: ") == 1


def test_who_is_logged_in_sees_it_on_the_page(
    turn: Turn, client: Client, alice: Person, inbox: Inbox
) -> None:
    _, mail = turn
    client.force_login(alice)
    told = client.post(buttons_of(mail)["Draw two cards from the deck"]).content.decode()
    assert told.count("You drew two cards from the deck: ") == 1
    assert "on its way" not in told
    assert not [one for one in inbox() if "alice" in str(one["To"])]


def test_when_the_game_has_moved_on_the_page_says_so(turn: Turn, stranger: Client) -> None:
    game, mail = turn
    act(game, 0, Draw("blind"))
    before = version(game)
    for path in buttons_of(mail).values():
        for answer in (stranger.get(path), stranger.post(path)):
            assert answer.status_code == 409
            assert "The game has moved on" in answer.content.decode()
    assert version(game) == before


def test_a_made_up_link_does_nothing(turn: Turn, stranger: Client) -> None:
    game, mail = turn
    path = buttons_of(mail)["Draw two cards from the deck"]
    for wrong in (path[:-4] + "abc/", "/do/x/", path.replace("/do/e", "/do/f")):
        assert stranger.post(wrong).status_code == 404
    assert log.load(game).pending[0] == "turn"


def test_a_link_that_stops_mails_is_no_move(turn: Turn, stranger: Client) -> None:
    _, mail = turn
    mute = re.search(r"/unsubscribe/mute/([^/>]+)/", text_of(mail))
    assert mute
    assert stranger.post(f"/do/{mute[1]}/").status_code == 404


def test_a_link_moves_only_the_seat_of_its_person(
    turn: Turn, stranger: Client, bob: Person
) -> None:
    _game, mail = turn
    link = read_action_token(buttons_of(mail)["Draw two cards from the deck"].split("/")[2])
    forged = make_action_token(ActionLink(bob.pk, link.code, link.decision, link.command))
    assert stranger.post(f"/do/{forged}/").status_code == 409


def test_who_gave_up_the_seat_cannot_use_the_link(
    turn: Turn, stranger: Client, charlie: Person
) -> None:
    game, mail = turn
    replace_player(game=game, seat=0, by=charlie, actor="director", now=NOW)
    link = buttons_of(mail)["Draw two cards from the deck"]
    before = version(game)
    for answer in (stranger.get(link), stranger.post(link)):
        assert answer.status_code == 409
        assert "Somebody else has your seat" in answer.content.decode()
    dutch = stranger.get(link, headers={"Accept-Language": "nl"})
    assert "Iemand anders heeft je plaats" in dutch.content.decode()
    assert version(game) == before


@pytest.mark.parametrize(
    ("module", "name"), [(execute, "submit_action"), (action_links, "earlier_answer")]
)
def test_a_link_that_loses_its_seat_meanwhile_shows_nothing_of_the_next_player(
    turn: Turn,
    stranger: Client,
    charlie: Person,
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    name: str,
) -> None:
    game, mail = turn
    act = getattr(module, name)

    def later(*given: object, **named: object) -> object:
        if not game.seats.filter(person=charlie).exists():
            replace_player(game=game, seat=0, by=charlie, actor="director", now=NOW)
        return act(*given, **named)

    link = buttons_of(mail)["Draw two cards from the deck"]
    monkeypatch.setattr(module, name, later)
    page = stranger.post(link)
    assert page.status_code == 409
    assert "Somebody else has your seat" in page.content.decode()
    assert log.load(game).pending[0] == "turn", "the next player has to move still"


def test_the_first_tickets_can_be_kept_with_one_button(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, stranger: Client
) -> None:
    game = begin(alice, bob)
    (mail,) = inbox(alice)
    buttons = buttons_of(mail)
    assert set(buttons) & {"Keep tickets 1 and 2", "Keep tickets 1 and 3", "Keep tickets 2 and 3"}
    page = stranger.get(buttons["Keep all 3 tickets"]).content.decode()
    assert page.count("You keep ") == 3
    stranger.post(buttons["Keep all 3 tickets"])
    assert len(log.load(game).tickets[0]) == 3


def test_below_full_privacy_a_link_shows_no_tickets_and_no_drawn_cards(
    begin: Starter, alice: Person, bob: Person, inbox: Inbox, stranger: Client, client: Client
) -> None:
    Person.objects.filter(pk=alice.pk).update(mail_privacy="counts")
    game = begin(alice, bob)
    (mail,) = inbox(alice)
    assert set(buttons_of(mail)) == {"Keep all 3 tickets"}
    path = buttons_of(mail)["Keep all 3 tickets"]
    assert "You keep" not in stranger.get(path).content.decode()
    told = stranger.post(path).content.decode()
    assert "Your move is made." in told
    assert "You kept" not in told
    client.force_login(Person.objects.get(pk=alice.pk))
    assert "You kept" in client.get(path).content.decode()
    assert len(log.load(game).tickets[0]) == 3


def test_a_mail_about_no_decision_has_no_buttons(turn: Turn, inbox: Inbox) -> None:
    game, _ = turn
    act(game, 0, Draw("blind"), Draw("blind"))
    for one in inbox():
        assert bool(buttons_of(one)) == ("bob" in str(one["To"]))


@pytest.fixture
def first_card(
    stack: Stack, begin: Starter, alice: Person, bob: Person, inbox: Inbox
) -> tuple[Game, str]:
    """Alice's first turn with a row of two whites, green, black and locomotive; "Take white"."""
    hands, row = ["red"] * 4 + ["blue"] * 4, ["white", "white", "green", "black", "locomotive"]
    stack([*hands, *row, *["pink"] * 4])
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    (mail,) = [mail for mail in inbox() if "alice" in mail["To"]]
    return game, next(p for label, p in buttons_of(mail).items() if "Take white" in label)


def seconds_on(page: str) -> dict[str, str]:
    return {label: value for value, label in re.findall(
        r'name="second" value="([^"]+)">([^<]+)<', page)}  # fmt: skip


def test_the_page_of_a_colour_offers_the_second_card_at_once(
    first_card: tuple[Game, str], stranger: Client, inbox: Inbox
) -> None:
    game, path = first_card
    before = version(game)
    seconds = seconds_on(stranger.get(path).content.decode())
    assert set(seconds) == {"Draw a card from the deck", "Take black", "Take white", "Take green"}
    assert version(game) == before
    done = stranger.post(path, {"second": seconds["Take green"]}).content.decode()
    assert "Your move is made." in done
    state = log.load(game)
    assert (state.hands[0]["white"], state.hands[0]["green"], state.turn_seat) == (1, 1, 1)
    # Pressed again, or opened again, it shows what was done.
    after = version(game)
    for answer in (stranger.post(path, {"second": "draw blind"}), stranger.get(path)):
        assert "Your move is made." in answer.content.decode()
    assert version(game) == after


@pytest.mark.parametrize("second", ["draw locomotive", "draw pink", "draw red", "pass", "keep all"])
def test_a_second_card_that_was_not_offered_makes_no_move(
    first_card: tuple[Game, str], stranger: Client, second: str
) -> None:
    game, path = first_card
    before = version(game)
    assert stranger.post(path, {"second": second}).status_code == 409
    assert version(game) == before


def test_after_the_first_card_alone_the_page_leads_to_the_second(
    first_card: tuple[Game, str], stranger: Client
) -> None:
    game, path = first_card
    page = stranger.post(path).content.decode()
    assert "Your second card" in page
    links = dict(re.findall(r'<a class="button-quiet" href="[^"]*(/do/[^"]+)">([^<]+)</a>', page))
    second = next(link for link, label in links.items() if label == "Take green")
    assert log.load(game).turn_seat == 0
    assert not seconds_on(stranger.get(second).content.decode())
    stranger.post(second)
    assert log.load(game).turn_seat == 1


def test_a_locomotive_and_two_cards_from_the_deck_have_no_second_card(
    turn: Turn, stranger: Client
) -> None:
    _game, mail = turn
    for label, path in buttons_of(mail).items():
        offered = seconds_on(stranger.get(path).content.decode())
        assert bool(offered) == ("Take " in label and "locomotive" not in label), label
