"""People found leagues, say who may enter, archive them and bring them back: by HTTP."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from games.accounts.closing import close_account
from games.common.errors import Refused
from games.leagues.league import create_league
from games.leagues.models import Entrance, League, Season
from games.leagues.season.plan import plan_season
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.start import announce
from games.moderation.games.result import adjudicate
from games.moderation.models import AuditEntry
from games.moderation.sanctions import ban, suspend
from games.people.models import Person
from games.players.models import Rating
from games.tables.models import Game, GameStatus, Seat
from tests.fixtures.mail import Inbox
from tests.fixtures.recalled import recall
from tests.games.leagues.conftest import NOW, OPENS, STARTS, Crowd, a_plan, play_out

NEW = "/leagues/new/"
CLUB = {"name": "Slow Trains", "about": "We <b>wait</b>.", "entry": "open"}
WHY = "We agreed on it."


@pytest.fixture
def anyone(settings: Settings) -> None:
    settings.LEAGUE_FOUNDERS = "anyone"


def browser_of(person: Person | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def send(person: Person | None, url: str, **data: object) -> tuple[int, str]:
    with time_machine.travel(NOW, tick=False):
        answer = browser_of(person).post(url, data, follow=True)
    return answer.status_code, answer.content.decode()


def page(person: Person | None, url: str) -> tuple[int, str]:
    with time_machine.travel(NOW, tick=False):
        answer = browser_of(person).get(url)
    return answer.status_code, answer.content.decode()


def founded(person: Person, name: str = "Slow Trains", **data: object) -> League:
    send(person, NEW, **{**CLUB, "name": name, **data})
    return League.objects.get(name=name)


def decide(person: Person, key: str, **data: object) -> int:
    return send(person, f"/leagues/slow-trains/direct/{key}/", **{"reason": WHY, **data})[0]


@pytest.mark.usefixtures("anyone")
def test_a_person_founds_a_league_and_directs_it(alice: Person) -> None:
    assert 'href="/leagues/new/"' in page(alice, "/leagues/")[1]
    assert "until a moderator admits" in page(alice, NEW)[1]
    status, shown = send(alice, NEW, **CLUB)
    assert status == 200
    assert "We &lt;b&gt;wait&lt;/b&gt;." in shown
    assert "count for no ratings" in shown
    league = League.objects.get()
    assert (league.founder, list(league.directors.all())) == (alice, [alice])
    assert (league.entry, league.rated, league.invitation) == ("open", False, "")
    assert 'href="/leagues/slow-trains/plan/"' in shown
    assert page(alice, "/leagues/slow-trains/direct/")[0] == 200


def test_nobody_founds_a_league_without_signing_in(db: None) -> None:
    assert browser_of(None).get(NEW).status_code == 302
    assert browser_of(None).post(NEW, CLUB).status_code == 302
    assert 'href="/leagues/new/"' not in page(None, "/leagues/")[1]
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("founders", "finished", "may"),
    [("staff", 9, False), ("anyone", 0, True), ("2", 1, False), ("2", 2, True)],
)
def test_the_setting_says_who_founds_and_others_read_what_they_lack(
    founders: str, finished: int, may: bool, alice: Person, settings: Settings
) -> None:
    settings.LEAGUE_FOUNDERS = founders
    for number in range(finished + 2):
        over = number < finished
        game = Game.objects.create(
            board="usa", seat_count=2, rated=number != finished + 1, created_at=NOW,
            status=GameStatus.FINISHED if over or number > finished else GameStatus.RUNNING,
        )  # fmt: skip
        Seat.objects.create(game=game, number=0, person=alice, joined_at=NOW)
    assert send(alice, NEW, **CLUB)[0] == (200 if may else 422)
    assert League.objects.exists() is may
    lacks = {"staff": "Ask them for one.", "2": "2 finished rated games. You have 1."}
    if not may:
        for url in (NEW, "/leagues/"):
            assert lacks[founders] in page(alice, url)[1]
        assert "<form" not in page(alice, NEW)[1].partition("<main")[2].partition("</main")[0]


def test_a_league_of_the_staff_is_rated_at_once(alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(is_staff=True)
    assert founded(alice).rated


@pytest.mark.usefixtures("anyone")
@pytest.mark.parametrize("name", ["", "…", "new", "x" * 81, "NIGHT club", "Night C1ub", "a\u202eb"])
def test_a_name_obeys_the_rules_of_names(name: str, league: League, alice: Person) -> None:
    assert send(alice, NEW, **{**CLUB, "name": name})[0] == 422
    assert League.objects.get() == league


@pytest.mark.usefixtures("anyone")
def test_suspended_people_bot_accounts_and_founders_of_three_found_none(
    alice: Person, bob: Person, charlie: Person, mona: Person
) -> None:
    suspend(actor=mona, person=alice, reason=WHY, now=NOW)
    Person.objects.filter(pk=bob.pk).update(bot_since=NOW, run_by="somebody")
    assert [send(one, NEW, **CLUB)[0] for one in (alice, bob)] == [422, 403]
    bob.refresh_from_db()
    with pytest.raises(Refused, match="Bot accounts"):
        create_league(name="Slow Trains", directors=[bob], founder=bob, now=NOW)
    for name in ("One", "Two", "Slow Trains"):
        founded(charlie, name)
    assert send(charlie, NEW, **{**CLUB, "name": "Four"})[0] == 422
    assert decide(charlie, "archive") == 200
    founded(charlie, "Four")
    assert decide(charlie, "bring-back") == 422


@pytest.mark.usefixtures("anyone")
def test_with_approval_each_season_is_planned_with_it(alice: Person, bob: Person) -> None:
    league = founded(alice, entry="approval")
    season = plan_season(league=league, director=alice, plan=a_plan(), now=NOW)
    assert season.by_approval
    announce(season=season, now=NOW)
    assert register(season=season, person=bob, now=OPENS).status == "asked"


@pytest.fixture
def closed(anyone: None, alice: Person) -> Callable[[Entrance], Season]:
    """A league with this entrance, of Alice, and its announced season."""

    def make(entry: Entrance) -> Season:
        def announced() -> int:
            league = founded(alice, entry=entry)
            season = plan_season(league=league, director=alice, plan=a_plan(), now=NOW)
            announce(season=season, now=NOW)
            return season.pk

        return Season.objects.get(pk=recall(("slow trains", entry), announced))

    return make


def link_of(season: Season) -> str:
    league = League.objects.get(pk=season.league_id)
    return f"/leagues/{league.slug}/join/{league.invitation}/"


@pytest.mark.parametrize("entry", [Entrance.LINK, Entrance.PRIVATE])
def test_the_invitation_link_opens_a_league_and_only_by_post(
    entry: Entrance, closed: Callable[[Entrance], Season], alice: Person, bob: Person
) -> None:
    season = closed(entry)
    link = link_of(season)
    assert link in page(alice, "/leagues/slow-trains/direct/")[1]
    with pytest.raises(Refused, match="invitation link"):
        register(season=season, person=bob, now=OPENS)
    for reader in (None, bob):
        status, shown = page(reader, link)
        assert (status, "Slow Trains" in shown) == (200, True)
    assert browser_of(None).post(link).status_code == 302
    assert not season.league.invited.exists()
    assert send(bob, link)[0] == 200
    assert register(season=season, person=bob, now=OPENS).status == "registered"
    assert register(season=season, person=alice, now=OPENS).status == "registered"


def test_a_season_says_that_it_takes_the_link(
    closed: Callable[[Entrance], Season], bob: Person
) -> None:
    closed(Entrance.LINK)
    shown = page(None, "/leagues/slow-trains/1/")[1]
    assert "You need the invitation link of the league." in shown
    with time_machine.travel(OPENS, tick=False):
        shown = browser_of(bob).get("/leagues/slow-trains/1/").content.decode()
    assert "Ask a director for it." in shown
    assert 'action="/leagues/slow-trains/1/register/"' not in shown


def test_a_new_link_ends_the_old_one_and_nobody_leaves(
    closed: Callable[[Entrance], Season], alice: Person, bob: Person, charlie: Person
) -> None:
    season = closed(Entrance.PRIVATE)
    old = link_of(season)
    send(bob, old)
    assert decide(alice, "new-link") == 200
    assert page(charlie, old)[0] == 404
    assert send(charlie, old)[0] == 404
    assert page(bob, "/leagues/slow-trains/")[0] == 200
    assert page(charlie, link_of(season))[0] == 200
    assert decide(alice, "entry", who="open") == 200
    assert page(charlie, link_of(season))[0] == 404
    assert decide(alice, "new-link") == 404


def test_games_of_an_unrated_league_never_count(
    closed: Callable[[Entrance], Season], crowd: Crowd, alice: Person, mona: Person
) -> None:
    season = closed(Entrance.OPEN)
    for person in crowd(4):
        register(season=season, person=person, now=OPENS)
    run_season(season=season, now=STARTS)
    first, second = Game.objects.filter(season_game__division__season=season).order_by("pk")
    assert (first.rated, second.rated, first.public) == (False, False, True)
    play_out(first, STARTS)
    assert decide(mona, "rate") == 200
    # The director decides alone: nothing is at stake.
    entry = adjudicate(actor=alice, game=second, reason=WHY, now=STARTS)
    assert entry is not None
    assert entry.action == "adjudicate"
    for game in (first, second):
        game.refresh_from_db()
        assert (game.status, game.rated) == (GameStatus.FINISHED, False)
    assert not Rating.objects.filter(pool="people").exists()


def test_games_of_a_private_league_are_private_tables(
    closed: Callable[[Entrance], Season], crowd: Crowd, alice: Person, mona: Person
) -> None:
    season = closed(Entrance.PRIVATE)
    people = crowd(4)
    for person in people:
        season.league.invited.add(person)
        register(season=season, person=person, now=OPENS)
    assert decide(mona, "rate") == 200
    run_season(season=season, now=STARTS)
    games = Game.objects.filter(season_game__division__season=season)
    assert {(game.public, game.rated) for game in games} == {(False, True)}
    own = games.get(seats__person=people[0])
    shown = page(people[0], "/leagues/slow-trains/1/division/1/")[1]
    assert [game.code in shown for game in games] == [game == own for game in games]
    assert page(alice, f"/direct/{own.code}/")[0] == 200


# What each person can decide about a league that Alice has founded.
KEYS = ("entry", "new-link", "archive", "bring-back", "rate", "describe", "add-director")
MATRIX = {
    "nobody": dict.fromkeys(KEYS, 302),
    "player": dict.fromkeys(KEYS, 404),
    "another director": dict.fromkeys(KEYS, 404),
    "director": {**dict.fromkeys(KEYS, 302), "rate": 403},
    "moderator": dict.fromkeys(KEYS, 302),
}
SENT = {
    "entry": {"who": "link"},
    "describe": {"name": "Fast Trains"},
    "add-director": {"name": "Charlie"},
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("who", MATRIX)
def test_each_decision_is_for_directors_and_moderators_and_is_in_the_audit_log(
    who: str,
    key: str,
    closed: Callable[[Entrance], Season],
    alice: Person,
    bob: Person,
    charlie: Person,
    league: League,
    director: Person,
    mona: Person,
) -> None:
    season = closed(Entrance.PRIVATE)
    season.league.invited.add(bob)
    if key == "bring-back":
        League.objects.filter(pk=season.league_id).update(archived_at=NOW)
    before = AuditEntry.objects.count()
    person = {
        "nobody": None,
        "player": bob,
        "another director": director,
        "director": alice,
        "moderator": mona,
    }[who]
    data = {"reason": WHY, **SENT.get(key, {})}
    client, url = browser_of(person), f"/leagues/slow-trains/direct/{key}/"
    with time_machine.travel(NOW, tick=False):
        if person is not None and key != "describe":
            # A director is not offered the rating, so no form says that a reason is missing.
            wanted = {404: 404, 302: 422, 403: 302}[MATRIX[who][key]]
            assert client.post(url, {**data, "reason": ""}).status_code == wanted
        answer = client.post(url, data)
    assert answer.status_code == MATRIX[who][key]
    done = person in (alice, mona) and answer.status_code == 302
    assert AuditEntry.objects.count() == before + done
    if done:
        entry = AuditEntry.objects.latest("pk")
        assert (entry.actor, entry.league.slug) == (person, "slow-trains")
        assert page(alice, "/leagues/slow-trains/direct/")[0] == 200


def test_only_moderators_are_offered_the_rating(
    closed: Callable[[Entrance], Season], alice: Person, mona: Person
) -> None:
    closed(Entrance.OPEN)
    url = "/leagues/slow-trains/direct/"
    assert [f'action="{url}rate/"' in page(one, url)[1] for one in (alice, mona)] == [False, True]
    assert decide(mona, "rate") == 200
    assert League.objects.get().rated
    assert decide(mona, "rate") == 404


def test_an_archived_league_is_listed_last_and_plans_nothing_while_its_season_goes_on(
    closed: Callable[[Entrance], Season], crowd: Crowd, alice: Person, league: League, inbox: Inbox
) -> None:
    season = closed(Entrance.OPEN)
    League.objects.filter(pk=season.league_id).update(name="A League")
    planned = plan_season(league=season.league, director=alice, plan=a_plan(), now=NOW)
    assert decide(alice, "archive") == 200
    shown = page(alice, "/leagues/")[1]
    assert shown.index("Night Club") < shown.index("A League")
    assert 'href="/leagues/slow-trains/plan/"' not in page(alice, "/leagues/slow-trains/")[1]
    with pytest.raises(Refused, match="Bring it back first"):
        announce(season=planned, now=NOW)
    planned.delete()
    with pytest.raises(Refused, match="Bring it back first"):
        plan_season(league=season.league, director=alice, plan=a_plan(), now=NOW)
    for person in crowd(4):
        register(season=season, person=person, now=OPENS)
    run_season(season=season, now=STARTS)
    assert Game.objects.filter(season_game__division__season=season).count() == 2
    assert decide(alice, "archive") == 404
    assert decide(alice, "bring-back") == 200
    plan_season(league=season.league, director=alice, plan=a_plan(), now=NOW)


def test_the_league_of_a_banned_founder_goes_to_the_others_or_to_the_archive(
    anyone: None, alice: Person, bob: Person, mona: Person
) -> None:
    shared, own = founded(alice, "Shared"), founded(alice)
    shared.directors.add(bob)
    ban(actor=mona, person=alice, reason=WHY, now=NOW)
    for one in (shared, own):
        one.refresh_from_db()
    assert (shared.archived_at, own.archived_at) == (None, NOW)
    queue = page(mona, "/moderation/")[1]
    assert "a league without a director" in queue
    assert 'href="/leagues/slow-trains/direct/"' in queue
    assert "it has no director left" in page(mona, "/leagues/slow-trains/direct/")[1]
    assert "a league without a director" not in page(bob, "/moderation/")[1]
    assert decide(mona, "add-director", name="Bob") == 200
    assert "a league without a director" not in page(mona, "/moderation/")[1]
    assert decide(bob, "bring-back") == 200


def test_who_closes_their_account_archives_the_league_first(anyone: None, alice: Person) -> None:
    league = founded(alice)
    with pytest.raises(Refused, match="or archive it"):
        close_account(person=alice, now=NOW)
    decide(alice, "archive")
    close_account(person=alice, now=NOW)
    league.refresh_from_db()
    assert (league.founder, league.directors.count()) == (None, 0)


def test_a_league_is_archived_and_admitted_for_rating_in_the_admin(
    anyone: None, alice: Person, mona: Person
) -> None:
    league = founded(alice)
    Person.objects.filter(pk=mona.pk).update(is_staff=True, is_superuser=True)
    mona.refresh_from_db()
    for key in ("rate", "archive"):
        data = {"action": key, "_selected_action": [league.pk], "decide": "yes", "reason": WHY}
        browser_of(mona).post("/admin/games/league/", data)
    league.refresh_from_db()
    assert league.rated
    assert league.archived_at is not None
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == [
        "rate_league",
        "archive",
    ]


def test_old_leagues_are_open_and_rated(league: League, director: Person) -> None:
    assert (league.entry, league.rated, league.founder) == (Entrance.OPEN, True, None)
    with pytest.raises(Refused, match="Ask them for one"):
        create_league(name="Mine", directors=[director], founder=director, now=NOW)
