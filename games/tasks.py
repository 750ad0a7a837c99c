"""Celery tasks: thin calls of services. Any message may be lost or duplicated."""

from __future__ import annotations

from celery import shared_task
from django.utils.timezone import now

from games import lobby, play
from games.common.jobs import RESULTS_TASK
from games.common.work import DELIVERIES, WORK, Work
from games.leagues.season.runner import run_seasons
from games.lobby.invitations.expiry import expire_invitations
from games.lobby.invitations.invite import SEND_TASK as INVITE_TASK
from games.lobby.invitations.sending import send_due_invitations
from games.lobby.pairing.tables import pair_waiting
from games.lobby.pairing.wishes import PAIR_TASK
from games.log.proofs import prove_due_logs
from games.moderation.second_voice import carry_out_unopposed
from games.notifications import leases
from games.notifications.mail.account_mails import ACCOUNT_MAIL_TASK
from games.notifications.mail.delivery import clear_old_mails
from games.notifications.mail.runner import (
    HELP_TASK,
    help_with_mails,
    run_account_mail_job,
    run_mail_job,
)
from games.notifications.outbox import SEND_TASK
from games.notifications.pump import fan_out, run_deliveries
from games.operators.disks import note_full_disks
from games.operators.faults import mail_faults
from games.plans.carry_out import CARRY_OUT_TASK, carry_out_if_due, carry_out_orders
from games.plans.summary import tell_what_plans_did
from games.play.bot_queue import think_for_bots
from games.play.hold import make_held_moves
from games.play.transaction import BOTS_TASK, THINK_TASK
from games.players import rate_finished_games, update_reliability
from games.players.pace import measure_paces
from games.scheduler.alarm import note_alarms, tell_alarms
from games.scheduler.retention import delete_old_rows
from games.scheduler.sweep import sweep
from games.scheduler.wrong_clock import recall_from_the_future
from games.statistics import count_finished_games
from games.tables.models import Game
from games.web.leagues.presenters.standings import warm_standings_cache


@shared_task(name=BOTS_TASK)
def play_bots_task(game_id: int) -> None:
    """Let the quick bots of a game move."""
    play.play_bots(game=Game.objects.get(pk=game_id), now=now())


@shared_task(name="games.carry_out_orders")
def carry_out_waiting_orders() -> None:
    """Carry out the orders that are due, and make the held moves whose time is over."""
    make_held_moves(now=now())
    carry_out_orders(now=now())


@shared_task(name=CARRY_OUT_TASK)
def carry_out_order(seat: int) -> None:
    """Carry out the order of one seat, if it is due."""
    carry_out_if_due(pk=seat, now=now())


@shared_task(name="games.tell_what_plans_did")
def tell_what_plans_did_task() -> None:
    """Write the daily summaries of what plans did."""
    tell_what_plans_did(now=now())


@shared_task(name="games.play_waiting_bots")
def play_waiting_bots() -> None:
    """Let every quick bot move that has an open decision."""
    play.play_waiting_bots(now=now())


@shared_task(name=THINK_TASK)
def think_for_bots_task() -> None:
    """Let bots that search decide for some seconds."""
    think_for_bots(now=now())


@shared_task(name="games.measure_paces")
def measure_paces_task() -> None:
    """Measure how fast people move."""
    measure_paces(now=now())


@shared_task(name="games.expire_lobbies")
def expire_lobbies() -> None:
    """Cancel the games that nobody joined in time."""
    lobby.expire_lobbies(now=now())
    lobby.open_group_tables(now=now())


@shared_task(name=PAIR_TASK)
def pair_waiting_task() -> None:
    """Start tables for people who wait for one."""
    pair_waiting(now=now())


@shared_task(name=SEND_TASK)
def send_waiting_notices() -> None:
    """Write what the other channels say, and write and send the mails due."""
    fan_out(now=now())
    run_mail_job(now=now())


@shared_task(name=HELP_TASK)
def help_to_send_mails() -> None:
    """Help a run with more mails than it may send: write and send some."""
    help_with_mails(now=now())


@shared_task(name=ACCOUNT_MAIL_TASK)
def send_account_mails() -> None:
    """Send the account mails, which people wait for."""
    run_account_mail_job(now=now())


@shared_task(name=INVITE_TASK)
def send_invitations() -> None:
    """End the invitations that nobody can accept any more, and send those that are due."""
    expire_invitations(now=now())
    send_due_invitations(now=now())


@shared_task(name=DELIVERIES.task)
def send_deliveries(channel: str = "") -> None:
    """Send what is due through one channel beside mail, or through all."""
    run_deliveries(channel=channel, now=now())


@shared_task(name="games.call_webhooks")
def call_webhooks() -> None:
    """The same for webhooks alone, by a name of before 0.4.0."""
    send_deliveries("webhook")


@shared_task(name="games.send_pushes")
def send_pushes() -> None:
    """The same for push messages alone, by a name of before 0.4.0."""
    send_deliveries("push")


@shared_task(name="games.sweep_deadlines")
def sweep_deadlines() -> None:
    """Remind, and move for those whose time has run out."""
    sweep(now=now())


@shared_task(name="games.prove_logs")
def prove_logs() -> None:
    """Prove the logs that have changed, and those that were proved long ago."""
    prove_due_logs(now=now())


@shared_task(name="games.forget_old_mails")
def forget_old_mails() -> None:
    """Delete temporary rows that are old enough."""
    clear_old_mails(now=now())
    delete_old_rows(now=now())


@shared_task(name=RESULTS_TASK)
def count_results() -> None:
    """Count new results into the ratings and the statistics."""
    try:
        rate_finished_games(now=now())
    finally:
        count_finished_games(now=now())


@shared_task(name="games.count_conduct")
def update_reliability_task() -> None:
    """Count who played on time in games with new events."""
    update_reliability(now=now())


@shared_task(name="games.run_seasons")
def run_seasons_task() -> None:
    """Take the steps of leagues that are due, and draw the standings that they changed."""
    run_seasons(now=now())
    carry_out_unopposed(now=now())
    warm_standings_cache()


@shared_task(name="games.raise_alarm")
def raise_alarm_task() -> None:
    """Recall what a wrong clock has put off, and store what is overdue."""
    try:
        recall_from_the_future(now=now())
        note_full_disks(now=now())
    finally:
        note_alarms(now=now())


@shared_task(name="games.tell_operators")
def tell_operators() -> None:
    """Notify the operators of overdue work and of faults."""
    tell_alarms(now=now())
    mail_faults(now=now())


def _register(work: Work) -> None:
    def make(*_rows: int) -> None:
        leases.make_due(work, now=now())

    for name in (work.task, *work.aliases):
        shared_task(name=name)(make)


for _work in WORK:
    if _work.make:
        _register(_work)
