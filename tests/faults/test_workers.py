"""A site of many processes: workers and a beat on a broker, all of them on one PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.utils.timezone import now

import engine
from games import log
from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.notifications.models import DeliveryStatus, Mail, Notice
from games.people.models import Person
from games.play import submit_action
from games.tables.models import Game, Seat
from tests.faults.conftest import Catcher, Machines, until

pytestmark = [pytest.mark.services, pytest.mark.brokers]

People = Callable[..., Person]


@pytest.fixture
def players(machines: Machines, people: People) -> list[Person]:
    return [people("Alice"), people("Bob")]


def start(players: list[Person], *, board: str = "usa", bots: int = 1) -> Game:
    game = create_game(
        organiser=players[0],
        options=GameOptions(
            board=board, seats=len(players) + bots, bots=["random"] * bots, order_fixed=True
        ),
        now=now(),
    )
    for person in players[1:]:
        join_game(game=game, person=person, admission=False, now=now())
    return game


def choose(game: Game, *seats: int) -> None:
    for seat in seats:
        state = log.load(game)
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[engine.automatic_action(state, seat)],
            actor=str(seat),
            now=now(),
        )


def waits_for(game: Game, seat: int) -> Callable[[], bool]:
    return lambda: game.seats.get(number=seat).kind == "turn"


def run_out(*games: Game) -> None:
    """Let days pass: the time of all who are to move has run out."""
    late = Seat.objects.filter(game__in=games, person__isnull=False, due_at__isnull=False)
    late.update(opened_at=now() - timedelta(days=30), due_at=now() - timedelta(seconds=1))


def types(game: Game) -> Counter[str]:
    return Counter(Event.objects.filter(game=game).values_list("type", flat=True))


def test_a_game_goes_on_by_worker_and_beat(
    machines: Machines, players: list[Person], post: Catcher
) -> None:
    """Over HTTP from one player; the bot, the clock and the mails are the workers' affair."""
    machines.worker()
    machines.beat()
    page = Client()
    page.force_login(players[0])
    form = page.get("/lobby/new/").context["form"]
    filled = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    wished = {"board": "usa", "seats": 3, "bots": 1, "bot": "random", "order_fixed": "on"}
    fields = {name: value for name, value in {**filled, **wished}.items() if value}
    assert page.post("/lobby/new/", fields).status_code == 302
    game = Game.objects.get()
    Seat.objects.filter(game=game).update(present_at=None)  # she has closed the page
    join_game(game=game, person=players[1], admission=False, now=now())
    until(lambda: post.mails("alice@") and post.mails("bob@"))
    choose(game, 0)
    until(lambda: set(log.load(game).pending) == {1})
    choose(game, 1)
    until(waits_for(game, 0))
    until(lambda: len(post.mails("alice@")) >= 2)
    run_out(game)
    until(waits_for(game, 1))
    assert types(game)["table.deadline_missed"] == 1
    until(lambda: len(post.mails("bob@")) >= 2)
    decision = game.seats.get(number=1).decision
    for source in ("blind", "blind"):
        text = {"decision": game.seats.get(number=1).decision, "text": f"draw {source}"}
        bobs = Client()
        bobs.force_login(players[1])
        assert bobs.post(f"/games/{game.code}/act/", text).status_code in (200, 302)
    assert log.load(game).decision_seqs.get(1) != decision
    until(waits_for(game, 0))
    until(lambda: len(post.mails("alice@")) >= 3)
    assert log.verify(game) == []
    assert set(Counter(mail["Message-ID"] for mail in post.mails()).values()) == {1}


