"""What people, bots and workers do with the database of a release once it has been migrated.

Run as a program on that database: it looks at all pages of all games, moves once on the page in
each game that goes on, plays each to its end, and lets workers count; ratings and reliability are
then those of a recount, as before the first move. Prints how many decisions that took.
"""

from __future__ import annotations

import json
import random
import sys
from datetime import timedelta

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils.timezone import now  # noqa: E402

import engine  # noqa: E402
from engine import record, wire  # noqa: E402
from engine.bots import choose_action  # noqa: E402
from games import log, tasks  # noqa: E402
from games.log.records import complete_record  # noqa: E402
from games.notifications.mail import render  # noqa: E402
from games.notifications.mail.runner import run_mail_job  # noqa: E402
from games.notifications.models import DeliveryStatus, Notice  # noqa: E402
from games.play import submit_action  # noqa: E402
from games.tables.models import Game, GameStatus, Seat  # noqa: E402
from tools.league.checks import recounted  # noqa: E402

BOT = "planner"


def look_around() -> None:
    """Open the pages of the site and of every game, as a stranger and as its players."""
    # It looks at more replays in a minute than people do.
    settings.DOOR_LIMITS = {**settings.DOOR_LIMITS, "replay": ((100_000, 60),)}
    stranger = Client(SERVER_NAME="localhost")
    for path in ("/", "/lobby/", "/ranking/", "/leagues/", "/boards/", "/readyz"):
        assert stranger.get(path).status_code == 200, path
    for game in Game.objects.filter(version__gt=0).order_by("pk"):
        for page in ("", "replay/", "log/", "clock/"):
            answer = stranger.get(f"/games/{game.code}/{page}")
            assert answer.status_code in (200, 302, 404), (game.code, page, answer.status_code)
        for seat in game.seats.exclude(person=None):
            assert player_at(seat).get(f"/games/{game.code}/").status_code == 200, seat


def player_at(seat: Seat) -> Client:
    """The browser of the person who sits there."""
    assert seat.person is not None
    player = Client(SERVER_NAME="localhost")
    player.force_login(seat.person)
    return player


def move_on_the_page(game: Game) -> int:
    """Let somebody who is to decide post a move; return how many did."""
    seat = game.seats.filter(decision__isnull=False).exclude(person=None).first()
    if seat is None:
        return 0
    view = engine.view(log.load(game), seat.number)
    action = json.dumps(wire.encode_action(choose_action(BOT, view, random.Random(1))))
    form = {"decision": seat.decision, "action": action}
    answer = player_at(seat).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 302, (game.code, action, answer.status_code)
    assert "login" not in answer["Location"]
    before = game.version
    game.refresh_from_db()
    assert game.version > before, (game.code, action)
    return 1


def play_to_the_end(game: Game) -> int:
    """Play on by the rules of the game; return how many decisions that took."""
    rules = log.load(game).rules
    taken = 0
    while (state := log.load(game)).outcome is None:
        seat = min(state.pending)
        submit_action(
            game=game,
            seat=seat,
            decision=state.decision_seqs[seat],
            actions=[choose_action(BOT, engine.view(state, seat), random.Random(taken))],
            actor=str(seat),
            now=now(),
        )
        taken += 1
    assert state.rules == rules
    return taken


def count() -> None:
    """Let workers count, and find nothing else by counting again."""
    tasks.count_results()
    tasks.run_seasons_task()
    faults = list(recounted(now()))
    assert faults == [], faults


def send_mails() -> None:
    """Let workers write and send all mails, those of the day to come with them.

    A person who chose one mail a day gets it at an hour of their own, which may be still to come.
    """
    # Drawing takes most of the time, and nobody here looks at pictures.
    render.board_picture = lambda **_: b""
    unwritten = Notice.objects.filter(status=DeliveryStatus.PENDING, mail=None)
    tasks.send_waiting_notices()
    began = now()
    for hour in range(25):
        run_mail_job(now=began + timedelta(hours=hour))
    assert not unwritten.exists(), f"{unwritten.count()} notices are not written"


def main() -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    count()
    look_around()
    running = list(Game.objects.filter(status=GameStatus.RUNNING).order_by("pk"))
    boards = set(sys.argv[1].split(","))
    assert {game.board for game in running} >= boards, boards
    versions = {game.pk: game.rules_version for game in running}
    moved = sum(move_on_the_page(game) for game in running)
    assert moved >= len(boards)
    taken = sum(play_to_the_end(game) for game in running)
    for game in Game.objects.filter(pk__in=versions):
        assert game.status == GameStatus.FINISHED, game.code
        assert game.rules_version == versions[game.pk], game.code
        faults = record.check(complete_record(game), branch=game.practice)
        assert faults == [], (game.code, faults)
    count()
    send_mails()
    look_around()
    sys.stdout.write(f"{len(running)} games played on, {moved} moves on pages, {taken} decisions\n")


if __name__ == "__main__":
    main()
