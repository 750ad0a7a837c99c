"""Bot accounts on pages, by mail and by link: shown as what they are, and kept from playing."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from django.test import Client

from engine import actions
from games import log
from games.absence.substitution import open_seat
from games.common.errors import Refused
from games.inbound.models import InboundOutcome
from games.inbound.receiving import receive
from games.lobby import (
    GameOptions,
    create_game,
    invite_bot_account,
    join_game,
    remove_player,
    take_open_seat,
)
from games.lobby.models import BotInvitation
from games.notifications.mail.buttons import ActionLink, make_action_token
from games.notifications.mail.return_addresses import (
    reply_address,
    store_reply_token,
    turn_reply_token,
)
from games.people.models import Person
from games.tables.models import Game, Seat
from games.votes.models import VoteKind, VoteOutcome
from games.votes.voting import propose_vote
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox
from tests.fixtures.pages import Browse

REFUSED = "This is a bot account: it plays through the API only."
TWO = GameOptions(board="usa", seats=2)


@pytest.fixture
def against(begin: Starter, alice: Person, robby: Person) -> Game:
    """Alice against Robby, whose turn it is."""
    game = begin(alice, robby, bot_accounts=True)
    keep_all(game, 0, 1)
    act(game, 0, actions.Draw("blind"), actions.Draw("blind"))
    return game


def test_a_bot_account_changes_nothing_on_pages_but_its_own_affairs(
    browse: Browse, against: Game, robby: Person, alice: Person
) -> None:
    client, before = browse(robby), log.load(against).seq
    table = create_game(organiser=alice, options=replace(TWO, bot_accounts=True), now=NOW)
    for path in (
        f"/games/{against.code}/move/", f"/games/{against.code}/talk/", "/lobby/new/",
        f"/games/{table.code}/join/", "/lobby/bots/usa/", "/people/Alice/follow/",
        "/people/groups/", "/learn/usa/", f"/games/{against.code}/votes/",
    ):  # fmt: skip
        answer = client.post(path)
        assert answer.status_code in (403, 404, 405), path
    answer = client.post(f"/games/{table.code}/join/")
    assert answer.status_code == 403
    assert REFUSED in answer.content.decode()
    assert log.load(against).seq == before
    assert client.post("/settings/theme/", {"theme": "dark"}).status_code == 302
    assert client.post("/people/Alice/block/").status_code == 302
    assert REFUSED in client.get(f"/games/{against.code}/").content.decode()
    assert REFUSED not in browse(alice).get(f"/games/{against.code}/").content.decode()


def test_no_mail_asks_a_bot_account_and_none_is_an_answer(
    against: Game, robby: Person, inbox: Inbox
) -> None:
    assert inbox(robby) == []
    seat = Seat.objects.get(game=against, person=robby)
    assert seat.decision is not None
    token = turn_reply_token(seat)
    store_reply_token(token=token, person=robby, seat=seat, decision=seat.decision, now=NOW)
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = robby.email, reply_address(token)
    message["Message-ID"] = "<1@robot.example>"
    message.set_content("draw blind blind")
    taken = receive(raw=message.as_bytes(), recipient=reply_address(token), now=NOW)
    assert taken.outcome == InboundOutcome.ILLEGAL
    (answer,) = inbox(robby)
    body = answer.get_body(("plain",))  # type: ignore[attr-defined]
    assert REFUSED in body.get_content()
    seat.refresh_from_db()
    assert seat.decision is not None


def test_a_prepared_link_makes_no_move_of_a_bot_account(against: Game, robby: Person) -> None:
    seat = Seat.objects.get(game=against, person=robby)
    assert seat.decision is not None
    link = ActionLink(robby.pk, against.code, seat.decision, "draw blind blind")
    answer = Client().post(f"/do/{make_action_token(link)}/")
    assert answer.status_code == 422
    seat.refresh_from_db()
    assert seat.decision == link.decision


def test_everybody_reads_that_it_is_a_bot_account(
    browse: Browse, against: Game, alice: Person, robby: Person
) -> None:
    page = browse(alice).get(f"/games/{against.code}/").content.decode()
    assert "Robby (bot account)" in page
    player = Client().get("/people/Robby/").content.decode()
    assert "It is run by Bob, bob.example." in player
    listed = Client().get("/bot-accounts/").content.decode()
    assert "Robby" in listed
    assert "Bob, bob.example" in listed
    for path in ("/bot-accounts/ranking/", "/bot-accounts/ranking/usa/"):
        assert "Ranking of bot accounts" in Client().get(path).content.decode()
    assert Client().get("/bot-accounts/ranking/mars/").status_code == 404
    with_name = browse(robby).get("/settings/tokens/").content.decode()
    assert "This is a bot account" in with_name


def test_people_alone_vote_and_end_no_game_over_a_bot_account(
    against: Game, alice: Person, robby: Person
) -> None:
    vote = propose_vote(game=against, person=alice, kind=VoteKind.PAUSE, data={"days": 7}, now=NOW)
    vote.refresh_from_db()
    assert vote.outcome == VoteOutcome.CARRIED
    with pytest.raises(Refused, match="bot account"):
        propose_vote(game=against, person=robby, kind=VoteKind.RESUME, data={}, now=NOW)
    Game.objects.filter(pk=against.pk).update(paused_at=None, rated=False)
    against.refresh_from_db()
    with pytest.raises(Refused, match="cannot be ended by a vote"):
        propose_vote(game=against, person=alice, kind=VoteKind.END, data={}, now=NOW)


def test_a_bot_account_is_a_substitute_only_where_the_table_admits_it(
    begin: Starter, alice: Person, bob: Person, robby: Person
) -> None:
    closed, admits = begin(alice, bob), begin(alice, bob, bot_accounts=True)
    for game in (closed, admits):
        open_seat(game=game, seat=1, actor="clock", now=NOW)
    with pytest.raises(Refused, match="does not admit bot accounts"):
        take_open_seat(game=closed, seat=1, person=robby, now=NOW)
    take_open_seat(game=admits, seat=1, person=robby, now=NOW)
    admits.refresh_from_db()
    assert admits.with_bot_account
    assert not Game.objects.get(pk=closed.pk).with_bot_account


def test_the_organiser_invites_a_bot_account_in_the_lobby(
    browse: Browse, alice: Person, bob: Person, robby: Person
) -> None:
    game = create_game(organiser=alice, options=replace(TWO, seats=3), now=NOW)
    path = f"/games/{game.code}/invite-bot/"
    assert browse(bob).post(path, {"name": "Robby"}).status_code == 302
    assert not BotInvitation.objects.exists()
    answer = browse(alice).post(path, {"name": " Robby "}, follow=True).content.decode()
    assert "The bot account is invited." in answer
    assert BotInvitation.objects.get().bot == robby
    # To others at the table it is not said.
    join_game(game=game, person=bob, now=NOW)
    assert "Name of a bot account" not in browse(bob).get("/lobby/").content.decode()


def test_a_bot_account_that_was_removed_waits_for_another_invitation(
    alice: Person, robby: Person
) -> None:
    game = create_game(organiser=alice, options=replace(TWO, seats=3), now=NOW)
    invite_bot_account(game=game, organiser=alice, name="Robby", now=NOW)
    join_game(game=game, person=robby, now=NOW)
    remove_player(game=game, organiser=alice, seat=1, now=NOW)
    with pytest.raises(Refused, match="freed your seat"):
        join_game(game=game, person=robby, now=NOW)
    invite_bot_account(game=game, organiser=alice, name="Robby", now=NOW)
    join_game(game=game, person=robby, now=NOW)
    assert game.seats.filter(person=robby).exists()


def test_a_table_that_admits_bot_accounts_says_so_and_is_found(
    browse: Browse, alice: Person, bob: Person
) -> None:
    create_game(organiser=alice, options=replace(TWO, bot_accounts=True, name="Open"), now=NOW)
    create_game(organiser=alice, options=replace(TWO, name="Closed"), now=NOW)
    found = browse(bob).get("/lobby/?bot_accounts=yes").content.decode()
    assert "Open" in found
    assert "bot accounts may join" in found
    assert ">Closed<" not in found
    found = browse(bob).get("/lobby/?bot_accounts=no").content.decode()
    assert ">Open<" not in found
    assert ">Closed<" in found


def test_the_page_of_the_settings_asks_for_the_password_and_the_name(
    browse: Browse, alice: Person
) -> None:
    client, path = browse(alice), "/settings/bot/"
    form = {"run_by": "Ann", "name": "Alice"}
    assert client.post(path, form).url.startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.post(path, {**form, "name": "Alicia"}).status_code == 422
    assert client.post(path, {**form, "run_by": "A"}).status_code == 422
    assert client.post(path, {**form, "run_by": "Night Mail Staff"}).status_code == 422
    alice.refresh_from_db()
    assert not alice.is_bot_account
    assert client.post(path, form).status_code == 302
    assert client.post(path, {"run_by": "Zoe"}).status_code == 302
    alice.refresh_from_db()
    assert alice.is_bot_account
    assert alice.run_by == "Zoe"


def test_who_has_played_reads_why_the_account_stays_a_persons(
    browse: Browse, alice: Person
) -> None:
    create_game(organiser=alice, options=TWO, now=NOW)
    client = browse(alice)
    client.get("/settings/bot/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    answer = client.post("/settings/bot/", {"run_by": "Ann", "name": "Alice"})
    assert answer.status_code == 422
    assert "Only a new account can become a bot account" in answer.content.decode()
