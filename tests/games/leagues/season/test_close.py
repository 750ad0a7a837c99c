"""A game that is voided when its season is over: the ranks follow, or it is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from games.leagues.models import Entry, Season, SeasonGame, Verdict
from games.leagues.rules.promotion import Outcome
from games.leagues.season.registration import register
from games.leagues.season.runner import run_season
from games.leagues.season.standings import division_standings
from games.notifications.models import Notice
from games.people.models import Person
from games.tables.models import Game, GameStatus
from tests.fixtures.mail import text_of
from tests.games.leagues.conftest import DAY, ENDS, STARTS, a_plan, finish, verify_everybody

Registered = Callable[..., Season]
LATER = STARTS + 3 * DAY


@pytest.fixture
def closed(registered: Registered) -> Season:
    """Two divisions of four; in each the first game decides who wins it."""
    season = registered(8)
    verify_everybody()
    run_season(season=season, now=STARTS)
    for drawn in SeasonGame.objects.order_by("pk"):
        finish(drawn, [90, 40] if drawn.number == 1 else [60, 50], STARTS + DAY)
    run_season(season=season, now=STARTS + 2 * DAY)
    season.refresh_from_db()
    assert season.promoted_at is not None
    return season


def voided(game: Game | None, *people: Person) -> list[str]:
    """Two people in office void a game on its page; gets the pages that follow."""
    assert game is not None
    pages = []
    with time_machine.travel(LATER, tick=False):
        for person in people:
            browser = Client()
            browser.force_login(person)
            url = f"/direct/{game.code}/void/"
            answer = browser.post(url, {"reason": "They had agreed on it."}, follow=True)
            pages.append(answer.content.decode())
    return pages


def test_a_game_voided_after_the_close_moves_up_who_is_first_now_and_each_hears_of_it(
    closed: Season, director: Person, mona: Person, inbox: Callable[..., list]
) -> None:
    inbox(at=LATER)
    promoted = Entry.objects.get(outcome=Outcome.PROMOTED)
    drawn = SeasonGame.objects.get(seats__entry=promoted)
    assert promoted.person
    before = {entry.pk: (entry.rank, entry.outcome) for entry in Entry.objects.all()}
    voided(drawn.game, director, mona)
    drawn.refresh_from_db()
    assert drawn.verdict == Verdict.VOID
    second = Entry.objects.get(outcome=Outcome.PROMOTED)
    assert second != promoted
    assert SeasonGame.objects.get(seats__entry=second).number != drawn.number
    for lines in division_standings(closed).values():
        ranks = dict(Entry.objects.filter(division__season=closed).values_list("pk", "rank"))
        assert [ranks[line.entry] for line in lines] == [1, 2, 3, 4]
    mails = {str(mail["To"]): text_of(mail) for mail in inbox(at=LATER)}
    assert second.person
    mine = " ".join(next(text for to, text in mails.items() if second.person.email in to).split())
    assert "the final standings have changed" in mine
    assert "You are promoted" in mine
    for entry in Entry.objects.select_related("person"):
        changed = before[entry.pk] != (entry.rank, entry.outcome)
        told = Notice.objects.filter(person=entry.person, data__what="corrected").exists()
        assert told == changed


def test_once_the_next_season_is_drawn_from_its_ranks_no_game_of_a_season_is_voided(
    closed: Season, announced: Callable[..., Season], director: Person, mona: Person
) -> None:
    plan, later = a_plan(), 100 * DAY
    names = ("registration_opens_at", "registration_closes_at", "starts_at", "ends_at")
    dates = {name: getattr(plan, name) + later for name in names}
    following = announced(a_plan(**dates), now=STARTS + 2 * DAY)
    for entry in Entry.objects.filter(season=closed):
        assert entry.person
        register(season=following, person=entry.person, now=dates["registration_opens_at"])
    run_season(season=following, now=dates["registration_closes_at"])
    drawn = SeasonGame.objects.filter(division__season=closed).earliest("pk")
    before = list(Entry.objects.filter(season=closed).values_list("pk", "rank", "outcome"))
    [page] = voided(drawn.game, director)
    assert "the next one was drawn from its standings" in page
    voided(drawn.game, mona)
    drawn.refresh_from_db()
    assert drawn.verdict == Verdict.PLAYED
    assert drawn.game
    assert drawn.game.status == GameStatus.FINISHED
    assert list(Entry.objects.filter(season=closed).values_list("pk", "rank", "outcome")) == before


def test_the_place_in_the_mail_about_the_result_is_the_place_in_the_table(
    registered: Registered, client: Client, inbox: Callable[..., list]
) -> None:
    """All four are equal: each is first, whatever the lots say of who goes up."""
    season = registered(4)
    verify_everybody()
    run_season(season=season, now=STARTS)
    inbox(at=STARTS)
    run_season(season=season, now=ENDS)
    standings = client.get("/leagues/night-club/1/standings.csv").content.decode()
    places = {line.split(",")[2]: line.split(",")[1] for line in standings.splitlines()[1:]}
    assert set(places.values()) == {"1"}
    mails = [" ".join(text_of(mail).split()) for mail in inbox(at=ENDS)]
    results = [text for text in mails if "season 1 is over" in text]
    assert len(results) == 4
    assert all("You finished in place 1." in text for text in results)
