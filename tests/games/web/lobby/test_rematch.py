"""Play again: the same people, board and options, in one press."""

from __future__ import annotations

import pytest

from games.lobby import cancel_game, play_again
from games.notifications.models import Notice, NoticeKind
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.fixtures.mail import prose_of


@pytest.fixture
def played(begin, alice, bob, inbox) -> Game:
    """A finished game of Alice and Bob."""
    game = begin(alice, bob, days_per_turn=2, weekends_off=True, name="Friday night", plans="off",
                 plan_pace="hour")  # fmt: skip
    Game.objects.update(status=GameStatus.FINISHED, ended_at=NOW)
    game.seats.update(decision=None, due_at=None)
    inbox()
    game.refresh_from_db()
    return game


def again(browse, person, game: Game) -> str:
    answer = browse(person).post(f"/games/{game.code}/again/", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_first_opens_a_table_like_the_last_one_and_the_second_starts_it(
    played, browse, alice, bob
):
    assert "It begins when the others have joined" in again(browse, bob, played)
    rematch = Game.objects.get(rematch_of=played)
    assert (rematch.status, rematch.organiser, rematch.public) == ("open", bob, False)
    assert (rematch.name, rematch.days_per_turn, rematch.weekends_off) == ("Friday night", 2, True)
    assert (rematch.plans, rematch.plan_pace) == ("off", "hour")
    again(browse, alice, played)
    rematch.refresh_from_db()
    assert rematch.status == "running"
    assert {seat.person for seat in rematch.seats.all()} == {alice, bob}


def test_the_other_is_told_by_mail_and_joins_from_there(played, browse, alice, bob, inbox):
    again(browse, alice, played)
    rematch = Game.objects.get(rematch_of=played)
    (mail,) = inbox()
    assert "bob" in mail["To"]
    assert mail["Subject"] == "[Night Mail] USA · Friday night"
    assert "Alice would like to play again." in prose_of(mail)
    assert f"/join/{rematch.invitation}/" in prose_of(mail)
    browse(bob).post(f"/join/{rematch.invitation}/")
    rematch.refresh_from_db()
    assert rematch.status == "running"


def test_the_mail_stays_away_once_the_other_has_joined_or_the_table_is_cancelled(
    played, browse, alice, bob, inbox
):
    rematch = play_again(game=played, person=alice, now=NOW)
    cancel_game(game=rematch, person=alice, now=NOW)
    assert inbox() == []
    play_again(game=played, person=alice, now=NOW)
    play_again(game=played, person=bob, now=NOW)
    assert [mail for mail in inbox() if "would like to play" in prose_of(mail)] == []


def test_pressing_twice_opens_one_table(played, browse, alice):
    again(browse, alice, played)
    again(browse, alice, played)
    assert Game.objects.filter(organiser=alice, status="open").count() == 1
    assert Notice.objects.filter(kind=NoticeKind.REMATCH).count() == 1


def test_a_cancelled_rematch_leaves_room_for_another(played, alice, bob):
    first = play_again(game=played, person=alice, now=NOW)
    cancel_game(game=first, person=alice, now=NOW)
    second = play_again(game=played, person=bob, now=NOW)
    assert second != first
    assert Game.objects.get(rematch_of=played) == second


def test_against_bots_alone_it_begins_at_once(begin, browse, alice):
    game = begin(alice, bots=["random"], board="japan")
    Game.objects.update(status=GameStatus.FINISHED, ended_at=NOW)
    again(browse, alice, game)
    rematch = Game.objects.get(rematch_of=game)
    assert (rematch.status, rematch.board) == ("running", "japan")
    assert [seat.bot for seat in rematch.seats.order_by("number")] == ["", "random"]


def test_there_is_none_before_the_end_nor_for_strangers_nor_by_a_link(
    begin, browse, alice, bob, charlie, played
):
    running = begin(alice, bob)
    assert "once a game has been played to its end" in again(browse, alice, running)
    assert "Only players who were there at the end" in again(browse, charlie, played)
    assert browse(alice).get(f"/games/{played.code}/again/").status_code == 405
    assert not Game.objects.filter(rematch_of__isnull=False).exists()


def test_who_comes_when_it_has_begun_with_somebody_else_reads_so(
    played, browse, alice, bob, charlie
):
    rematch = play_again(game=played, person=alice, now=NOW)
    browse(charlie).post(f"/join/{rematch.invitation}/")
    assert "has begun without you" in again(browse, bob, played)
    assert not rematch.seats.filter(person=bob).exists()


def test_a_closed_account_is_not_asked_and_the_table_can_be_filled_by_the_link(
    played, browse, alice, bob
):
    bob.is_active = False
    bob.save()
    again(browse, alice, played)
    assert not Notice.objects.filter(kind=NoticeKind.REMATCH).exists()
    assert Game.objects.get(rematch_of=played).status == "open"


def sanction(person, kind: SanctionKind) -> None:
    Sanction.objects.create(person=person, kind=kind, at=NOW)


def test_who_may_not_start_games_reads_so_and_the_other_can_fill_the_table(
    played, browse, alice, bob, charlie
):
    sanction(bob, SanctionKind.SUSPENSION)
    assert "may not start new games" in again(browse, bob, played)
    assert not Game.objects.filter(rematch_of=played).exists()
    again(browse, alice, played)
    assert not Notice.objects.filter(kind=NoticeKind.REMATCH).exists()
    rematch = Game.objects.get(rematch_of=played)
    assert "may not start new games" in again(browse, bob, played)
    assert [seat.person for seat in rematch.seats.all()] == [alice]
    browse(charlie).post(f"/join/{rematch.invitation}/")
    rematch.refresh_from_db()
    assert rematch.status == "running"


def test_who_left_the_game_to_a_bot_has_no_rematch_and_the_bot_plays_again(
    played, browse, alice, bob
):
    played.seats.filter(person=bob).update(person=None, bot="random")
    again(browse, alice, played)
    rematch = Game.objects.get(rematch_of=played)
    assert (rematch.status, rematch.rated) == ("running", False)
    assert [seat.bot for seat in rematch.seats.order_by("number")] == ["", "random"]
    assert not Notice.objects.filter(kind=NoticeKind.REMATCH).exists()
    assert "Only players who were there at the end" in again(browse, bob, played)


def test_who_left_the_game_to_a_substitute_is_not_asked(played, browse, alice, bob, charlie, inbox):
    played.seats.filter(person=bob).update(person=charlie)
    again(browse, alice, played)
    (mail,) = inbox()
    assert "charlie" in mail["To"]
    again(browse, charlie, played)
    assert Game.objects.get(rematch_of=played).status == "running"


def test_teams_that_were_chosen_are_chosen_anew_and_the_name_stays(begin, browse, people):
    four = [people(name) for name in ("dora", "emil", "fred", "gina")]
    game = begin(*four, board="team-asia", teams_chosen=True, name="Pairs")
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
    for person in four:
        again(browse, person, game)
    rematch = Game.objects.get(rematch_of=game)
    assert (rematch.status, rematch.teams_chosen, rematch.name) == ("running", True, "Pairs")
    teams = sorted(rematch.seats.values_list("team", flat=True))
    assert teams == [0, 0, 1, 1]


def test_a_game_of_teams_by_chance_has_a_rematch_with_bots(begin, browse, alice, bob):
    game = begin(alice, bob, bots=["random", "random"], board="team-asia")
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, ended_at=NOW)
    again(browse, alice, game)
    again(browse, bob, game)
    rematch = Game.objects.get(rematch_of=game)
    assert rematch.status == "running"
    assert [bool(seat.bot) for seat in rematch.seats.order_by("number")] == [
        False,
        False,
        True,
        True,
    ]


def test_a_name_that_was_removed_does_not_come_back(played, browse, alice):
    Game.objects.filter(pk=played.pk).update(name="")
    again(browse, alice, played)
    assert Game.objects.get(rematch_of=played).name == ""
