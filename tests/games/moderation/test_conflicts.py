"""Who decides alone, with a second voice, or never: the whole table, through the pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client

from engine.actions import Draw
from games.absence.models import HandOver
from games.clock.models import Miss
from games.common.errors import Refused
from games.leagues.models import (
    Division,
    Entry,
    EntryStatus,
    League,
    Season,
    SeasonGame,
    SeasonSeat,
)
from games.lobby.groups.groups import found_group
from games.log.models import Event
from games.moderation.conflicts import authority, standing_in_game
from games.moderation.games.replacement import decide_replacement
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.voices import ELSEWHERE, TABLE, Voice
from games.people.groups import Membership
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.tables.models import Game
from games.votes.models import Vote
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, act
from tests.fixtures.pages import Browse
from tests.games.moderation.conftest import DAY, WHY, enter

BLIND = Draw("blind")
GAME, SEASON, NEXT, PERSON = (
    "/direct/{game}/{key}/",
    "/leagues/club/1/direct/{key}/",
    "/leagues/club/2/direct/{key}/",
    "/moderation/people/Bob/",
)
LEAGUE = "/leagues/club/direct/{key}/"
CLUB = "/moderation/clubs/{club}/"
DIVISIONS = "Move or add a player, merge or split divisions"
FORMS: dict[str, tuple[str, str, str, dict[str, str]]] = {
    # Action: address, key, the row of the table, what is sent.
    "nudge": (GAME, "nudge", "Nudge", {}),
    "extend": (GAME, "extend", "Clock of a game, missed turns", {"hours": "24", "seat": ""}),
    "pause": (GAME, "pause", "Clock of a game, missed turns", {}),
    "excuse": (GAME, "excuse", "Clock of a game, missed turns", {"miss": "1-7"}),
    "confirm_vote": (GAME, "confirm-vote", "Confirm or refuse a vote", {"vote": ""}),
    "replace": (
        GAME,
        "replace",
        "Replace a player, return a seat",
        {"seat": "1", "by": "substitute"},
    ),
    "take_back": (GAME, "take-back", "Take a game back", {"to": ""}),
    "adjudicate": (GAME, "adjudicate", "Adjudicate a game", {"place-0": "2", "place-1": "1"}),
    "void": (GAME, "void", "Void a game", {}),
    "look": (GAME, "look", "Look at hidden cards", {}),
    "remove_name": (GAME, "remove-name", "Remove a message or a name", {}),
    "warn": (GAME, "warn", "Warn a player", {"seat": "1"}),
    "mute": (PERSON, "mute", "Mute or suspend a player", {}),
    "suspend": (PERSON, "suspend", "Mute or suspend a player", {}),
    "ban": (PERSON, "ban", "Ban a player", {}),
    "lift": ("/moderation/sanctions/{lift}/lift/", "", "Lift a sanction", {}),
    "approve": (NEXT, "approve", "Approve a registration", {"entry": "asked"}),
    "decline": (NEXT, "decline", "Decline a registration", {"entry": "asked"}),
    "admit": (NEXT, "admit", "Admit a player, let one back in", {"entry": "reserve"}),
    "take_out": (SEASON, "remove", "Remove a player", {"entry": "bob"}),
    "move_dates": (SEASON, "dates", "Move the dates", {"ends_at": "2027-03-01T08:00"}),
    "extend_season": (
        "/leagues/club/1/extend/",
        "",
        "More time for the season",
        {"hours": "24"},
    ),
    "open_division": (SEASON, "division", "Open a division", {"tier": "2"}),
    "move_player": (NEXT, "move-player", DIVISIONS, {"entry": "mover", "tier": "2"}),
    "merge": (NEXT, "merge", DIVISIONS, {"tier": "1"}),
    "split": (NEXT, "split", DIVISIONS, {"tier": "1"}),
    "write": (SEASON, "write", "Announce, describe, write, cancel", {"text": "Hello."}),
    "describe": (SEASON, "describe", "Announce, describe, write, cancel", {"title": "Winter"}),
    "add_director": (LEAGUE, "add-director", "Add or remove a director", {"name": "Frank"}),
    "archive": (LEAGUE, "archive", "Archive a league, change who may enter", {}),
    "rename_club": (CLUB, "rename-club", "Rename or end a club", {"name": "Early birds"}),
    "end_club": (CLUB, "end-club", "Rename or end a club", {}),
    "rate_league": (LEAGUE, "rate", "Admit a league for rating", {}),
}
STANDINGS = ("director", "involved_director", "moderator", "involved_moderator")


@pytest.fixture
def world(
    league_game: Game,
    division: Division,
    people: PeopleFactory,
    browse: Browse,
    alice: Person,
    bob: Person,
) -> dict[str, int]:
    """Alice has drawn, Bob is to move and has missed a turn; in season 2 two people wait.

    Both have agreed to pause. Two others are on the reserve list of season 1; Frank is muted.
    """
    act(league_game, 0, BLIND, BLIND)
    Game.objects.filter(pk=league_game.pk).update(name="Express")
    Miss.objects.create(game=league_game, seat=1, person=bob, decision=7, due_at=NOW, at=NOW)
    season = Season.objects.get(pk=division.season_id)
    League.objects.filter(pk=season.league_id).update(rated=False)
    for name in ("Gina", "Hugo"):
        entry = Entry(season=season, person=people(name), status=EntryStatus.RESERVE)
        entry.stands_by, entry.registered_at = True, NOW
        entry.save()
    votes = f"/games/{league_game.code}/clock"
    browse(alice).post(f"{votes}/propose/", {"kind": "pause", "days": "7"})
    vote = Vote.objects.get()
    browse(bob).post(f"{votes}/votes/{vote.pk}/", {"answer": "yes"})
    muted = Sanction.objects.create(person=people("Frank"), kind=SanctionKind.MUTE, at=NOW)
    season.pk, season.number = None, 2
    season.drawn_at = season.started_at = None
    season.registration_closes_at, season.starts_at = NOW + DAY, NOW + 2 * DAY
    season.save()
    entries = {
        name: Entry.objects.create(
            season=season, person=people(name.title()), status=status, registered_at=NOW
        ).pk
        for name, status in (("asked", EntryStatus.ASKED), ("reserve", EntryStatus.RESERVE))
    }
    season.kinds = [{"board": "usa", "seats": [2, 3], "games": 2}]
    season.points = {"2": [3, 1], "3": [3, 2, 1]}
    season.save()
    players = [
        Entry.objects.create(season=season, person=people(f"Player{number}"), registered_at=NOW)
        for number in range(6)
    ]
    first = Event.objects.filter(game=league_game, type="game.turn_started").first()
    assert first is not None
    club = found_group(owner=alice, name="Owls", now=NOW)
    return {
        **entries,
        "club": club.pk,
        "mover": players[0].pk,
        "bob": Entry.objects.get(person=bob).pk,
        "to": first.seq,
        "vote": vote.pk,
        "lift": muted.pk,
        "season": season.pk,
    }


@pytest.mark.parametrize("standing", STANDINGS)
def test_each_standing_decides_alone_with_a_second_voice_or_never_as_the_table_says(
    standing: str,
    world: dict[str, int],
    league_game: Game,
    division: Division,
    erin: Person,
    mona: Person,
    browse: Browse,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every form is sent by one person in one world, and taken back before the next one."""
    # A refusal is logged with its traceback, which takes longer to format than the refusal.
    caplog.set_level("ERROR", logger="django.request")
    actor = mona if "moderator" in standing else erin
    if "involved" in standing:
        enter(division, actor)
        Entry.objects.create(season_id=world["season"], person=actor, registered_at=NOW)
        Membership.objects.create(
            group_id=world["club"], person=actor, invited_at=NOW, joined_at=NOW
        )
    client = browse(actor)
    found, expected = {}, {}
    for action, (_address, _key, name, _form) in FORMS.items():
        [row] = [row for row in TABLE if ModerationAction(action) in row.actions]
        assert row.name == name
        voice = getattr(row, standing)
        expected[action] = "second voice" if voice is Voice.RATED else voice.value
        found[action] = voice_by_form(client, action, league_game, world)
    assert found == expected


