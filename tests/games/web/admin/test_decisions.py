"""Leagues, games and people in the admin: what it shows, and decisions taken there."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.plans.model import ConnectCities, Plan
from games.leagues.models import Division, Entry, EntryStatus, League, Season
from games.lobby.groups.groups import change_code, found_group
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.offices import decide_club_end
from games.moderation.roles import NotAllowed
from games.people.groups import PlayerGroup
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.plans.giving import give
from games.tables.models import Game, PlanChoice, Seat
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox, prose_of
from tests.games.moderation.conftest import DAY, adam, division, enter, erin, game, league_game

__all__ = ["adam", "division", "erin", "game", "league_game"]

HIDDEN = {
    *("hand", "order", "plan_delay", "plan_due_at", "plan_lasts", "held_until", "remind_at"),
    *("reminders", "auto_away", "present_at", "seen", "muted", "contribution", "secret", "head"),
    *("invitation", "version", "changed", "seed", "email", "password", "result", "kind"),
}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
WHY = {"reason": "Everybody asked for it.", "decide": "yes"}


@pytest.fixture
def staff(client: Client, adam: Person) -> Client:
    client.force_login(adam)
    return client


def act(client: Client, table: str, key: str, *rows: object, **words: str) -> str:
    """The page after an action on rows; without words it asks for them."""
    data = {"action": key, "_selected_action": [row.pk for row in rows], **words}  # type: ignore[attr-defined]
    answer = client.post(f"/admin/games/{table}/", data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_no_page_shows_a_field_from_which_something_hidden_follows() -> None:
    for model in (League, Season, Division, Entry, Game, Seat, Person):
        page = admin.site._registry[model]
        columns = {getattr(column, "admin_order_field", column) for column in page.list_display}
        assert HIDDEN.isdisjoint({*page.fields, *columns, *page.search_fields}), model


def test_a_game_is_paused_in_the_admin_with_a_reason(staff: Client, game: Game) -> None:
    asked = act(staff, "game", "pause", game)
    assert "Public reason" in asked
    assert game.code in asked
    page = act(staff, "game", "pause", game, **WHY)
    assert f"{game.code}: done" in page.lower()
    game.refresh_from_db()
    assert game.paused_at is not None
    assert AuditEntry.objects.get(game=game).action == ModerationAction.PAUSE


def test_a_club_is_renamed_and_ended_and_its_owners_are_told(
    staff: Client, alice: Person, inbox: Inbox
) -> None:
    club = found_group(owner=alice, name="Night owls", now=NOW)
    change_code(group=club, owner=alice, wanted=True)
    club.refresh_from_db()
    for path in ("", f"{club.pk}/change/"):
        assert club.code not in staff.get(f"/admin/games/playergroup/{path}").content.decode()
    page = act(staff, "playergroup", "rename-club", club, name="Nіght owls", **WHY)
    assert "Use letters of only one alphabet" in page
    act(staff, "playergroup", "rename-club", club, name="Early birds", **WHY)
    club.refresh_from_db()
    assert club.name == "Early birds"
    act(staff, "playergroup", "end-club", club, **WHY)
    assert not PlayerGroup.objects.exists()
    entries = AuditEntry.objects.order_by("pk")
    assert [entry.action for entry in entries] == ["rename_club", "end_club"]
    said = " ".join(prose_of(mail) for mail in inbox())
    assert "A club that you own was given another name." in said
    assert "A club that you owned was ended." in said
    assert "Everybody asked for it." in said


def test_nobody_decides_about_a_club_of_their_own(
    staff: Client, adam: Person, alice: Person, bob: Person
) -> None:
    club = found_group(owner=adam, name="Night owls", now=NOW)
    page = act(staff, "playergroup", "end-club", club, **WHY)
    assert "You are a member of this club. Ask another moderator to decide." in page
    with pytest.raises(NotAllowed):
        decide_club_end(actor=bob, playergroup=club, reason="I dislike it.", now=NOW)
    assert PlayerGroup.objects.exists()
    assert not AuditEntry.objects.exists()


def test_nothing_is_decided_without_a_reason(staff: Client, game: Game) -> None:
    page = act(staff, "game", "pause", game, reason="", decide="yes")
    assert "Fill this in." in page
    game.refresh_from_db()
    assert game.paused_at is None


def test_nobody_decides_in_the_admin_about_a_game_of_their_own(
    staff: Client, adam: Person, game: Game
) -> None:
    Seat.objects.filter(game=game, number=0).update(person=adam)
    page = act(staff, "game", "void", game, **WHY)
    assert "You are or were a player in this game" in page
    assert not AuditEntry.objects.exists()


def test_staff_without_a_role_read_and_decide_nothing(
    client: Client, people: PeopleFactory, game: Game
) -> None:
    sam = people("Sam", is_staff=True)
    sam.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(sam)
    assert game.code in client.get("/admin/games/game/").content.decode()
    page = act(client, "game", "pause", game, **WHY)
    assert "Only a director of this game" in page
    game.refresh_from_db()
    assert game.paused_at is None


def test_registrations_are_approved_in_the_admin(
    staff: Client, division: Division, alice: Person, bob: Person
) -> None:
    season = division.season
    Season.objects.filter(pk=season.pk).update(
        registration_closes_at=NOW + 5 * DAY, drawn_at=None, started_at=None, by_approval=True
    )
    season.divisions.all().delete()
    asked = [
        Entry.objects.create(
            season=season, person=person, status=EntryStatus.ASKED, registered_at=NOW
        )
        for person in (alice, bob)
    ]
    page = act(staff, "entry", "approve", *asked, **WHY)
    assert page.count(": done. It is in the audit log.") == 2
    assert {one.status for one in Entry.objects.all()} == {EntryStatus.REGISTERED}
    again = act(staff, "entry", "approve", asked[0], **WHY)
    assert "cannot be decided" in again


def test_people_are_found_by_part_of_a_name_and_suspended(
    staff: Client, alice: Person, bob: Person
) -> None:
    found = staff.get("/admin/games/person/", {"q": "LIC"}).content.decode()
    assert f'"{alice.pk}/change/' in found
    assert f'"{bob.pk}/change/' not in found
    assert alice.email not in staff.get(f"/admin/games/person/{alice.pk}/change/").content.decode()
    act(staff, "person", "suspend", alice, **WHY)
    assert Sanction.objects.get(person=alice).kind == SanctionKind.SUSPENSION


def test_each_list_takes_as_many_queries_for_many_rows_as_for_few(
    staff: Client, league_game: Game, division: Division, people: PeopleFactory
) -> None:
    def queries() -> dict[str, int]:
        found = {}
        for table in ("league", "season", "division", "entry", "game", "seat", "person"):
            with CaptureQueriesContext(connection) as caught:
                assert staff.get(f"/admin/games/{table}/").status_code == 200
            found[table] = len(caught)
        return found

    def rows(first: int, last: int) -> None:
        # Person 0 has every seat; each other has an entry in a division of their own.
        crowd = [people(f"Player{number}") for number in range(first, last)]
        enter(division, *crowd)
        season = division.season
        for number in range(first, last):
            Division.objects.create(season=season, tier=number + 2)
            League.objects.create(name=f"L{number}", slug=f"l{number}", created_at=NOW)
            season.pk, season.number = None, number + 2
            season.save()
            game = Game.objects.create(board="usa", seat_count=2, created_at=NOW)
            Seat.objects.create(game=game, number=0, person=crowd[0], joined_at=NOW)

    rows(0, 10)
    queries()
    few = queries()
    rows(10, 200)
    assert queries() == few


def test_pages_of_games_and_seats_are_the_same_with_a_plan_and_a_held_move(
    staff: Client, game: Game, bob: Person
) -> None:
    seat = game.seats.get(number=1)

    def pages() -> list[str]:
        urls = ("game/", f"game/{game.pk}/change/", "seat/", f"seat/{seat.pk}/change/")
        found = [staff.get(f"/admin/games/{url}").content.decode() for url in urls]
        return [TOKEN.sub("", page) for page in found]

    Game.objects.filter(pk=game.pk).update(plans=PlanChoice.ALL)
    before = pages()
    give(game=game, seat=1, person=bob, plan=Plan((ConnectCities("seattle", "helena"),)), now=NOW)
    Seat.objects.filter(pk=seat.pk).update(held_until=NOW, remind_at=NOW, muted=True)
    assert pages() == before
