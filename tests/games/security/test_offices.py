"""Each office at each endpoint: who is allowed, who is refused with a reason, who sees nothing.

The people are those of `tests/games/moderation/conftest.py`: Erin directs the league, Frank another
one, Mona moderates, Adam administers; Alice and Bob play, Charlie watches.
"""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.test import Client

from engine.actions import Draw
from games.absence.substitution import take_seat
from games.common.errors import Refused
from games.log.models import Event
from games.moderation.games.replacement import decide_replacement
from games.moderation.models import AuditEntry, Report
from games.moderation.reports import file_report
from games.people.models import Person
from games.people.sanctions import Sanction
from games.tables.models import Game
from tests.fixtures.games import NOW, act, keep_all
from tests.fixtures.readers import view_for
from tests.games.moderation.conftest import (
    WHY,
    adam,
    division,
    enter,
    erin,
    frank,
    game,
    league_game,
    mona,
    nora,
)

__all__ = ["adam", "division", "erin", "frank", "game", "league_game", "mona", "nora"]

PEOPLE = ("adam", "mona", "erin", "frank", "alice", "charlie", None)
ACTIONS = ("nudge", "extend", "pause", "warn", "replace", "adjudicate", "void", "withdraw-void")
GAME_PAGES = ("", "take-back/?to=1")
IN, AWAY, NO = "gets in", "is asked to sign in", "is refused"


@pytest.fixture
def everybody(adam, mona, erin, frank, alice, charlie, league_game) -> dict[str | None, Person]:
    found = {person.name.lower(): person for person in (adam, mona, erin, frank, alice, charlie)}
    return {**found, None: None}


def outcome(client: Client, url: str, data: dict[str, str] | None = None) -> str:
    answer = client.get(url) if data is None else client.post(url, data)
    if answer.status_code == 302 and "/accounts/login/" in answer.url:
        return AWAY
    return NO if answer.status_code in (403, 404) else IN


@pytest.mark.slow
@pytest.mark.parametrize("who", PEOPLE)
def test_the_endpoints_of_a_game_of_a_league(who, everybody, browse, league_game: Game) -> None:
    expected = AWAY if who is None else IN if who in ("adam", "mona", "erin") else NO
    client = browse(everybody[who])
    for page in GAME_PAGES:
        assert outcome(client, f"/direct/{league_game.code}/{page}") == expected, page
    for action in ACTIONS:
        url = f"/direct/{league_game.code}/{action}/"
        assert outcome(client, url, {"reason": ""}) == expected, action
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("who", PEOPLE)
def test_the_endpoints_of_the_site(who, everybody, browse) -> None:
    moderates = who in ("adam", "mona")
    client = browse(everybody[who])
    for url in ("/moderation/audit/", "/moderation/people/Bob/"):
        assert outcome(client, url) == (AWAY if who is None else IN if moderates else NO), url
    office = moderates or who in ("erin", "frank")
    assert outcome(client, "/moderation/") == (AWAY if who is None else IN if office else NO)


@pytest.mark.parametrize("who", PEOPLE)
def test_the_endpoints_of_a_season(who, everybody, browse) -> None:
    expected = AWAY if who is None else IN if who in ("adam", "mona", "erin") else NO
    assert outcome(browse(everybody[who]), "/leagues/club/1/extend/") == expected


@pytest.mark.slow
@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("action", ["warn", "mute", "suspend", "ban", "appoint"])
def test_forged_posts_about_a_person_change_nothing(who, action, everybody, browse, bob) -> None:
    allowed = who in ("adam", "mona") and (action != "appoint" or who == "adam")
    seen = outcome(browse(everybody[who]), "/moderation/people/Bob/", {"do": action, "reason": WHY})
    assert seen == (AWAY if who is None else IN if allowed else NO)
    assert AuditEntry.objects.exists() == allowed
    assert (Sanction.objects.exists() or action == "appoint") == (allowed or action == "appoint")


def test_a_post_from_another_site_is_refused(browse, mona: Person, league_game: Game) -> None:
    client = browse(mona, enforce_csrf_checks=True)
    for url in (f"/direct/{league_game.code}/pause/", "/moderation/people/Bob/"):
        assert client.post(url, {"do": "ban", "reason": WHY}).status_code == 403
    assert not AuditEntry.objects.exists()


def test_looking_at_a_page_changes_nothing(browse, mona, erin, league_game: Game) -> None:
    file_report(
        reporter=erin,
        kind="player",
        subject=league_game.seats.get(number=1).person,
        text="Rude.",
        now=NOW,
    )
    before = [*Event.objects.values()], [*Report.objects.values()]
    for url in (
        f"/direct/{league_game.code}/",
        f"/direct/{league_game.code}/take-back/?to=5",
        f"/games/{league_game.code}/decisions/",
        "/moderation/",
        "/moderation/audit/",
        "/moderation/people/Bob/",
        f"/moderation/reports/{Report.objects.get().pk}/",
        "/leagues/club/1/extend/?hours=24",
    ):
        assert browse(mona).get(url).status_code in (200, 302), url
    for url in ("pause", "look", "void", "undo/1"):
        assert browse(mona).get(f"/direct/{league_game.code}/{url}/").status_code == 405
    assert ([*Event.objects.values()], [*Report.objects.values()]) == before
    assert not AuditEntry.objects.exists()


