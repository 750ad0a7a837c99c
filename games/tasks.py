"""Tasks of the tables: thin doors to services. Any message may be lost or come twice."""

from __future__ import annotations

from celery import shared_task
from django.utils.timezone import now

from games import lobby, play
from games.clock.alarm import note_alarms, tell_alarms
from games.clock.sweep import sweep
from games.inbound.forgetting import forget_old as forget_old_replies
from games.later import RESULTS_TASK
from games.leagues.runner import run_seasons
from games.notices.account_mails import ACCOUNT_MAIL_TASK, send_account_mails_in_turn
from games.notices.account_mails import forget_old as forget_old_account_mails
from games.notices.delivery import forget_old
from games.notices.outbox import SEND_TASK
from games.notices.sender import send_in_turn
from games.operators.faults import forget_old as forget_old_faults
from games.operators.faults import tell_faults
from games.operators.retention import forget_old as forget_old_rows
from games.orders.carry_out import carry_out
from games.orders.sweeping import CARRY_OUT_TASK, carry_out_orders
from games.pace.measuring import measure_paces
from games.people.traces import forget_old_traces
from games.play.door import BOTS_TASK
from games.play.hold import make_held_moves
from games.ratings import rate_finished_games
from games.reliability import count_conduct
from games.tables.models import Game
from games.web.leagues.standings import draw_standings
from games.webhooks.calling import CALL_TASK, compose_calls, make_calls_in_turn
from games.webhooks.calling import forget_old as forget_old_calls


@shared_task(name=BOTS_TASK)
def play_bots_task(game_id: int) -> None:
    """Lets the bots of a game move."""
    play.play_bots(game=Game.objects.get(pk=game_id), now=now())


@shared_task(name="games.carry_out_orders")
def carry_out_waiting_orders() -> None:
    """Carries out the orders that are due, and makes the moves that were held long enough."""
    make_held_moves(now=now())
    carry_out_orders(now=now())


@shared_task(name=CARRY_OUT_TASK)
def carry_out_order(seat: int) -> None:
    """Carries out the order of one seat, if it is due."""
    carry_out(pk=seat, now=now())


@shared_task(name="games.play_waiting_bots")
def play_waiting_bots() -> None:
    """Lets every bot move that somebody waits for."""
    play.play_waiting_bots(now=now())


@shared_task(name="games.measure_paces")
def measure_paces_task() -> None:
    """Measures how fast people move."""
    measure_paces(now=now())


@shared_task(name="games.expire_lobbies")
def expire_lobbies() -> None:
    """Cancels the games that nobody joined in time."""
    lobby.expire_lobbies(now=now())


@shared_task(name=SEND_TASK)
def send_waiting_notices() -> None:
    """Writes the calls of webhooks, and writes and sends the mails that are due."""
    compose_calls(now=now())
    send_in_turn(now=now())


@shared_task(name=ACCOUNT_MAIL_TASK)
def send_account_mails() -> None:
    """Sends the mails about accounts, for which somebody waits."""
    send_account_mails_in_turn(now=now())


@shared_task(name=CALL_TASK)
def call_webhooks() -> None:
    """Makes the calls of webhooks that are due."""
    make_calls_in_turn(now=now())


@shared_task(name="games.sweep_deadlines")
def sweep_deadlines() -> None:
    """Reminds, and moves for those whose time has run out."""
    sweep(now=now())


@shared_task(name="games.forget_old_mails")
def forget_old_mails() -> None:
    """Lets go of all that is kept for a time only."""
    forget_old(now=now())
    forget_old_account_mails(now=now())
    forget_old_calls(now=now())
    forget_old_replies(now=now())
    forget_old_traces(now=now())
    forget_old_faults(now=now())
    forget_old_rows(now=now())


@shared_task(name=RESULTS_TASK)
def count_results() -> None:
    """Counts what ended into the ratings."""
    rate_finished_games(now=now())


@shared_task(name="games.count_conduct")
def count_conduct_task() -> None:
    """Counts who kept the clock in games that have gone on since."""
    count_conduct(now=now())


@shared_task(name="games.run_seasons")
def run_seasons_task() -> None:
    """Takes the steps of leagues that are due, and draws the standings that they changed."""
    run_seasons(now=now())
    draw_standings()


@shared_task(name="games.raise_alarm")
def raise_alarm_task() -> None:
    """Notes what is overdue."""
    note_alarms(now=now())


@shared_task(name="games.tell_operators")
def tell_operators() -> None:
    """Tells the operators what is overdue, and what has failed."""
    tell_alarms(now=now())
    tell_faults(now=now())
