"""The page of a player, the rankings, and reports of players."""

from __future__ import annotations

import pytest

from games.moderation.models import Report
from games.people.models import Person
from games.players import rate_finished_games
from games.players.models import ReliabilityRecord
from games.players.sums import recount_sums
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.players.conftest import Ended, ended

__all__ = ["ended"]


@pytest.fixture
def rivals(ended: Ended, alice: Person, bob: Person) -> tuple[Person, Person]:
    """Alice has won six games against Bob."""
    for hours in range(6):
        ended([alice], [bob], places=[1, 2], hours=hours)
    rate_finished_games(now=NOW)
    return alice, bob


def text(client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_player_has_ratings_with_their_uncertainty_and_a_plot(rivals, browse) -> None:
    page = text(browse(), "/people/Alice/")
    assert "1500 ± 400" in page
    assert page.count(" ± ") >= 3
    assert 'class="chart"' in page
    assert "The rating after each game" in page


def test_somebody_without_games_has_a_page_that_says_so(alice: Person, browse) -> None:
    page = text(browse(), "/people/Alice/")
    assert "No rated game has finished yet." in page
    assert 'class="chart"' not in page


def test_reliability_is_shown_once_there_are_turns_enough(
    rivals, browse, alice: Person, bob: Person
) -> None:
    game = Game.objects.first()
    ReliabilityRecord.objects.create(
        game=game, person=alice, seq=0, answered=38, missed=3, excused=1
    )
    ReliabilityRecord.objects.create(game=game, person=bob, seq=0, answered=5, missed=1)
    recount_sums()
    page = text(browse(), "/people/Alice/")
    assert "95%" in page
    assert "38 of 40" in page
    assert "too few to judge" in text(browse(), "/people/Bob/")


def test_private_games_are_listed_for_those_who_play_them_alone(
    rivals, browse, alice: Person, charlie: Person
) -> None:
    game = Game.objects.first()
    Game.objects.filter(pk=game.pk).update(public=False)
    assert game.code in text(browse(alice), "/people/Alice/")
    for reader in (charlie, None):
        assert game.code not in text(browse(reader), "/people/Alice/")


@pytest.mark.parametrize("name", ["Nobody", "alice", "x" * 200, "Alice%2f", "%00"])
def test_a_name_that_nobody_has_is_not_found(alice: Person, browse, name: str) -> None:
    assert browse().get(f"/people/{name}/").status_code in (400, 404)


def test_the_ranking_of_a_board_names_those_with_games_enough(rivals, browse, charlie) -> None:
    page = text(browse(), "/ranking/usa/")
    assert page.index("/people/Alice/") < page.index("/people/Bob/")
    assert "Charlie" not in page
    assert "Nobody is ranked here yet." in text(browse(), "/ranking/japan/")
    assert browse().get("/ranking/nonesuch/").status_code == 404
    assert "/people/Alice/" in text(browse(), "/ranking/?page=99999")


def test_the_ranking_takes_as_many_queries_whatever_its_length(
    rivals, browse, ended: Ended, charlie: Person, dana: Person, django_assert_max_num_queries
) -> None:
    for hours in range(6, 12):
        ended([charlie], [dana], places=[1, 2], hours=hours)
    rate_finished_games(now=NOW)
    with django_assert_max_num_queries(4):
        text(browse(), "/ranking/")


def test_a_player_is_reported_once_with_words(browse, alice: Person, bob: Person) -> None:
    client = browse(alice)
    for _twice in range(2):
        answer = client.post("/people/Bob/report/", {"kind": "name", "text": "It is an insult."})
        assert answer.status_code == 302
    [told] = Report.objects.all()
    assert (told.reporter, told.subject, told.quote) == (alice, bob, "Bob")


def test_a_report_needs_words_and_a_person_who_is_another(browse, alice: Person, bob) -> None:
    client = browse(alice)
    for name, words in (("Bob", ""), ("Bob", "x"), ("Alice", "I am rude.")):
        answer = client.post(f"/people/{name}/report/", {"kind": "player", "text": words})
        assert answer.status_code == 422
    assert browse().get("/people/Bob/report/").status_code == 302
    assert not Report.objects.exists()


def test_the_lobby_shows_who_keeps_the_clock(browse, begin, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    ReliabilityRecord.objects.create(game=game, person=bob, seq=0, answered=40)
    recount_sums()
    browse(bob).post("/lobby/new/", LOBBY)
    page = text(browse(alice), "/lobby/")
    assert "100% on time" in page
    assert "requires 90% of turns on time" in page


LOBBY = {
    "board": "usa",
    "seats": "2",
    "bots": "0",
    "bot": "planner",
    "days_per_turn": "3",
    "bank": "none",
    "auto_vacation_days": "7",
    "replace_after": "3",
    "public": "yes",
    "teams": "chance",
    "rated": "on",
    "least_reliability": "90",
}


def test_a_table_turns_away_who_misses_turns_and_takes_who_is_new(
    browse, begin, alice: Person, bob: Person, charlie: Person
) -> None:
    other = begin(alice, bob)
    ReliabilityRecord.objects.create(game=other, person=alice, seq=0, answered=30, missed=10)
    recount_sums()
    browse(bob).post("/lobby/new/", LOBBY)
    game = Game.objects.get(status="open")
    page = browse(alice).post(f"/games/{game.code}/join/", {}, follow=True).content.decode()
    assert "90%" in page
    assert "75%" in page
    browse(charlie).post(f"/games/{game.code}/join/", {})
    game.refresh_from_db()
    assert game.status == "running"
    assert game.rated
