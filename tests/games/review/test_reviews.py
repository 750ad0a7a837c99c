"""Reviews of finished games: made piece by piece, private until they are shared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

import engine
from engine.bots.review import count_decisions
from games import log
from games.accounts.closing import close_account
from games.accounts.data_export import exported
from games.common.actors import DIRECTOR
from games.common.event_types import DECISION
from games.common.work import REVIEWS
from games.common.work_rows import WorkStatus
from games.notifications.leases import make_due
from games.people.models import Person
from games.play import bot_process
from games.play.transaction import game_transaction
from games.review import reviews
from games.review.models import Review
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW, Starter
from tests.fixtures.pages import Browse
from tests.games.api.conftest import Api, Program, api  # noqa: F401

LATER = NOW.replace(year=2100)


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PLAYOUTS", 2)


@pytest.fixture(autouse=True, scope="module")
def _one_bot_process() -> Iterator[None]:
    """Starting one takes longer than its answers: the tests leave it to each other."""
    yield
    bot_process.end_idle()


@pytest.fixture
def page(browse: Browse, alice: Person) -> Client:
    return browse(alice)


def url(game: Game, seat: str = "") -> str:
    return f"/games/{game.code}/review/{seat}"


def ask(page: Client, game: Game) -> int:
    return page.post(url(game)).status_code


@pytest.fixture
def made(page: Client, played: Game, monkeypatch: pytest.MonkeyPatch) -> Review:
    """A review of Alice's first decision, said to be all of it."""
    ask(page, played)
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "SLICE", 0.0)
        make_due(REVIEWS, now=LATER)
    Review.objects.update(status=WorkStatus.READY, next_attempt_at=None)
    return Review.objects.get()


def share(page: Client, game: Game, audience: str) -> None:
    page.post(f"{url(game)}share/", {"with": audience})


