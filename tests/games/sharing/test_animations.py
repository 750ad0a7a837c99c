"""The animation of a finished game: what it shows, and that a worker makes it once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image, ImageChops

import engine
from games import log
from games.accounts.closing import close_account
from games.common.errors import Refused
from games.common.work import ANIMATIONS
from games.common.work_rows import WorkStatus
from games.drawing import game_film
from games.drawing.apng import AnimatedPng
from games.notifications.leases import make_due, make_row
from games.people.models import Person
from games.sharing import animations
from games.sharing.animations import (
    MOST_WAITING,
    animation_data,
    animation_of,
    ask_for_animation,
    moments_of,
)
from games.sharing.models import Animation
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW

Still = Callable[[], None]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing: for tests of the job alone."""
    monkeypatch.setattr(animations, "animated_png", lambda *args, painted: b"a film")


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("person").order_by("number"))


def frames_of(data: bytes) -> list[Image.Image]:
    with Image.open(BytesIO(data)) as film:
        found = []
        for number in range(film.n_frames):
            film.seek(number)
            found.append(film.convert("RGB"))
        return found


def test_each_claim_is_a_picture_and_the_scores_are_the_last(played: Game) -> None:
    moments = moments_of(played, seats_of(played))
    laid = [line.event for line in log.events(played) if hasattr(line.event, "track")]
    assert moments[0].claims == {}
    assert [len(moment.claims) for moment in moments[:4]] == [0, 1, 2, 3]
    assert [moment.lit for moment in moments[1:4]] == [[event.track] for event in laid[:3]]
    assert len(moments) == len(laid) + 3
    outcome = log.load(played).outcome
    assert outcome is not None
    assert [line.points for line in moments[-1].card.lines] == [
        score.total for score in outcome.scores
    ]
    assert moments[-1].card.lines[0].first
    assert moments[-1].card.status == "Final scores"


def test_no_picture_before_the_last_shows_more_than_spectators_saw(played: Game) -> None:
    """The points on the card are those on the board, without tickets, until the end."""
    events = [line.event for line in log.events(played)]
    steps = list(engine.replay_steps(engine.load_board("japan"), events))
    assert steps
    moments = moments_of(played, seats_of(played))
    last_on_board = engine.view(log.load(played), None).points
    assert sorted(line.points for line in moments[-2].card.lines) == sorted(last_on_board)


@pytest.mark.slow
def test_a_program_that_reads_apng_sees_the_pictures_that_were_painted(played: Game) -> None:
    moments = moments_of(played, seats_of(played))
    few = [*moments[:4], *moments[-2:]]
    board = engine.load_board("japan")
    tints = animations.seat_tints(())
    data = game_film.animated_png(board, tints, few)
    still, *frames = frames_of(data)
    assert still.size == (1200, 630)
    assert len(frames) == len(few)
    assert ImageChops.difference(still, frames[-1]).getbbox() is None
    # Painted part by part, or as a whole: what is seen is the same but for edges.
    scene = game_film.GameScene(board, tints)
    for moment, frame in zip(few, frames, strict=True):
        scene.clear()
        scene.show(moment)
        apart = ImageChops.difference(scene.image, frame).convert("L")
        assert sum(count for value, count in enumerate(apart.histogram()) if value > 60) < 700
    assert game_film.animated_png(board, tints, few) == data


def test_an_animation_repeats_and_stays_at_its_end() -> None:
    film = AnimatedPng(Image.new("P", (4, 4)))
    film.add(Image.new("P", (4, 4)), 100)
    film.add(Image.new("P", (4, 4), 3), 7000)
    with Image.open(BytesIO(film.data())) as read:
        assert (read.n_frames, read.info["loop"]) == (3, 0)
        read.seek(2)
        assert read.info["duration"] == 7000
    assert game_film._times(40)[-1] >= 5000


def test_a_long_game_shows_several_claims_in_one_picture() -> None:
    card = animations.score_card
    assert card
    moments = [game_film.Moment({str(n): None}, (), None) for n in range(400)]  # type: ignore[arg-type]
    short = game_film.thinned(moments)
    assert len(short) <= game_film.MOST_PICTURES
    assert short[-2:] == moments[-2:]


