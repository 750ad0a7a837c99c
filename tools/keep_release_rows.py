"""What a kept release has beside the demo: games on every board, and rows that games leave out.

Everything is done by the services of the site, so that a later migration meets what people have
really left. :data:`EMPTY` names the tables that stay empty, with reasons; `python -m
tools.keep_release` keeps no release in which others are.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.utils.timezone import now as site_now

from engine.board import board_names, load_board
from games import tasks
from games.absence.vacations import plan_vacation
from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.clock.actions.game_clock import pause_game
from games.clock.models import Heartbeat
from games.common.actors import DIRECTOR
from games.demo.games import make_once, play_turns
from games.lobby.groups.groups import change_code, found_group
from games.lobby.groups.members import invite_member
from games.lobby.invitations.invite import invite
from games.lobby.pairing.wishes import wish_for_table
from games.moderation.appeals import file_appeal
from games.moderation.models import ReportKind
from games.moderation.offices import appoint_moderator
from games.moderation.reports import file_report
from games.moderation.sanctions import warn
from games.notifications.feeds.deadlines import renew_feed
from games.notifications.preferences import change_notification_preferences
from games.notifications.webhooks.registration import save_webhook
from games.people.blocks import block
from games.people.models import Person
from games.people.profile import make_login_link
from games.people.sanctions import Sanction
from games.people.traces import note_traces
from games.plans.sketches import draw_sketch
from games.players.follows.following import add_favourite, follow
from games.players.rating import WHOLE_JOB as RATINGS
from games.practice.games import begin_practice_game, new_guest
from games.practice.hints import ask_for_hint
from games.review.reviews import ask_for_review
from games.statistics.counting import WHOLE_JOB as STATISTICS
from games.tables.models import Game, GameStatus
from games.talk.messages import write_note
from games.votes.models import VoteKind
from games.votes.voting import propose_vote

EMPTY: Final = {
    "games_accountmail": "deleted once it is sent, within seconds",
    "games_alarm": "raised by a sweep that comes late",
    "games_animation": "a picture, of half a megabyte; made again when it is missing",
    "games_botinvitation": "an offer to a program, which answers at once",
    "games_bounce": "written by the mail server's answers",
    "games_caughtmail": "the post of a development site; left out",
    "games_checkedrecord": "a file that somebody has sent, kept for days",
    "games_collection": "files that are made again when they are missing",
    "games_collectionpart": "files that are made again when they are missing",
    "games_duelog": "deleted once a job has read the log, within minutes",
    "games_delivery": "deleted once it is sent, within seconds",
    "games_delivery_notices": "deleted once it is sent, within seconds",
    "games_fault": "written when the program fails",
    "games_gamesession": "lasts for 12 hours",
    "games_handover": "written when a substitute sits down",
    "games_heldmove": "a move that is carried out within minutes",
    "games_inboundmail": "written by the mail gate",
    "games_league_invited": "people who came by an invitation link; the league of the demo is open",
    "games_mail": "holds whole mails with pictures, and is emptied by itself",
    "games_miss": "written by a sweep once a deadline has passed",
    "games_optout": "written by a button in a mail",
    "games_outage": "written by a sweep after the site was down; tests/upgrades has a row",
    "games_person_user_permissions": "the site gives rights to groups alone",
    "games_pushsubscription": "an address that a browser gives",
    "games_removedplayer": "written when an organiser frees the seat of a player",
    "games_replyaddress": "made with a mail that can be answered",
    "games_run": "of a worker, while it runs",
    "games_seasonmessage": "written by directors of a season in play",
    "games_secretlink": "of private games, of which the demo has none",
    "games_signin": "ends with the session, which is left out",
    "games_submission": "of moves with a key, by the API",
    "games_usualanswers": "saved by a press on the page of a plan",
}
"""Tables that may be empty in a kept release, and why."""


def empty_tables(database: sqlite3.Connection) -> Iterator[str]:
    """The tables of our own without a row, by name."""
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'games_*' ORDER BY name"
    )
    for (name,) in names.fetchall():
        if database.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() is None:  # noqa: S608
            yield name


def check_tables(database: sqlite3.Connection) -> None:
    """Say which tables are empty; end if one is that should not be."""
    empty = list(empty_tables(database))
    for table in empty:
        sys.stdout.write(f"empty: {table} ({EMPTY.get(table, 'without a reason')})\n")
    if missing := [table for table in empty if table not in EMPTY]:
        sys.exit(
            f"Nothing is kept: no row in {', '.join(missing)}. Let tools/keep_release_rows.py make"
            " one, or name the table there with the reason."
        )


def make_games() -> None:
    """Play a game to its end and begin another on every board."""
    for board in board_names():
        names = ["Alice", "Bob", "Charlie", "Dana"][: min(load_board(board).seat_counts)]
        for turns, age in ((None, 9), (9, 3)):
            mark, began = f"release: {board} {turns}", site_now() - timedelta(days=age)
            game = make_once(mark, board, names, began)
            assert game is not None
            play_turns(game, site_now(), turns=turns)


def make_rows() -> None:
    """Let the people of the demo do what the demo does not."""
    now = site_now()
    names = ("Alice", "Bob", "Charlie", "Dana", "Erin")
    alice, bob, charlie, dana, erin = (Person.objects.get(name=name) for name in names)
    games = Game.objects.filter(seats__person=alice).order_by("pk")
    *_, paused, voting = games.filter(status=GameStatus.RUNNING, seats__person=bob)
    over = games.filter(status=GameStatus.FINISHED, practice=False).last()
    waiting = Game.objects.filter(status=GameStatus.OPEN, organiser=dana).first()
    assert over is not None
    assert waiting is not None

    seat = voting.seats.get(person=alice).number
    write_note(game=voting, person=alice, text="Bob collects red.", now=now)
    draw_sketch(game=voting, seat=seat, person=alice, name="North", now=now)
    propose_vote(game=voting, person=alice, kind=VoteKind.PAUSE, data={"days": 7}, now=now)
    pause_game(game=paused, actor=DIRECTOR, resume_at=now + timedelta(days=3), now=now)
    ask_for_review(game=over, person=alice, now=now)
    invite(game=waiting, inviter=dana, address="frank@night-mail.example", now=now)
    wish_for_table(person=bob, board="", seats=5, pace="3-days", rated=True, now=now)
    lesson = begin_practice_game(player=alice, board="lantern-island", now=now)
    ask_for_hint(game=lesson, seat=0, now=now)
    guest = new_guest(address="192.0.2.7", now=now)
    begin_practice_game(player=guest, board="lantern-island", now=now)

    follow(person=alice, other=bob, now=now)
    add_favourite(person=alice, other=bob, now=now)
    block(person=dana, other=charlie, now=now)
    group = found_group(owner=alice, name="Stokers", now=now)
    invite_member(group=group, owner=alice, person=bob, now=now)
    change_code(group=group, owner=alice, wanted=True)
    first = (now + timedelta(days=20)).date()
    plan_vacation(person=dana, first=first, last=first + timedelta(days=6), now=now)

    create_token(person=alice, name="a clock", scopes=[*Scope.values], days=365, now=now)
    renew_feed(person=bob, now=now)
    save_webhook(person=dana, style="json", url="https://hooks.example/night-mail", now=now)
    make_login_link(person=charlie, now=now)
    note_traces(person=charlie, device="a device", address="192.0.2.8", now=now)
    change_notification_preferences(
        person=charlie,
        off=[],
        delay=10,
        digest_hour=7,
        digest_reminders=True,
        quiet_from=None,
        quiet_until=None,
    )
    appoint_moderator(actor=erin, person=dana, reason="She is there every evening.", now=now)
    about = "Has not said a word since the third turn."
    file_report(reporter=bob, kind=ReportKind.PLAYER, subject=charlie, text=about, now=now)
    warn(actor=erin, person=charlie, reason="Please answer those at your table.", now=now)
    file_appeal(sanction=Sanction.objects.get(), text="I was ill for two weeks.", now=now)
    # After the demo's look at all games, an hourly one, games were made that ended days ago.
    Heartbeat.objects.filter(job__in=(RATINGS, STATISTICS)).delete()
    for task in (tasks.count_results, tasks.update_reliability_task, tasks.measure_paces_task):
        task()
    tasks.prove_logs()
