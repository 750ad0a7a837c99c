from __future__ import annotations

from datetime import timedelta

import pytest

from games.common.errors import Refused
from games.leagues.models import Division, Entry
from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.moderation.models import AuditEntry, Reason
from games.moderation.roles import NotAllowed
from games.moderation.sanctions import ban, lift, mute, suspend, warn
from games.moderation.undo import undo
from games.people.models import Person
from games.people.sanctions import Sanction, is_muted, is_suspended, sanctions_in_force
from games.plans.models import SeatPlan
from games.tables.models import Game, PlanChoice, Seat
from games.talk.messages import post_message
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, text_of
from tests.fixtures.orders import seat_of
from tests.games.moderation.conftest import DAY, WHY
from tests.games.plans.test_follow_plan import CONNECT, leave_plan

ACTIONS = [warn, mute, suspend, ban]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_sanction_is_in_the_audit_log_and_in_notices_with_its_reason(
    action, mona: Person, bob: Person, inbox: Inbox
) -> None:
    action(actor=mona, person=bob, reason=WHY, now=NOW)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.subject, entry.role) == (mona, bob, "moderator")
    assert Reason.objects.get(digest=entry.reason).text == WHY
    [mail] = inbox(bob)
    assert WHY in text_of(mail)
    assert "moderator" in text_of(mail)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001])
def test_nothing_happens_without_a_reason(action, mona: Person, bob: Person, reason: str) -> None:
    with pytest.raises(Refused, match="reason"):
        action(actor=mona, person=bob, reason=reason, now=NOW)
    assert not AuditEntry.objects.exists()
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("action", ACTIONS)
def test_who_is_no_moderator_sanctions_nobody(
    action, erin: Person, frank: Person, alice: Person, bob: Person, league_game: Game
) -> None:
    for actor in (erin, frank, alice):
        with pytest.raises(NotAllowed):
            action(actor=actor, person=bob, reason=WHY, now=NOW)
    assert not Sanction.objects.exists()


def test_a_director_warns_those_who_play_in_the_league(
    league_game: Game, erin: Person, bob: Person, charlie: Person
) -> None:
    warn(actor=erin, person=bob, game=league_game, reason=WHY, now=NOW)
    with pytest.raises(NotAllowed, match="does not play"):
        warn(actor=erin, person=charlie, game=league_game, reason=WHY, now=NOW)
    assert [row.person for row in Sanction.objects.all()] == [bob]


@pytest.mark.parametrize("action", ACTIONS)
def test_nobody_sanctions_themselves_or_who_is_above_them(
    action, mona: Person, nora: Person, adam: Person
) -> None:
    with pytest.raises(NotAllowed, match="yourself"):
        action(actor=mona, person=mona, reason=WHY, now=NOW)
    with pytest.raises(NotAllowed, match="Only an administrator"):
        action(actor=mona, person=adam, reason=WHY, now=NOW)
    action(actor=adam, person=nora, reason=WHY, now=NOW)


def test_a_mute_ends_by_itself_or_is_lifted(game: Game, mona: Person, bob: Person) -> None:
    mute(actor=mona, person=bob, reason=WHY, until=NOW + DAY, now=NOW)
    with pytest.raises(Refused, match="not allowed to write"):
        post_message(game=game, person=bob, text="hello", now=NOW)
    assert not is_muted(bob, now=NOW + DAY)
    lift(actor=mona, sanction=Sanction.objects.get(), reason="It was a mistake.", now=NOW)
    post_message(game=game, person=bob, text="hello", now=NOW)
    with pytest.raises(Refused, match="no longer in force"):
        lift(actor=mona, sanction=Sanction.objects.get(), reason=WHY, now=NOW)


def test_the_same_sanction_holds_once(mona: Person, bob: Person) -> None:
    mute(actor=mona, person=bob, reason=WHY, now=NOW)
    with pytest.raises(Refused, match="already"):
        mute(actor=mona, person=bob, reason=WHY, until=NOW + DAY, now=NOW)
    with pytest.raises(Refused, match="before the beginning"):
        suspend(actor=mona, person=bob, reason=WHY, until=NOW, now=NOW)


