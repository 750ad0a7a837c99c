"""A player whose seat the organiser freed comes back only when the organiser invites them."""

from __future__ import annotations

import pytest

from games.absence.substitution import open_seat
from games.lobby import GameOptions, create_game, join_game, play_again, remove_player
from games.lobby.groups.groups import found_group
from games.lobby.groups.members import accept_invitation, invite_member
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.fixtures.mail import prose_of

SENTENCE = "The organiser has freed your seat at this table"


@pytest.fixture
def table(alice, bob) -> Game:
    """Alice's public table, from which she has removed Bob."""
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=NOW)
    join_game(game=game, person=bob, now=NOW)
    remove_player(game=game, organiser=alice, seat=1, now=NOW)
    game.refresh_from_db()
    return game


def sits(game: Game, person) -> bool:
    return game.seats.filter(person=person).exists()


def test_neither_the_lobby_nor_a_link_lets_a_removed_player_back(table, browse, bob, dana):
    for path in (f"/games/{table.code}/join/", f"/join/{table.invitation}/"):
        answer = browse(bob).post(path, {})
        assert answer.status_code == 409
        assert SENTENCE in answer.content.decode()
    assert not sits(table, bob)
    browse(dana).post(f"/games/{table.code}/join/", {})
    assert sits(table, dana)


def test_a_removed_player_takes_no_open_seat_of_the_game_either(table, browse, bob, charlie, dana):
    for person in (charlie, dana):
        join_game(game=table, person=person, now=NOW)
    open_seat(game=table, seat=1, actor="director", now=NOW)
    answer = browse(bob).post(f"/games/{table.code}/seats/1/take/")
    assert answer.status_code == 409
    assert SENTENCE in answer.content.decode()
    assert not sits(table, bob)


def test_the_organiser_sees_who_was_removed_and_invites_them_again(
    table, browse, alice, bob, charlie, inbox
):
    path = f"/games/{table.code}/invite-again/"
    assert path not in browse(charlie).get("/lobby/").content.decode()
    refusal = browse(charlie).post(path, {"name": "Bob"}, follow=True).content.decode()
    assert "Only the organiser can invite somebody again." in refusal
    assert browse(bob).post(f"/games/{table.code}/join/", {}).status_code == 409
    assert path in browse(alice).get("/lobby/").content.decode()
    page = browse(alice).post(path, {"name": "Bob"}, follow=True).content.decode()
    assert "Bob can join the table again." in page
    assert path not in page
    (mail,) = inbox()
    assert "Alice invites you to a table" in prose_of(mail)
    browse(bob).post(f"/games/{table.code}/join/", {})
    assert sits(table, bob)


@pytest.mark.parametrize(("by_organiser", "joins"), [(True, True), (False, False)])
def test_of_invitations_by_mail_only_the_organisers_counts(
    table, alice, bob, charlie, invite_to, post, send, by_organiser, joins
):
    join_game(game=table, person=charlie, now=NOW)
    invite_to(bob.email, game=table, by=alice if by_organiser else charlie)
    (mail,) = post(bob.email)
    send(mail, "join")
    assert sits(table, bob) is joins


def test_a_table_of_a_group_and_a_rematch_stay_closed_too(browse, begin, alice, bob):
    group = found_group(owner=alice, name="Night owls", now=NOW)
    invite_member(group=group, owner=alice, person=bob, now=NOW)
    accept_invitation(group=group, person=bob, now=NOW)
    options = GameOptions(board="usa", seats=3)
    of_group = create_game(organiser=alice, options=options, group=group, now=NOW)
    join_game(game=of_group, person=bob, now=NOW)
    remove_player(game=of_group, organiser=alice, seat=1, now=NOW)
    browse(bob).post(f"/games/{of_group.code}/join/", {})
    assert not sits(of_group, bob)

    played = begin(alice, bob)
    Game.objects.filter(pk=played.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
    rematch = play_again(game=played, person=alice, now=NOW)
    Game.objects.filter(pk=rematch.pk).update(seat_count=3)
    play_again(game=played, person=bob, now=NOW)
    remove_player(game=rematch, organiser=alice, seat=1, now=NOW)
    assert (
        SENTENCE in browse(bob).post(f"/games/{played.code}/again/", follow=True).content.decode()
    )
    assert not sits(rematch, bob)


def test_a_mail_about_the_table_that_has_not_left_stays_away(table, bob, alice, inbox):
    data = {"table": table.pk, "by": alice.pk}
    outbox.notify(person=bob, kind=NoticeKind.TABLE, topic="tables", data=data, now=NOW)
    assert inbox() == []