def test_a_player_asks_and_the_page_says_how_far_it_is(
    page: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert url(played) in page.get(f"/games/{played.code}/").content.decode()
    assert "Review my decisions" in page.get(url(played)).content.decode()
    ask(page, played)
    ask(page, played)
    assert Review.objects.count() == 1
    assert "0%" in page.get(url(played)).content.decode()
    monkeypatch.setattr(reviews, "SLICE", 0.0)
    assert make_due(REVIEWS, now=LATER) == 1
    shown = page.get(url(played)).content.decode()
    assert f"{Review.objects.get().percent}%" in shown
    assert 'http-equiv="refresh"' in shown


def test_a_run_that_dies_is_followed_by_one_that_goes_on_where_it_stopped(
    page: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(page, played)
    asked = []
    real = bot_process.BotProcess.ask

    def killed(self: object, question: dict[str, object], **options: object) -> object:
        asked.append(question.get("after"))
        if len(asked) == 5:
            raise KeyboardInterrupt
        return real(self, question, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(bot_process.BotProcess, "ask", killed)
    # A busy machine would end the run before it dies.
    monkeypatch.setattr(reviews, "SLICE", 600.0)
    with pytest.raises(KeyboardInterrupt):
        make_due(REVIEWS, now=LATER)
    review = Review.objects.get()
    known = review.decisions
    assert len(known) == 3
    assert make_due(REVIEWS, now=LATER + timedelta(seconds=30)) == 0
    monkeypatch.setattr(reviews, "SLICE", 0.0)
    assert make_due(REVIEWS, now=LATER + timedelta(minutes=5)) == 1
    assert asked[5] == review.reviewed_to
    decisions = Review.objects.get().decisions
    assert decisions[:3] == known
    assert [one["at"] for one in decisions] == sorted({one["at"] for one in decisions})


def make_slices(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers review this many decisions, one a run."""
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "SLICE", 0.0)
        for hours in range(count):
            make_due(REVIEWS, now=LATER + timedelta(hours=hours))


def test_one_that_failed_goes_on_where_it_stopped(
    page: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(page, played)
    make_slices(2, monkeypatch)
    made = Review.objects.get()
    Review.objects.update(status=WorkStatus.FAILED, next_attempt_at=None, attempts=3)
    shown = page.get(url(played)).content.decode()
    assert f"{made.percent}% is done, and it goes on from there." in shown
    ask(page, played)
    asked_again = Review.objects.get()
    assert (asked_again.status, asked_again.attempts) == (WorkStatus.PENDING, 0)
    assert asked_again.decisions == made.decisions
    assert asked_again.percent == made.percent > 0
    make_slices(1, monkeypatch)
    assert len(Review.objects.get().decisions) == len(made.decisions) + 1


def test_an_event_of_the_table_after_the_end_costs_no_decision(
    page: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(page, played)
    make_slices(2, monkeypatch)
    made = Review.objects.get()
    Game.objects.update(status=GameStatus.RUNNING)
    with game_transaction(game=played, now=NOW) as locked:
        locked.append_table_event(DECISION, {"digest": "0" * 64}, DIRECTOR)
    Game.objects.update(status=GameStatus.FINISHED)
    ask(page, played)
    found = Review.objects.get()
    played.refresh_from_db()
    assert found.version == played.version > made.version
    assert found.decisions == made.decisions


def test_the_page_says_how_long_it_takes(
    page: Client, played: Game, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(r"It takes about \d+ minutes?\.", page.get(url(played)).content.decode())
    ask(page, played)
    minutes_at_first = minutes_shown(page, played)
    assert minutes_at_first > 0
    make_slices(1, monkeypatch)
    review = Review.objects.get()
    review.decisions[0]["seconds"] = 60
    review.save()
    left = count_decisions(
        engine.load_board(played.board),
        [line.event for line in log.events(played)],
        [0],
        after=review.reviewed_to,
    )
    assert minutes_shown(page, played) == left
    Review.objects.create(
        game=played, person=bob, seat=1, version=1, created_at=NOW, next_attempt_at=NOW
    )
    assert minutes_shown(page, played) == 2 * left


def minutes_shown(page: Client, game: Game) -> int:
    found = re.search(r"About (\d+) minutes? left\.", page.get(url(game)).content.decode())
    assert found is not None
    return int(found[1])


def test_the_page_tells_skill_and_luck_apart_and_leads_to_the_replay(
    page: Client, played: Game
) -> None:
    ask(page, played)
    # Of sixty decisions the last dozen will do.
    Review.objects.update(reviewed_to=played.version - 60)
    hours = 0
    while make_due(REVIEWS, now=LATER + timedelta(hours=hours)):
        hours += 1
    made = Review.objects.get()
    assert made.status == WorkStatus.READY
    found = page.get(url(played))
    shown = found.content.decode()
    assert "points lost by choices" in shown
    assert "luck: useful cards from the deck" in shown
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="chart"' in shown
    lost = [one for one in made.decisions if one["lost"] > 0]
    assert len(found.context["panel"]["mattered"]) == len(lost)
    for line in found.context["panel"]["mattered"]:
        assert page.get(line["url"]).status_code == 200
        assert line["better"] != line["chosen"]
    assert {one["seat"] for one in made.decisions} == {0}


def test_nobody_else_reads_a_review_until_it_is_shared(
    page: Client, made: Review, played: Game, browse: Browse, bob: Person, charlie: Person
) -> None:
    readers = {"bob": browse(bob), "charlie": browse(charlie), "nobody": browse()}

    def answers() -> dict[str, int]:
        return {name: one.get(url(played, "0/")).status_code for name, one in readers.items()}

    assert set(answers().values()) == {404}
    share(page, played, "players")
    assert answers() == {"bob": 200, "charlie": 404, "nobody": 404}
    share(page, played, "everyone")
    assert set(answers().values()) == {200}
    share(page, played, "")
    assert set(answers().values()) == {404}
    share(readers["bob"], played, "everyone")
    assert Review.objects.get().shared_with == ""


def test_a_shared_review_of_a_private_game_is_read_by_its_players_alone(
    page: Client, made: Review, played: Game, browse: Browse, bob: Person, charlie: Person
) -> None:
    share(page, played, "everyone")
    Game.objects.filter(pk=played.pk).update(public=False)
    assert browse(bob).get(url(played, "0/")).status_code == 200
    assert browse(charlie).get(url(played, "0/")).status_code == 404
    assert browse().get(url(played, "0/")).status_code == 404


@pytest.mark.parametrize("status", [GameStatus.RUNNING, GameStatus.VOID])
def test_of_a_game_that_goes_on_or_was_voided_there_is_none(
    page: Client, made: Review, played: Game, browse: Browse, bob: Person, status: str
) -> None:
    """A director may undo the end of a game: then hands are hidden again."""
    share(page, played, "everyone")
    Game.objects.filter(pk=played.pk).update(status=status)
    assert browse(bob).get(url(played, "0/")).status_code == 404
    assert page.get(url(played)).status_code == 404
    assert ask(page, played) == 404


def test_who_did_not_play_is_refused(
    played: Game, browse: Browse, charlie: Person, db: None
) -> None:
    assert ask(browse(charlie), played) == 404
    assert ask(browse(), played) == 302
    assert not Review.objects.exists()


def test_a_person_has_a_limited_number_of_waiting_reviews(
    page: Client, alice: Person, bob: Person, begin: Starter, played: Game
) -> None:
    for _each in range(reviews.MOST_OF_A_PERSON):
        game = begin(alice, bob)
        Review.objects.create(
            game=game, person=alice, seat=0, version=1, created_at=NOW, next_attempt_at=NOW
        )
    assert "Ask again when one is ready" in page.post(url(played), follow=True).content.decode()
    assert not Review.objects.filter(game=played).exists()


def test_a_search_that_fails_again_and_again_is_given_up(
    page: Client, played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, question: object, **options: object) -> object:
        raise bot_process.Overrun("it is broken")

    ask(page, played)
    monkeypatch.setattr(bot_process.BotProcess, "ask", fail)
    for hours in range(REVIEWS.attempts):
        make_due(REVIEWS, now=LATER + timedelta(hours=hours))
    assert Review.objects.get().status == WorkStatus.FAILED
    assert "could not be made" in page.get(url(played)).content.decode()
    ask(page, played)
    assert Review.objects.get().status == WorkStatus.PENDING


def test_a_review_is_removed_by_its_owner_and_with_the_account(
    page: Client, made: Review, played: Game, alice: Person
) -> None:
    find, fields = exported()["reviews"]
    assert list(find(alice).values_list("game__code", flat=True)) == [played.code]
    assert "decisions" in fields
    page.post(f"{url(played)}remove/")
    assert not Review.objects.exists()
    ask(page, played)
    close_account(person=alice, now=NOW)
    assert not Review.objects.exists()


def test_programs_read_what_their_person_may_read(
    page: Client,
    made: Review,
    played: Game,
    api: Api,  # noqa: F811
    alice: Person,
    bob: Person,
) -> None:
    def read(program: Program) -> list[dict[str, Any]]:
        answer = program.ask("GET", f"games/{played.code}/reviews/")
        found: list[dict[str, Any]] = answer.data["results"]
        return found

    alices, bobs, nobodys = api(alice), api(bob), api()
    assert [(one["own"], len(one["decisions"])) for one in read(alices)] == [(True, 1)]
    assert read(bobs) == read(nobodys) == []
    share(page, played, "players")
    assert [one["own"] for one in read(bobs)] == [False]
    assert read(nobodys) == []
    Game.objects.filter(pk=played.pk).update(status=GameStatus.RUNNING)
    assert read(alices) == read(bobs) == []