def voice_by_form(client: Client, action: str, game: Game, world: dict[str, int]) -> str:
    """The voice of a person in an action, as the answer to its form and the audit log show it."""
    address, key, _name, form = FORMS[action]
    sent = {**form, "do": key, "reason": WHY}
    if "entry" in form:
        sent["entry"] = str(world[form["entry"]])
    sent |= {name: str(world[name]) for name in ("to", "vote") if name in form}
    if "tier" in form:
        sent["seen"] = "0-0"
    with transaction.atomic():
        path = address.format(game=game.code, key=key, lift=world["lift"], club=world["club"])
        answer = client.post(path, sent)
        written = set(AuditEntry.objects.values_list("action", flat=True))
        transaction.set_rollback(True)
    assert (answer.status_code == 403) == (not written), action
    if not written:
        return "never"
    if action in written:
        return "alone"
    assert written <= {"propose", "propose_adj", "propose_void"}, action
    return "second voice"


def test_the_table_has_every_action_once() -> None:
    actions = [action for row in TABLE for action in row.actions]
    assert sorted(actions) == sorted(set(ModerationAction) - set(ELSEWHERE))


def test_the_forms_walk_every_row_of_the_table() -> None:
    assert {name for _address, _key, name, _form in FORMS.values()} == {row.name for row in TABLE}


