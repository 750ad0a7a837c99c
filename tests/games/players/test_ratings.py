from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from games.absence.models import HandOver
from games.people.models import Person
from games.players import rate_finished_games, recompute_ratings
from games.players.models import RatedGame, Rating, RatingChange
from games.players.selectors import ranking, rating_history, ratings_of
from games.players.skill import MU, SIGMA
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter
from tests.games.play.test_whole_game import play_to_the_end
from tests.games.players.conftest import Ended


def rows() -> tuple[object, ...]:
    """Everything that counting has written, without the ids of rows."""
    tables = []
    for model in (RatedGame, RatingChange, Rating):
        names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
        tables.append(sorted(map(repr, model.objects.values_list(*names))))
    return tuple(tables)


def mu(person: Person, board: str = "") -> float:
    return Rating.objects.get(person=person, board=board).mu


def test_who_wins_rises_and_who_loses_falls(ended: Ended, alice: Person, bob: Person) -> None:
    ended([alice], [bob], places=[1, 2])
    assert rate_finished_games(now=NOW) == 1
    assert mu(alice) > MU > mu(bob)
    assert Rating.objects.get(person=alice, board="").sigma < SIGMA


def test_a_game_played_over_http_is_counted(begin: Starter, alice: Person, bob: Person) -> None:
    game = begin(alice, bob)
    assert game.rated
    play_to_the_end(game)
    assert rate_finished_games(now=NOW) == 1
    first, second = game.seats.order_by("place", "number")
    # The cards fall as they will: two who share the place stay equal.
    ahead = first.place != second.place
    assert (mu(first.person) > MU) == ahead
    assert Rating.objects.get(person=first.person, board="").sigma < SIGMA


def test_each_board_counts_for_itself_and_all_together(
    ended: Ended, alice: Person, bob: Person
) -> None:
    ended([alice], [bob], places=[1, 2])
    ended([alice], [bob], places=[2, 1], board="japan", hours=1)
    rate_finished_games(now=NOW)
    assert mu(alice, "usa") > MU > mu(alice, "japan")
    assert [standing.board for standing in ratings_of(alice)] == ["", "japan", "usa"]
    assert [standing.games for standing in ratings_of(alice)] == [2, 1, 1]