def test_a_worker_killed_while_bots_move_and_mails_leave_loses_and_doubles_nothing(
    machines: Machines, players: list[Person], post: Catcher
) -> None:
    """At most one mail comes twice, with the same bytes (decision 2)."""
    games = [start(players, bots=3) for _ in range(4)]
    for game in games:
        choose(game, 0, 1)
    machines.beat()
    worker = machines.worker()
    post.on_mail = lambda count: machines.kill(worker) if count == 3 else None
    until(lambda: len(post.taken) >= 3)
    assert worker not in machines.running
    waiting = [seat.pk for seat in Seat.objects.exclude(bot="").filter(decision__isnull=False)]
    unsent = unsent_mails().exists() or untold().exists()
    assert waiting or unsent, "the worker died too late to prove anything"
    second = machines.worker()
    until(lambda: moved(games))
    machines.kill(second)
    # The lease of the mail in the dead worker's hands runs out.
    unsent_mails().update(next_attempt_at=now())
    machines.worker()
    until(lambda: not unsent_mails() and told(games, post))
    for game in games:
        assert log.verify(game) == []
    counts = Counter(post.taken)
    assert sorted(counts.values(), reverse=True)[:2] in ([1, 1], [2, 1])
    assert len(counts) == len({mail["Message-ID"] for mail in post.mails()})


def moved(games: list[Game]) -> bool:
    """Whether the bots have chosen their tickets everywhere."""
    return all(waits_for(game, 0)() for game in games)


def told(games: list[Game], post: Catcher) -> bool:
    """Whether Alice has a mail that says that it is her turn in each of the games."""
    mails = [str(mail) for mail in post.mails("alice@")]
    return all(any(game.code in mail and "draw blind" in mail for mail in mails) for game in games)


def test_two_workers_at_once_do_nothing_twice(
    machines: Machines, players: list[Person], post: Catcher
) -> None:
    """Every message comes doubled to both, and each deadline, move and mail is one."""
    games = [start(players) for _ in range(4)]
    for game in games:
        choose(game, 0, 1)
    workers = [machines.worker(), machines.worker()]
    ask_all(machines, 4)
    until(lambda: moved(games))
    run_out(*games)
    ask_all(machines, 6)
    until(lambda: all(waits_for(game, 1)() for game in games))
    run_out(*games)
    ask_all(machines, 6)
    until(lambda: moved(games))
    ask_all(machines, 6)
    until(lambda: not untold() and not unsent_mails())
    for game in games:
        assert types(game)["table.deadline_missed"] == 2
        assert log.verify(game) == []
    assert set(Counter(mail["Message-ID"] for mail in post.mails()).values()) == {1}
    told = Counter(Notice.objects.values_list("person", "game", "kind", "decision"))
    assert set(told.values()) == {1}
    assert [worker.poll() for worker in workers] == [None, None]


def test_a_worker_keeps_its_connections_and_replaces_those_that_the_server_has_closed(
    machines: Machines, players: list[Person], post: Catcher
) -> None:
    """There is no beat: a task that found a dead connection would not be asked for again."""
    machines.worker()
    game = start(players, bots=0)
    until(lambda: post.mails("alice@") and post.mails("bob@"))
    kept = connections_of_others()
    assert kept
    ask_all(machines, 6)
    choose(game, 0, 1)
    until(lambda: len(post.mails("alice@")) == 2)
    assert kept <= connections_of_others()
    with connection.cursor() as cursor:
        for process in connections_of_others():
            cursor.execute("SELECT pg_terminate_backend(%s)", [process])
    choose(game, 0)
    choose(game, 0)
    until(lambda: len(post.mails("bob@")) == 2)


def connections_of_others() -> set[int]:
    """The processes of the server that serve other processes than this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return {process for (process,) in cursor.fetchall()}


def unsent_mails() -> QuerySet[Mail]:
    return Mail.objects.filter(status=DeliveryStatus.PENDING)


def untold() -> QuerySet[Notice]:
    return Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)


def ask_all(machines: Machines, times: int) -> None:
    for _ in range(times):
        for task in ("play_waiting_bots", "sweep_deadlines", "send_waiting_notices"):
            machines.ask(f"games.{task}")