def test_who_is_suspended_plays_on_and_begins_nothing(
    game: Game, mona: Person, alice: Person, bob: Person, charlie: Person
) -> None:
    suspend(actor=mona, person=bob, reason=WHY, now=NOW)
    assert is_suspended(bob, now=NOW)
    assert game.seats.filter(person=bob, open_since=None).exists()
    with pytest.raises(Refused, match="start new games"):
        create_game(organiser=bob, options=GameOptions(board="usa", seats=2), now=NOW)
    table = create_game(organiser=charlie, options=GameOptions(board="usa", seats=2), now=NOW)
    with pytest.raises(Refused, match="start new games"):
        join_game(game=table, person=bob, now=NOW)


def test_a_ban_deletes_nothing_and_looks_for_substitutes(
    league_game: Game,
    begin: Starter,
    division: Division,
    mona: Person,
    alice: Person,
    bob: Person,
    charlie: Person,
) -> None:
    """18xx: a ban deleted the games of the banned, and punished the others."""
    other = begin(bob, charlie, board="japan")
    keep_all(other, 0, 1)
    post_message(game=league_game, person=bob, text="hello", now=NOW)
    before = {*Event.objects.values_list("hash", flat=True)}
    counts = [model.objects.count() for model in (Game, Seat, Entry, Person)]
    ban(actor=mona, person=bob, reason=WHY, now=NOW)
    assert [model.objects.count() for model in (Game, Seat, Entry, Person)] == counts
    assert before <= {*Event.objects.values_list("hash", flat=True)}
    assert league_game.messages.get().text == "hello"
    seats = Seat.objects.filter(person=bob, game__status="running")
    assert seats.count() == 2
    assert not seats.filter(open_since=None).exists()
    assert Entry.objects.get(person=bob).status == "withdrawn"
    assert {game.status for game in Game.objects.all()} == {"running"}


def test_who_is_banned_is_signed_out_and_cannot_sign_in(
    mona: Person, bob: Person, browse, client
) -> None:
    browser = browse(bob)
    assert browser.get("/settings/").status_code == 200
    ban(actor=mona, person=bob, reason=WHY, now=NOW)
    assert sanctions_in_force(bob, now=NOW).filter(kind="ban").exists()
    assert browser.get("/settings/").status_code == 302
    client.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    assert client.get("/settings/").status_code == 302
    lift(actor=mona, sanction=Sanction.objects.get(), reason=WHY, now=NOW)
    client.post("/accounts/login/", {"login": bob.email, "password": PASSWORD})
    assert client.get("/settings/").status_code == 200


def test_a_ban_gives_up_the_tables_in_the_lobby(mona: Person, bob: Person, charlie: Person) -> None:
    mine = create_game(organiser=bob, options=GameOptions(board="usa", seats=2), now=NOW)
    theirs = create_game(organiser=charlie, options=GameOptions(board="usa", seats=3), now=NOW)
    join_game(game=theirs, person=bob, now=NOW)
    ban(actor=mona, person=bob, reason=WHY, now=NOW)
    mine.refresh_from_db()
    assert mine.status == "cancelled"
    assert [seat.person for seat in theirs.seats.all()] == [charlie]


def test_a_ban_deletes_the_plans_of_the_banned_alone(
    begin: Starter, mona: Person, bob: Person, charlie: Person
) -> None:
    game = begin(bob, charlie)
    Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
    keep_all(game, 0, 1)
    for person in (charlie, bob):
        leave_plan(CONNECT, seat_of(game, person))
    ban(actor=mona, person=bob, reason=WHY, now=NOW)
    assert [plan.person for plan in SeatPlan.objects.all()] == [charlie]
    seat = Seat.objects.get(person=bob)
    assert (seat.plan_delay, seat.plan_due_at) == (None, None)


def test_undoing_a_sanction_lifts_it_and_is_written_down_itself(mona: Person, bob: Person) -> None:
    entry = suspend(actor=mona, person=bob, reason=WHY, now=NOW)
    undone = undo(actor=mona, entry=entry, reason="The wrong one.", now=NOW + timedelta(hours=1))
    assert not is_suspended(bob, now=NOW)
    assert undone.undoes == entry
    assert AuditEntry.objects.count() == 2
    with pytest.raises(Refused, match="cannot be undone"):
        undo(actor=mona, entry=entry, reason=WHY, now=NOW)