def test_a_private_game_is_not_even_known_to_those_outside(
    browse, league_game: Game, frank: Person, charlie: Person, erin: Person
) -> None:
    Game.objects.filter(pk=league_game.pk).update(public=False)
    for person, expected in ((frank, 404), (charlie, 404), (erin, 200)):
        assert browse(person).get(f"/direct/{league_game.code}/").status_code == expected


def test_the_pages_of_a_director_hold_no_hand_without_a_written_look(
    browse, stack, begin, mona: Person, alice: Person, bob: Person
) -> None:
    """Two worlds that differ in hidden cards alone look the same to a director."""
    pages = []
    for hand in ("red", "blue"):
        stack([*[hand] * 4, *["white"] * 4, "white", "white", "green", "black", "yellow", hand])
        game = begin(alice, bob)
        keep_all(game, 0, 1)
        act(game, 0, Draw("blind"), Draw("blind"))
        to = Event.objects.filter(game=game, type="game.turn_started").first().seq
        client = browse(mona)
        urls = (
            f"/direct/{game.code}/",
            f"/direct/{game.code}/take-back/?to={to}",
            f"/games/{game.code}/decisions/",
        )
        told = [plain(client.get(url).content.decode(), game) for url in urls]
        client.post(f"/direct/{game.code}/take-back/", {"to": to, "reason": WHY})
        told.append(plain(client.get(f"/games/{game.code}/decisions/").content.decode(), game))
        pages.append(told)
    assert pages[0] == pages[1]


def plain(page: str, game: Game) -> str:
    """A page without what differs between any two games."""
    page = page.replace(game.code, "CODE")
    page = re.sub(r'value="[A-Za-z0-9]{64}"', "token", page)
    return re.sub(r"/undo/\d+/", "/undo/", page)


def test_a_director_who_plays_sees_only_the_own_seat(
    browse, league_game: Game, erin: Person, alice: Person
) -> None:
    seat = league_game.seats.get(number=1)
    seat.person = erin
    seat.save()
    client = browse(erin)
    for url in ("", "look/", "pause/"):
        url = f"/direct/{league_game.code}/{url}"
        assert client.post(url, {"reason": WHY}).status_code in (403, 405)
    assert client.get(f"/direct/{league_game.code}/").status_code == 403
    hand = view_for(league_game, erin)
    assert not any(hand.hands[0].values())
    assert any(hand.hands[1].values())


def test_a_look_shows_hands_and_leaves_no_way_round_the_audit_log(
    browse, league_game: Game, mona: Person, erin: Person, division
) -> None:
    enter(division, erin)
    for person, expected in ((mona, 200), (erin, 403)):
        answer = browse(person).post(f"/direct/{league_game.code}/look/", {"reason": WHY})
        assert answer.status_code == expected
    assert [entry.actor for entry in AuditEntry.objects.all()] == [mona]


def test_nobody_reads_a_report_about_themselves_or_from_their_own_table(
    browse, league_game: Game, erin: Person, mona: Person, alice: Person, bob: Person, adam: Person
) -> None:
    about_mona = file_report(reporter=bob, kind="player", subject=mona, text="Unfair.", now=NOW)
    from_game = file_report(
        reporter=alice, kind="player", subject=bob, game=league_game, text="Rude.", now=NOW
    )
    assert browse(mona).get(f"/moderation/reports/{about_mona.pk}/").status_code == 404
    assert browse(adam).get(f"/moderation/reports/{about_mona.pk}/").status_code == 200
    assert browse(erin).get(f"/moderation/reports/{about_mona.pk}/").status_code == 404
    assert browse(erin).get(f"/moderation/reports/{from_game.pk}/").status_code == 200
    seat = league_game.seats.get(number=0)
    seat.person = erin
    seat.save()
    assert browse(erin).get(f"/moderation/reports/{from_game.pk}/").status_code == 404


@pytest.mark.parametrize("table", ["event", "auditentry", "report", "sanction", "ratingchange"])
def test_the_admin_changes_no_log_and_no_decision(table, browse, adam: Person, league_game) -> None:
    model = next(model for model in admin.site._registry if model._meta.model_name == table)
    client = browse(adam)
    assert client.get(f"/admin/games/{table}/").status_code == 200
    assert client.post(f"/admin/games/{table}/add/", {}).status_code == 403
    before = list(model.objects.values())
    for row in model.objects.all()[:1]:
        for page in ("change", "delete"):
            answer = client.post(f"/admin/games/{table}/{row.pk}/{page}/", {"post": "yes"})
            assert answer.status_code == 403
    client.post(
        f"/admin/games/{table}/",
        {"action": "delete_selected", "_selected_action": "1", "post": "yes"},
    )
    assert list(model.objects.values()) == before


