"""Tables that start from wishes: who gets a seat, who is dropped, and what is told of it."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr

import pytest

from games.accounts.closing import close_account
from games.common.errors import Refused
from games.lobby import GameOptions, create_game, join_game
from games.lobby.admission import FOR_NEWCOMERS
from games.lobby.pairing import matching
from games.lobby.pairing.models import Fate, Wish
from games.lobby.pairing.tables import pair_waiting
from games.lobby.pairing.wishes import (
    MAX_A_DAY,
    MAX_WISHES,
    WAITS_FOR,
    others_waiting,
    usual_wait,
    waiting_wishes,
    wish_for_table,
    withdraw_wish,
)
from games.notifications.models import Notice, NoticeKind
from games.people.blocks import block
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.people.traces import note_traces
from games.scheduler.retention import delete_old_rows
from games.tables.models import Game, GameStatus, Seat
from tests.conftest import words_of
from tests.fixtures.games import NOW

HOUR = timedelta(hours=1)


def wish(person: Person, *, now=NOW, **kind: object) -> Wish:
    usual = {"board": "", "seats": 2, "pace": "3-days", "rated": True}
    return wish_for_table(person=person, now=now, **{**usual, **kind})


def fate(one: Wish) -> str:
    one.refresh_from_db()
    return one.fate


def said(mails: list[EmailMessage]) -> dict[str, str]:
    """What mails say, by the address of their reader: one mail each."""
    found = {parseaddr(str(one["To"]))[1]: " ".join(words_of(one).split()) for one in mails}
    assert len(found) == len(mails)
    return found


def players(game: Game) -> set[str]:
    return {seat.person.name for seat in game.seats.all()}


def test_a_table_starts_when_enough_people_wait(alice, bob, charlie):
    wishes = [wish(one, board=board, seats=3) for one, board in [(alice, ""), (bob, "japan")]]
    assert pair_waiting(now=NOW) == 0
    wishes.append(wish(charlie, seats=3))
    assert pair_waiting(now=NOW) == 1
    game = Game.objects.get()
    assert (game.status, game.board, game.organiser) == (GameStatus.RUNNING, "japan", None)
    assert (game.days_per_turn, game.rated, game.public) == (3, True, True)
    assert players(game) == {"Alice", "Bob", "Charlie"}
    assert [fate(one) for one in wishes] == [Fate.STARTED] * 3
    assert {one.game for one in Wish.objects.all()} == {game}
    assert pair_waiting(now=NOW) == 0


def test_the_first_table_ends_the_other_wishes_and_its_mail_says_so(alice, bob, inbox):
    late = wish(alice, board="usa", pace="1-day")
    wish(alice), wish(bob)
    pair_waiting(now=NOW)
    assert fate(late) == Fate.OTHER_STARTED
    texts = said(inbox())
    assert set(texts) == {alice.email, bob.email}
    for text in texts.values():
        assert "The game has begun." in text
        assert "This is the table you were waiting for." in text
        assert "If you were waiting for others too, you no longer are." in text


def test_the_same_wish_again_is_renewed_and_not_a_second_one(alice):
    first = wish(alice)
    again = wish(alice, now=NOW + timedelta(days=3))
    assert first == again
    assert again.ends_at == NOW + timedelta(days=3) + WAITS_FOR
    assert again.made_at == NOW


def test_a_wish_ends_after_a_week_of_silence(alice, bob):
    one = wish(alice)
    wish(bob, now=NOW + WAITS_FOR)
    assert pair_waiting(now=NOW + WAITS_FOR) == 0
    assert fate(one) == Fate.EXPIRED
    assert not Notice.objects.exists()


def test_a_wish_can_be_withdrawn_once(alice, bob):
    one = wish(alice)
    with pytest.raises(Refused):
        withdraw_wish(wish=one, person=bob, now=NOW)
    withdraw_wish(wish=one, person=alice, now=NOW)
    assert fate(one) == Fate.WITHDRAWN
    with pytest.raises(Refused, match="no longer waiting"):
        withdraw_wish(wish=one, person=alice, now=NOW)
    wish(bob)
    assert pair_waiting(now=NOW) == 0


@pytest.mark.parametrize(
    ("kind", "refusal"),
    [
        ({"board": "atlantis"}, "There is no board"),
        ({"board": "lantern-island", "seats": 5}, "takes 2 or 3 players"),
        ({"seats": 9}, "Choose the number of players"),
        ({"pace": "1-second"}, "Choose the number of players and the time for a turn"),
    ],
)
def test_a_wish_is_for_a_table_that_can_be_played(alice, kind, refusal):
    with pytest.raises(Refused, match=refusal):
        wish(alice, **kind)


def test_nobody_waits_in_more_than_five_queues_or_asks_all_day(alice):
    kinds = [{"seats": seats, "rated": rated} for seats in (2, 3, 4) for rated in (True, False)]
    for kind in kinds[:MAX_WISHES]:
        wish(alice, **kind)
    with pytest.raises(Refused, match="You are waiting for 5 tables"):
        wish(alice, **kinds[5])
    for _again in range(MAX_A_DAY - MAX_WISHES):
        withdraw_wish(wish=waiting_wishes()[0], person=alice, now=NOW)
        wish(alice, **next(kind for kind in kinds if not waiting_wishes().filter(**kind)))
    withdraw_wish(wish=waiting_wishes()[0], person=alice, now=NOW)
    with pytest.raises(Refused, match="30 tables today"):
        wish(alice, board="usa")
    wish(alice, board="usa", now=NOW + timedelta(days=1))


def test_bot_accounts_and_suspended_people_do_not_wait(alice, bob):
    Person.objects.filter(pk=alice.pk).update(bot_since=NOW)
    with pytest.raises(Refused, match="Bot accounts are not paired"):
        wish(alice)
    Sanction.objects.create(person=bob, kind=SanctionKind.SUSPENSION, at=NOW)
    with pytest.raises(Refused, match="may not start new games"):
        wish(bob)


@pytest.mark.parametrize("turned", [False, True])
def test_a_block_in_either_direction_keeps_two_people_apart(alice, bob, charlie, turned):
    block(person=bob if turned else alice, other=alice if turned else bob, now=NOW)
    wish(alice, rated=False), wish(bob, rated=False)
    assert pair_waiting(now=NOW + timedelta(days=5)) == 0
    wish(charlie, rated=False)
    assert pair_waiting(now=NOW + timedelta(days=5)) == 1
    assert players(Game.objects.get()) == {"Alice", "Charlie"}


def test_people_of_one_network_meet_in_unrated_games_alone(alice, bob):
    for person in (alice, bob):
        note_traces(person=person, device="", address="93.184.216.34", now=NOW)
        wish(person)
    assert pair_waiting(now=NOW + timedelta(days=5)) == 0
    wish(alice, rated=False), wish(bob, rated=False)
    assert pair_waiting(now=NOW + timedelta(days=5)) == 1
    assert not Game.objects.get().rated


def test_a_block_made_while_the_table_is_about_to_start_counts(alice, bob, monkeypatch):
    """As if it came after the wishes were read, and before the people were locked."""
    wish(alice), wish(bob)
    find = matching.pair

    def block_meanwhile(*args, **known):
        found = find(*args, **known)
        block(person=bob, other=alice, now=NOW)
        return found

    monkeypatch.setattr("games.lobby.pairing.tables.pair", block_meanwhile)
    assert pair_waiting(now=NOW) == 0
    assert not Game.objects.exists()
    assert waiting_wishes().count() == 2
    assert not Notice.objects.exists()


def test_a_wish_withdrawn_while_the_table_is_about_to_start_starts_none(alice, bob, monkeypatch):
    mine = wish(alice)
    wish(bob)
    find = matching.pair

    def withdraw_meanwhile(*args, **known):
        if found := find(*args, **known):
            withdraw_wish(wish=mine, person=alice, now=NOW)
        return found

    monkeypatch.setattr("games.lobby.pairing.tables.pair", withdraw_meanwhile)
    assert pair_waiting(now=NOW) == 0
    assert not Game.objects.exists()
    assert fate(mine) == Fate.WITHDRAWN


def full(person: Person, people) -> None:
    """Let somebody new hold as many seats of the lobby as they may."""
    for number in range(FOR_NEWCOMERS):
        host = people(f"Host-{'abcdef'[number]}")
        game = create_game(organiser=host, options=GameOptions(board="usa", seats=3), now=NOW)
        join_game(game=game, person=person, now=NOW)


def test_waiting_takes_no_seat_and_the_table_does(alice, bob):
    wish(alice)
    assert not Seat.objects.exists()
    wish(bob)
    pair_waiting(now=NOW)
    assert set(Seat.objects.values_list("from_lobby", flat=True)) == {True}


def test_who_may_hold_no_more_seats_is_dropped_and_told_and_the_others_are_paired(
    alice, bob, charlie, people, inbox
):
    mine = [wish(alice), wish(alice, board="usa", rated=False)]
    wish(bob), wish(charlie)
    full(alice, people)
    assert pair_waiting(now=NOW) == 1
    assert [fate(one) for one in mine] == [Fate.NO_SEAT_LEFT] * 2
    assert players(Wish.objects.get(person=bob).game) == {"Bob", "Charlie"}
    text = said(inbox(alice))[alice.email]
    assert "You are no longer waiting for a table." in text
    assert "you hold as many seats as you may; finish a game first" in text
    assert "/lobby/waiting/" in text


def test_who_was_suspended_meanwhile_is_dropped_and_told(alice, bob, inbox):
    mine = wish(alice)
    wish(bob)
    Sanction.objects.create(person=alice, kind=SanctionKind.SUSPENSION, at=NOW)
    assert pair_waiting(now=NOW) == 0
    assert fate(mine) == Fate.MAY_NOT_PLAY
    assert "you may not start new games for now" in said(inbox())[alice.email]


def test_a_wish_for_a_board_that_is_gone_ends_and_the_others_go_on(alice):
    mine, other = wish(alice), wish(alice, board="usa")
    Wish.objects.filter(pk=other.pk).update(board="atlantis")
    assert pair_waiting(now=NOW) == 0
    assert (fate(mine), fate(other)) == ("", Fate.NO_SUCH_TABLE)


def test_an_account_that_is_closed_waits_in_no_queue(alice, bob):
    for seats in (2, 3, 4, 5):
        wish(alice, seats=seats)
    wish(alice, rated=False)
    wish(bob)
    close_account(person=alice, now=NOW)
    assert pair_waiting(now=NOW) == 0
    assert list(Wish.objects.values_list("person", flat=True)) == [bob.pk]


def test_an_account_that_closes_while_its_table_is_about_to_start_gets_none(
    alice, bob, monkeypatch
):
    wish(alice), wish(bob)
    find = matching.pair

    def close_meanwhile(*args, **known):
        found = find(*args, **known)
        if found:
            close_account(person=alice, now=NOW)
        return found

    monkeypatch.setattr("games.lobby.pairing.tables.pair", close_meanwhile)
    assert pair_waiting(now=NOW) == 0
    assert not Game.objects.exists()
    assert not Notice.objects.filter(kind=NoticeKind.PAIRING).exists()


def test_fewer_than_three_others_are_not_counted(alice, people, bob):
    mine = wish(alice, board="usa", seats=5)
    for name in ("Erin", "Frank"):
        wish(people(name), seats=5)
    wish(bob, board="japan", seats=5), wish(bob, seats=4)
    assert others_waiting(mine, now=NOW) == 0
    third = people("Grace")
    wish(third, board="usa", seats=5), wish(third, seats=5)
    assert others_waiting(mine, now=NOW) == 3
    block(person=third, other=alice, now=NOW)
    assert others_waiting(mine, now=NOW) == 3, "a block is not told"


def test_the_usual_wait_is_a_median_of_at_least_six_people(alice, people):
    mine = wish(alice)
    for number, hours in enumerate((1, 2, 3, 5, 8)):
        got = wish(people(f"Guest-{'abcdefgh'[number]}"), now=NOW - timedelta(days=1))
        Wish.objects.filter(pk=got.pk).update(
            fate=Fate.STARTED, ended_at=got.made_at + timedelta(hours=hours)
        )
    assert usual_wait(mine, now=NOW) is None
    last = wish(people("Zoe"), now=NOW - timedelta(days=1))
    Wish.objects.filter(pk=last.pk).update(fate=Fate.STARTED, ended_at=last.made_at + 3 * HOUR)
    assert usual_wait(mine, now=NOW) == 3 * HOUR
    assert usual_wait(mine, now=NOW + timedelta(days=60)) is None
    assert usual_wait(wish(alice, rated=False), now=NOW) is None


def test_old_wishes_are_deleted_and_those_that_wait_are_not(alice):
    old, waits = wish(alice), wish(alice, seats=3)
    withdraw_wish(wish=old, person=alice, now=NOW)
    delete_old_rows(now=NOW + timedelta(days=89))
    assert Wish.objects.count() == 2
    delete_old_rows(now=NOW + timedelta(days=91))
    assert list(Wish.objects.all()) == [waits]
