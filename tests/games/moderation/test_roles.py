from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from games.absence.models import HandOver
from games.leagues.models import Division
from games.moderation.conflicts import authority, may_look
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.offices import moderators_group
from games.moderation.roles import (
    NotAllowed,
    has_any_role,
    is_moderator,
    may_direct_game,
    site_moderators,
)
from games.moderation.sanctions import warn
from games.people.models import Person
from games.tables.models import Game
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import WHY, enter


def test_moderators_are_those_with_the_permission_of_this_site_alone(
    mona: Person, adam: Person, erin: Person, frank: Person, people: PeopleFactory
) -> None:
    gone = people("Gone")
    gone.groups.add(moderators_group())
    Person.objects.filter(pk=gone.pk).update(is_active=False)
    erin.user_permissions.add(Permission.objects.get(codename="moderate"))
    foreign = Permission.objects.create(
        codename="moderate", name="x", content_type=ContentType.objects.get(app_label="sessions")
    )
    frank.user_permissions.add(foreign)
    assert set(site_moderators()) == {mona, adam, erin}
    found = Person.objects.all()
    assert {person for person in found if is_moderator(person)} == {mona, adam, erin}


def test_a_director_acts_in_games_of_the_league_and_nowhere_else(
    league_game: Game, erin: Person, frank: Person, alice: Person, mona: Person, adam: Person
) -> None:
    assert [may_direct_game(one, league_game) for one in (erin, mona, adam)] == [True] * 3
    assert [may_direct_game(one, league_game) for one in (frank, alice, None)] == [False] * 3


def test_a_game_of_no_league_is_left_to_moderators(game: Game, erin: Person, mona: Person) -> None:
    assert not may_direct_game(erin, game)
    assert may_direct_game(mona, game)


def test_nobody_acts_in_a_game_in_which_they_play(
    league_game: Game, alice: Person, bob: Person, erin: Person, adam: Person
) -> None:
    alice.is_superuser = True
    alice.save()
    assert not may_direct_game(alice, league_game)
    assert not may_look(alice, league_game)
    seat = league_game.seats.get(number=1)
    seat.person = erin
    seat.save()
    assert not may_direct_game(erin, league_game)


def test_nobody_acts_in_a_game_in_which_they_have_played(
    game: Game, bob: Person, mona: Person, browse: Browse
) -> None:
    seat = game.seats.get(number=1)
    page = f"/direct/{game.code}/"
    assert browse(mona).get(page).status_code == 200
    HandOver.objects.create(seat=seat, person_before=mona, person_after=bob, at=NOW, seq=1)
    assert browse(mona).get(page).status_code == 403
    answer = browse(mona).post(f"{page}nudge/", {"do": "nudge", "reason": WHY})
    assert answer.status_code == 403
    assert not AuditEntry.objects.exists()
    assert not may_look(mona, game)


def test_a_player_who_has_left_can_be_warned_for_that_game(
    league_game: Game, bob: Person, charlie: Person, dana: Person, erin: Person
) -> None:
    seat = league_game.seats.get(number=1)
    HandOver.objects.create(seat=seat, person_before=charlie, person_after=bob, at=NOW, seq=1)
    warn(actor=erin, person=charlie, game=league_game, reason=WHY, now=NOW)
    with pytest.raises(NotAllowed, match="does not play in that game"):
        warn(actor=erin, person=dana, game=league_game, reason=WHY, now=NOW)


def test_hidden_cards_are_for_moderators_who_do_not_play_there(
    league_game: Game, division: Division, erin: Person, mona: Person
) -> None:
    assert not may_look(erin, league_game)
    with pytest.raises(NotAllowed, match="Only a moderator of the site"):
        authority(erin, ModerationAction.LOOK, game=league_game)
    assert may_look(mona, league_game)
    enter(division, mona)
    assert may_direct_game(mona, league_game)
    with pytest.raises(NotAllowed, match="You play against somebody at this table"):
        authority(mona, ModerationAction.LOOK, game=league_game)


def test_a_rival_elsewhere_is_a_rival_here(
    begin, division: Division, mona: Person, alice: Person, charlie: Person
) -> None:
    """The game is of no season, but Alice plays against Mona in one."""
    game = begin(alice, charlie)
    assert may_look(mona, game)
    enter(division, alice, mona)
    assert not may_look(mona, game)


def test_who_is_shut_out_holds_no_office(league_game: Game, erin: Person, mona: Person) -> None:
    for person in (erin, mona):
        person.is_active = False
        person.save()
        assert not may_direct_game(person, league_game)
        assert not has_any_role(person)
    assert not is_moderator(mona)