def test_a_team_rises_together(
    ended: Ended, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    ended([alice, bob], [charlie, dana], places=[1, 2], board="team-asia")
    rate_finished_games(now=NOW)
    assert mu(alice) == mu(bob) > MU > mu(charlie) == mu(dana)


def test_equal_places_of_equal_players_change_nothing_but_the_uncertainty(
    ended: Ended, alice: Person, bob: Person
) -> None:
    ended([alice], [bob], places=[1, 1])
    rate_finished_games(now=NOW)
    assert mu(alice) == pytest.approx(MU)
    assert Rating.objects.get(person=alice, board="").sigma < SIGMA


def test_counting_twice_changes_nothing(ended: Ended, alice: Person, bob: Person) -> None:
    ended([alice], [bob], places=[1, 2])
    rate_finished_games(now=NOW)
    before = rows()
    assert rate_finished_games(now=NOW) == 0
    assert rows() == before


def test_the_rows_of_a_game_lead_from_what_was_to_what_is(
    ended: Ended, alice: Person, bob: Person
) -> None:
    for hours in (1, 2, 3):
        ended([alice], [bob], places=[1, 2], hours=hours)
    rate_finished_games(now=NOW)
    mine = list(RatingChange.objects.filter(person=alice, board="").order_by("at"))
    assert mine[0].mu_before == MU
    for earlier, later in pairwise(mine):
        assert (earlier.mu_after, earlier.sigma_after) == (later.mu_before, later.sigma_before)
    assert mu(alice) == mine[-1].mu_after
    assert len(rating_history(alice)) == 3


def test_whatever_the_order_of_counting_it_ends_as_counting_all_again(
    ended: Ended, alice: Person, bob: Person, charlie: Person
) -> None:
    """A game that ended first may be committed last."""
    ended([alice], [bob], places=[1, 2], hours=5)
    rate_finished_games(now=NOW)
    ended([bob], [charlie], [alice], places=[1, 2, 2], hours=3, board="japan")
    rate_finished_games(now=NOW)
    ended([charlie], [alice], places=[1, 2], hours=4)
    rate_finished_games(now=NOW)
    before = rows()
    assert recompute_ratings(now=NOW) == 3
    assert rows() == before


def test_a_game_that_is_voided_afterwards_counts_no_more(
    ended: Ended, alice: Person, bob: Person, charlie: Person
) -> None:
    game = ended([alice], [bob], places=[1, 2], hours=1)
    ended([bob], [charlie], places=[1, 2], hours=2)
    rate_finished_games(now=NOW)
    Game.objects.filter(pk=game.pk).update(status="void")
    assert rate_finished_games(now=NOW) == 1
    assert not Rating.objects.filter(person=alice).exists()
    changes = RatingChange.objects.filter(person=bob, board="")
    assert [change.mu_before for change in changes] == [MU]
    before = rows()
    recompute_ratings(now=NOW)
    assert rows() == before


@pytest.mark.parametrize("fields", [{"rated": False}, {"status": "void"}, {"status": "running"}])
def test_other_games_do_not_count(
    ended: Ended, alice: Person, bob: Person, fields: dict[str, object]
) -> None:
    ended([alice], [bob], places=[1, 2], **fields)
    assert rate_finished_games(now=NOW) == 0


def test_a_game_with_bots_is_never_rated(begin: Starter, alice: Person, bob: Person) -> None:
    assert not begin(alice, bob, bots=["random"], rated=True).rated
    assert not begin(alice, bob, rated=False).rated


def test_who_left_is_rated_and_who_helped_out_is_not(
    ended: Ended, alice: Person, bob: Person, charlie: Person
) -> None:
    game = ended([charlie], [bob], places=[2, 1])
    seat = game.seats.get(number=0)
    HandOver.objects.create(seat=seat, at=NOW, seq=7, person_before=alice, person_after=charlie)
    rate_finished_games(now=NOW)
    assert mu(alice) < MU < mu(bob)
    assert not Rating.objects.filter(person=charlie).exists()


def test_an_erased_player_leaves_the_ratings_of_the_others_as_they_are(
    ended: Ended, alice: Person, bob: Person, charlie: Person
) -> None:
    for hours in (1, 2, 3):
        ended([alice], [bob], places=[1, 2], hours=hours)
    ended([alice], [charlie], places=[1, 2], hours=4)
    rate_finished_games(now=NOW)
    before = mu(bob), mu(charlie)
    alice.delete()
    recompute_ratings(now=NOW)
    assert (mu(bob), mu(charlie)) == before


def test_a_game_without_a_result_in_its_log_is_passed_over_once(
    ended: Ended, alice: Person, bob: Person, tamper: None
) -> None:
    ended([alice], [bob], places=[1, 2]).events.all().delete()
    assert rate_finished_games(now=NOW) == 1
    assert rate_finished_games(now=NOW) == 0
    assert not Rating.objects.exists()


def test_the_ranking_begins_after_five_games_and_goes_by_what_is_sure(
    ended: Ended, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    for hours in range(4):
        ended([alice], [bob], places=[1, 2], hours=hours)
    rate_finished_games(now=NOW)
    assert not ranking().exists()
    for hours in range(4, 20):
        ended([alice], [bob], places=[1, 2], hours=hours)
    for hours in range(20, 24):
        ended([charlie], [dana], places=[1, 2], hours=hours)
    ended([charlie], [alice], places=[1, 2], hours=24)
    rate_finished_games(now=NOW)
    assert [row.person for row in ranking()] == [alice, charlie, bob]
    assert [row.person for row in ranking("usa")] == [alice, charlie, bob]
    alice.is_active = False
    alice.save()
    assert [row.person for row in ranking()] == [charlie, bob]


def tournament(ended: Ended, people: list[Person], count: int) -> list[Game]:
    """Games of these people in turn, an hour apart, on two boards."""
    found = []
    for hours in range(count):
        first, second = people[hours % len(people)], people[(hours + 1 + hours // 5) % len(people)]
        pair = [first, second] if first != second else [first, people[hours % len(people) - 1]]
        places = [1, 2] if hours % 3 else [2, 1]
        found.append(
            ended(
                *([one] for one in pair),
                places=places,
                hours=hours,
                board=("usa", "japan")[hours % 2],
            )
        )
    return found


def test_many_results_are_counted_in_batches_and_a_run_ends_when_its_time_is_over(
    ended: Ended, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    tournament(ended, [alice, bob, charlie, dana], 17)
    counted = [rate_finished_games(now=NOW, batch=5, budget=0) for _run in range(5)]
    assert counted == [5, 5, 5, 2, 0]
    before = rows()
    assert recompute_ratings(now=NOW) == 17
    assert rows() == before


@pytest.mark.parametrize("again", ["void", "late", "moved"])
def test_while_old_results_are_counted_again_everybody_keeps_a_rating(
    ended: Ended, alice: Person, bob: Person, charlie: Person, dana: Person, again: str
) -> None:
    """One of them changes, and while that is put right another one does."""
    people = [alice, bob, charlie, dana]
    games = tournament(ended, people, 17)
    rate_finished_games(now=NOW)
    standing = set(Rating.objects.values_list("person", "board"))

    def change(game: Game, hours: float) -> None:
        if again == "void":
            Game.objects.filter(pk=game.pk).update(status="void")
        elif again == "late":
            ended([dana], [alice], places=[1, 2], hours=hours)
        else:
            Game.objects.filter(pk=game.pk).update(ended_at=NOW + timedelta(hours=hours))

    change(games[3], 1.5)
    runs = 0
    while rate_finished_games(now=NOW, batch=4, budget=0):
        assert set(Rating.objects.values_list("person", "board")) == standing
        runs += 1
        if runs == 2:
            change(games[2], 0.5)
            change(games[14], 12.5)
    assert runs > 4
    before = rows()
    recompute_ratings(now=NOW)
    assert rows() == before


def test_counting_again_forgets_rows_of_games_that_never_counted(
    ended: Ended, alice: Person, bob: Person, charlie: Person
) -> None:
    ended([alice], [bob], places=[1, 2], hours=1)
    rate_finished_games(now=NOW)
    before = rows()
    stray = ended([charlie], [bob], places=[1, 2], rated=False)
    change = RatingChange.objects.first()
    change.pk, change.game, change.person, change.at = None, stray, charlie, NOW
    change.save()
    Rating.objects.create(person=charlie, board="usa", mu=99, sigma=1, games=1, at=NOW)
    recompute_ratings(now=NOW)
    assert rows() == before