def test_it_is_made_once_however_often_it_is_asked_for(
    played: Game, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr(animations, "send_on_commit", lambda *args: sent.append(args))
    for _ in range(3):
        ask_for_animation(game=played, now=NOW)
    assert sent == [(ANIMATIONS.task,)]
    assert make_row(ANIMATIONS, pk=played.pk, now=NOW)
    assert not make_row(ANIMATIONS, pk=played.pk, now=NOW)
    ask_for_animation(game=played, now=NOW)
    assert len(sent) == 1
    row = Animation.objects.get()
    assert (row.status, row.size, row.attempts) == (WorkStatus.READY, 6, 1)
    assert animation_data(played, seats_of(played)) == (b"a film", row.digest)


def test_while_one_worker_has_it_no_other_takes_it(
    played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_animation(game=played, now=NOW)
    others = []

    def paint(*args: object, painted: Callable[[int], None]) -> bytes:
        others.append(make_row(ANIMATIONS, pk=played.pk, now=NOW + ANIMATIONS.lease / 2))
        others.append(make_due(ANIMATIONS, now=NOW + ANIMATIONS.lease / 2))
        return b"a film"

    monkeypatch.setattr(animations, "animated_png", paint)
    assert make_row(ANIMATIONS, pk=played.pk, now=NOW)
    assert others == [False, 0]


def test_the_job_of_a_worker_that_was_killed_is_taken_up_again(
    played: Game, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_animation(game=played, now=NOW)
    with monkeypatch.context() as patch:
        patch.setattr(animations, "make", kill)
        with pytest.raises(KeyboardInterrupt):
            make_row(ANIMATIONS, pk=played.pk, now=NOW)
    assert make_due(ANIMATIONS, now=NOW + ANIMATIONS.lease / 2) == 0
    assert make_due(ANIMATIONS, now=NOW + ANIMATIONS.lease) == 1
    assert Animation.objects.get().status == WorkStatus.READY


def kill(*args: object, **options: object) -> None:
    raise KeyboardInterrupt


def test_a_worker_that_paints_keeps_its_lease_and_notes_how_far_it_is(
    played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_animation(game=played, now=NOW)
    monkeypatch.setattr(animations, "SAVE_AFTER", 0)
    seen = []

    def paint(board: object, tints: object, moments: list, painted: Callable) -> bytes:
        painted(7)
        row = Animation.objects.get()
        seen.append(
            (row.painted, row.frames == len(moments), row.next_attempt_at >= NOW + ANIMATIONS.lease)
        )
        return b"a film"

    monkeypatch.setattr(animations, "animated_png", paint)
    make_row(ANIMATIONS, pk=played.pk, now=NOW)
    assert seen == [(7, True, True)]


def test_what_kills_every_worker_is_given_up(played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for_animation(game=played, now=NOW)
    at = NOW
    with monkeypatch.context() as patch:
        patch.setattr(animations, "make", kill)
        for _ in range(ANIMATIONS.attempts):
            with pytest.raises(KeyboardInterrupt):
                make_row(ANIMATIONS, pk=played.pk, now=at)
            at += ANIMATIONS.lease
    assert make_due(ANIMATIONS, now=at) == 0
    assert Animation.objects.get().status == WorkStatus.FAILED


def test_a_failure_is_tried_again_then_said_and_may_be_asked_for_again(
    played: Game, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_animation(game=played, now=NOW)
    at = NOW
    with monkeypatch.context() as patch:
        patch.setattr(animations, "moments_of", lambda *args: 1 / 0)
        for _ in range(ANIMATIONS.attempts):
            assert Animation.objects.get().status == WorkStatus.PENDING
            assert not make_row(ANIMATIONS, pk=played.pk, now=at)
            at += timedelta(hours=5)
    assert Animation.objects.get().status == WorkStatus.FAILED
    ask_for_animation(game=played, now=at)
    assert make_due(ANIMATIONS, now=at) == 1


def test_one_that_shows_an_old_name_is_shown_to_nobody_and_made_again(
    played: Game, quick: None, alice: Person
) -> None:
    ask_for_animation(game=played, now=NOW)
    make_row(ANIMATIONS, pk=played.pk, now=NOW)
    Person.objects.filter(pk=alice.pk).update(name="Alicia")
    assert animation_data(played, seats_of(played)) is None
    assert animation_of(played, seats_of(played)) is None
    ask_for_animation(game=played, now=NOW)
    assert make_row(ANIMATIONS, pk=played.pk, now=NOW)
    assert animation_data(played, seats_of(played)) is not None


def test_a_game_that_was_adjudicated_ends_with_the_places_that_were_given(table: Game) -> None:
    result = {
        "scores": [{"place": 1, "seats": [1], "total": 9}, {"place": 2, "seats": [0], "total": 4}]
    }
    Game.objects.filter(pk=table.pk).update(status="finished", result=result)
    table.refresh_from_db()
    first, before, last = moments_of(table, seats_of(table))
    assert first.claims == before.claims == last.claims == {}
    assert [(line.name, line.points, line.first) for line in last.card.lines] == [
        ("Bob", 9, True),
        ("Alice", 4, False),
    ]


def test_an_animation_that_was_requested_again_is_not_overwritten_by_the_old_one(
    played: Game, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask_for_animation(game=played, now=NOW)

    def paint(*args: object, painted: Callable[[int], None]) -> bytes:
        Person.objects.filter(pk=alice.pk).update(name="Alicia")
        ask_for_animation(game=played, now=NOW + ANIMATIONS.lease)
        monkeypatch.setattr(animations, "animated_png", lambda *args, painted: b"new")
        assert make_row(ANIMATIONS, pk=played.pk, now=NOW + ANIMATIONS.lease)
        return b"old"

    monkeypatch.setattr(animations, "animated_png", paint)
    make_row(ANIMATIONS, pk=played.pk, now=NOW)
    found = animation_data(played, seats_of(played))
    assert found is not None
    assert found[0] == b"new"


def test_closing_an_account_deletes_what_shows_its_name(
    played: Game, quick: None, alice: Person
) -> None:
    ask_for_animation(game=played, now=NOW)
    make_row(ANIMATIONS, pk=played.pk, now=NOW)
    close_account(person=alice, now=NOW)
    assert not Animation.objects.exists()


def test_a_game_that_goes_on_has_none(table: Game) -> None:
    with pytest.raises(Refused, match="played to its end"):
        ask_for_animation(game=table, now=NOW)


def test_a_limited_number_waits_at_a_time(played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_WAITING >= 10
    monkeypatch.setattr(animations, "MOST_WAITING", 0)
    with pytest.raises(Refused, match="Try again in an hour"):
        ask_for_animation(game=played, now=NOW)
    assert not Animation.objects.exists()