def test_the_documentation_has_the_same_table() -> None:
    text = (Path(__file__).parents[3] / "docs" / "leagues.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", text, re.M)
    head, *printed = ([cell.strip() for cell in row] for row in rows)
    assert head[1:] == [
        "director",
        "director who plays there",
        "moderator",
        "moderator who plays there",
    ]
    assert printed == [
        [row.name, *(getattr(row, standing).value for standing in STANDINGS)] for row in TABLE
    ]


# Who is involved.


def plays(division: Division, erin: Person, game: Game) -> None:
    enter(division, erin)


def played(division: Division, erin: Person, game: Game) -> None:
    enter(division, erin)
    Entry.objects.filter(person=erin).update(status=EntryStatus.WITHDRAWN)


def has_a_partner(division: Division, erin: Person, game: Game) -> None:
    mate = Person.objects.create(email="g@example.org", name="Gil", name_key="g", name_skeleton="g")
    enter(division, mate)
    entry = Entry.objects.get(person=mate)
    Entry.objects.create(
        season=division.season, person=erin, partner=entry, status="withdrawn", registered_at=NOW
    )


def gave_up_a_seat(division: Division, erin: Person, game: Game) -> None:
    entry = Entry.objects.create(
        season=division.season, person=erin, status="withdrawn", registered_at=NOW
    )
    drawn = SeasonGame.objects.create(division=division, number=2, board="usa")
    taker = Entry.objects.filter(division=division).first()
    SeasonSeat.objects.create(season_game=drawn, number=0, entry=taker, drawn_for=entry)


def substitutes(division: Division, erin: Person, game: Game) -> None:
    elsewhere(division, game).seats.filter(number=0).update(person=erin)


def handed_over(division: Division, erin: Person, game: Game) -> None:
    seat = elsewhere(division, game).seats.get(number=0)
    HandOver.objects.create(seat=seat, person_before=erin, person_after=seat.person, at=NOW, seq=1)


def elsewhere(division: Division, game: Game) -> Game:
    """Another game of the division."""
    other = Game.objects.get(pk=game.pk)
    other.pk, other.code, other.invitation = None, "other", "x" * 20
    other.save()
    for seat in game.seats.all():
        seat.pk, seat.game = None, other
        seat.save()
    SeasonGame.objects.create(division=division, number=3, board="usa", game=other)
    return other


@pytest.mark.parametrize(
    "how", [plays, played, has_a_partner, gave_up_a_seat, substitutes, handed_over]
)
def test_those_who_play_or_played_in_the_division_and_their_partners_are_involved(
    how: Callable[[Division, Person, Game], None],
    league_game: Game,
    division: Division,
    erin: Person,
) -> None:
    assert not standing_in_game(erin, league_game).involved
    how(division, erin, league_game)
    assert standing_in_game(erin, league_game).involved
    entry = decide_replacement(actor=erin, game=league_game, seat=1, by=None, reason=WHY, now=NOW)
    assert entry.action == "propose"
    assert league_game.seats.get(number=1).open_since is None


def test_a_director_of_another_division_of_the_season_is_not_involved(
    league_game: Game, division: Division, erin: Person
) -> None:
    enter(Division.objects.create(season=division.season, tier=2), erin)
    standing = authority(erin, ModerationAction.REPLACE, game=league_game)
    assert standing.voice(ModerationAction.REPLACE) is Voice.ALONE
    assert standing.plays == "season"


def test_nobody_decides_about_their_own_entry(
    world: dict[str, int], division: Division, erin: Person
) -> None:
    enter(division, erin)
    entry = Entry.objects.get(person=erin, season=division.season)
    with pytest.raises(Refused, match="about yourself"):
        authority(erin, ModerationAction.TAKE_OUT, season=division.season, entries=[entry])
