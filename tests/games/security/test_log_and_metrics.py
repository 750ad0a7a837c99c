"""Cards and secrets are neither in the log nor in the metrics.

Games are played on several boards by pages, mails and bots, with moves that are refused and errors
in the middle of moves, while the log writes JSON at DEBUG. Then each line is searched.
"""

from __future__ import annotations

import io
import json
import logging
import random
import re
import smtplib
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as site
from django.core import mail
from django.test import Client
from pytest_django import Settings

import engine
from engine.bots import choose_action
from engine.cards import COLOURS
from games import log, tasks
from games.log.models import Event
from games.notifications.mail import render
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.play import transaction
from games.tables.models import Game
from tests.fixtures.correspondent import Correspondent
from tests.fixtures.games import NOW, Starter
from tests.fixtures.replies import address_in
from ttr_site.log_config import log_config
from ttr_site.log_lines import JsonLine

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SECRET = "0123456789abcdef-metrics"
TURNS = 40
CARDS = re.compile(rf"\b({'|'.join([*COLOURS, 'locomotives?', 'loco'])})\b", re.IGNORECASE)
LINK = re.compile(r"https?://[^/\s]+/(?:do|unsubscribe/\w+|calendar|join)/([\w:=-]{16,})")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the console of a site with the most talkative log shows."""
    config = log_config(form="json", level="DEBUG", faults=True)
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLine())
    before = {}
    for name, wanted in [("", config["root"]), *config["loggers"].items()]:
        logger = logging.getLogger(name)
        before[name] = logger.level
        logger.setLevel(wanted["level"])
        if wanted.get("handlers"):
            logger.addHandler(handler)
    yield stream
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)
        logging.getLogger(name).removeHandler(handler)


@pytest.fixture(autouse=True)
def _one_answer_in_eight_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let projections fail now and then, deep in a transaction that knows all hands."""
    dice = random.Random(8)
    project = transaction.update_projections

    def sometimes(**options: object) -> object:
        if dice.random() < 1 / 8:
            raise RuntimeError("a fault of the program")
        return project(**options)

    monkeypatch.setattr(transaction, "update_projections", sometimes)
    monkeypatch.setattr(render, "board_picture", lambda **_: b"")


def play_by_pages(game: Game, clients: dict[int, Client]) -> None:
    """Let people post their moves for some turns, in words and as actions."""
    dice = random.Random(game.board)
    for _ in range(TURNS):
        state = log.load(game)
        if state.outcome is not None:
            return
        for seat, decision in dict(state.decision_seqs).items():
            view = engine.view(state, seat)
            action = choose_action("random", view, dice)
            answer = clients[seat].post(
                f"/games/{game.code}/act/",
                {"decision": decision, "text": engine.write_action(action, view)},
            )
            assert answer.status_code in (302, 500), answer.content
            # One that is refused, with what is legal instead.
            clients[seat].post(
                f"/games/{game.code}/act/", {"decision": decision, "text": "claim nowhere: 9 red"}
            )
            clients[seat].get(f"/games/{game.code}/")


def refuse(backend: object, messages: list[mail.EmailMessage]) -> int:
    """Answer as mail servers do, which name the address."""
    (address,) = messages[0].to
    raise smtplib.SMTPRecipientsRefused({address: (550, f"no such user {address}".encode())})


def secrets_of(game: Game) -> set[str]:
    """Secrets and cards, as text."""
    found = {game.invitation, bytes(game.secret).hex(), game.head, game.code}
    found |= {seat.contribution for seat in game.seats.all()}
    for event in Event.objects.filter(game=game):
        found |= {event.hash, event.salt}
    board = engine.load_board(game.board)
    found |= {*board.tickets, *board.cities, *(city.name for city in board.cities.values())}
    return {one for one in found if len(one) > 3}


def test_neither_log_nor_metrics_tell_hands_tickets_secrets_addresses_or_tokens(
    written: io.StringIO,
    begin: Starter,
    alice: Person,
    bob: Person,
    charlie: Person,
    dana: Person,
    server: smtplib.SMTP,
    mailoutbox: list[mail.EmailMessage],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.METRICS_SECRET = SECRET
    people = [alice, bob, charlie, dana]
    clients = []
    for person in people:
        client = Client(raise_request_exception=False)
        client.force_login(person)
        clients.append(client)
    correspondents = {person.email: Correspondent(person.email, server) for person in people}
    with time_machine.travel(NOW, tick=False) as clock:
        games = [
            begin(alice, bob, board="japan"),
            begin(alice, bob, charlie, board="europe"),
            begin(*people, board="team-asia", contribution="alices own words"),
            begin(alice, bob, board="usa", bots=["planner"]),
        ]
        for game in games[1:]:
            play_by_pages(game, dict(enumerate(clients)))
            tasks.play_waiting_bots.apply()
        read = 0
        for minute in range(25):
            clock.shift(timedelta(minutes=5))
            send_due(now=NOW + timedelta(minutes=5 * minute))
            arrived = [sent.message() for sent in mailoutbox[read:]]
            read += len(arrived)
            for message in arrived:
                (recipient,) = message["To"].addresses
                # Some are told to come again later.
                with suppress(smtplib.SMTPDataError):
                    correspondents[recipient.addr_spec].read(message)
        clock.shift(timedelta(days=5))
        tasks.sweep_deadlines.apply()
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        tasks.send_waiting_notices.apply()
        tasks.raise_alarm_task.apply()
    metrics = clients[0].get("/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    lines = written.getvalue().splitlines()
    entries = [json.loads(line) for line in lines]

    # It was worth looking at.
    assert len([one for one in entries if "RuntimeError" in one.get("error", "")]) > 5
    assert {one["game"] for one in entries if "game" in one} == {game.pk for game in games}
    assert {"request", "task", "run"} <= {key for one in entries for key in one}
    assert read > 30

    tokens = {client.cookies[site.SESSION_COOKIE_NAME].value for client in clients}
    for sent in mailoutbox:
        message = sent.message()
        if message["Reply-To"]:
            tokens.add(address_in(message).partition("@")[0].partition("+")[2])
        tokens |= set(LINK.findall(str(message)))
    assert len(tokens) > 40
    addresses = {person.email for person in people}
    hidden = {SECRET, site.SECRET_KEY, *addresses, *tokens}
    for game in games:
        hidden |= secrets_of(game) - {game.code}
    page = metrics.content.decode()
    for text in (*lines, page):
        assert [one for one in hidden if one in text] == []
        assert CARDS.findall(text) == []
    names = {person.name for person in people} | {game.code for game in games}
    assert [one for one in names if one in page] == []
    assert "night_mail_moves_total" in page