def test_the_admin_shows_that_something_happened_and_never_what(
    browse, adam: Person, league_game: Game
) -> None:
    act(league_game, 0, Draw("blind"), Draw("blind"))
    client = browse(adam)
    pages = [client.get("/admin/games/event/").content.decode()]
    for row in Event.objects.filter(type__in=["game.cards_dealt", "game.card_drawn"]):
        pages.append(client.get(f"/admin/games/event/{row.pk}/change/").content.decode())
        assert row.salt not in pages[-1]
        assert row.hash not in pages[-1]
        assert '"card"' not in pages[-1]
        assert "locomotive" not in pages[-1]
    assert len(pages) > 3


def test_the_page_of_an_error_tells_a_director_nothing_hidden(
    browse, mona: Person, league_game: Game
) -> None:
    secrets = {bytes(league_game.secret).hex()}
    secrets |= set(Event.objects.values_list("salt", flat=True))
    client = browse(mona)
    for url, data in (
        ("take-back/", {"to": "[" * 500, "reason": WHY}),
        ("adjudicate/", {"place-0": "x", "reason": WHY}),
        ("replace/", {"seat": "99", "by": "nobody", "reason": WHY}),
        ("nonesuch/", {"reason": WHY}),
        ("undo/999999/", {"reason": WHY}),
        ("look/", {}),
    ):
        answer = client.post(f"/direct/{league_game.code}/{url}", data)
        assert answer.status_code < 500
        assert not [word for word in secrets if word in answer.content.decode()]


def test_who_has_looked_at_the_cards_cannot_sit_down_afterwards(
    browse, league_game: Game, mona: Person, nora: Person, erin: Person
) -> None:
    browse(mona).post(f"/direct/{league_game.code}/look/", {"reason": WHY})
    decide_replacement(actor=erin, game=league_game, seat=1, by=None, reason=WHY, now=NOW)
    with pytest.raises(Refused, match="looked at a game's hidden cards"):
        take_seat(game=league_game, seat=1, person=mona, now=NOW)
    with pytest.raises(Refused, match="looked at a game's hidden cards"):
        decide_replacement(actor=erin, game=league_game, seat=1, by=mona, reason=WHY, now=NOW)
    take_seat(game=league_game, seat=1, person=nora, now=NOW)
    assert league_game.seats.get(number=1).person == nora


def test_a_director_outside_the_league_reads_why_not(
    browse, league_game: Game, frank: Person, alice: Person
) -> None:
    page = browse(frank).get(f"/direct/{league_game.code}/").content.decode()
    assert "Only a director of this game&#x27;s league" in page
    alice.is_superuser = True
    alice.save()
    page = browse(alice).get(f"/direct/{league_game.code}/").content.decode()
    assert "You are or were a player in this game" in page


def test_the_admin_leads_to_the_pages_on_which_things_are_decided(
    browse, league_game: Game, adam: Person, bob: Person
) -> None:
    told = file_report(
        reporter=bob,
        kind="name",
        subject=league_game.seats.get(number=0).person,
        text="Rude.",
        now=NOW,
    )
    client = browse(adam)
    assert (
        f"/moderation/reports/{told.pk}/"
        in client.get(f"/admin/games/report/{told.pk}/change/").content.decode()
    )
    event = Event.objects.first()
    assert (
        f"/direct/{league_game.code}/"
        in client.get(f"/admin/games/event/{event.pk}/change/").content.decode()
    )


def test_nobody_finds_out_on_any_page_what_was_reported_about_them_or_their_table(
    browse, adam: Person, mona: Person, bob: Person, charlie: Person, league_game: Game
) -> None:
    file_report(reporter=charlie, kind="player", subject=adam, text="Adam is rude.", now=NOW)
    file_report(
        reporter=charlie, kind="player", subject=bob, game=league_game, text="Bob cheats.", now=NOW
    )
    pages = ("/moderation/", "/moderation/people/Adam/", "/moderation/people/Bob/")

    def told(person: Person) -> list[int]:
        client = browse(person)
        found = [client.get(page).content.decode().count("/moderation/reports/") for page in pages]
        if person.is_staff:
            text = client.get("/admin/games/report/").content.decode()
            found += [text.count("Adam is rude."), text.count("Bob cheats.")]
        return found

    assert told(mona) == [2, 1, 1]
    assert told(adam) == [1, 0, 1, 0, 1]
    league_game.seats.filter(number=0).update(person=adam)
    assert told(adam) == [0, 0, 0, 0, 0]
