"""The delivery log: what operators may read, and for how long."""

from __future__ import annotations

import logging
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.test import Client

from games.inbound.models import InboundMail
from games.notifications.models import ReplyAddress
from games.scheduler.retention import delete_old_rows
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.replies import Reply, address_in
from tests.games.inbound.test_action_links import buttons_of
from ttr_site.log_lines import Line

Turn = tuple[Game, EmailMessage]


@pytest.fixture
def staff(people, client: Client) -> Client:
    client.force_login(people("Erin", is_staff=True, is_superuser=True))
    return client


def test_the_admin_shows_what_came_of_a_message_and_not_the_message(
    turn: Turn, send: Reply, staff: Client
) -> None:
    game, mail = turn
    send(mail, "claim atlantis to utopia")
    line = InboundMail.objects.get()
    pages = [
        staff.get("/admin/games/inboundmail/").content.decode(),
        staff.get(f"/admin/games/inboundmail/{line.pk}/change/").content.decode(),
    ]
    token = address_in(mail).partition("+")[2].partition("@")[0]
    for page in pages:
        assert "not understood" in page
        assert game.code in page
        for hidden in ("atlantis", token, "alice@example.org"):
            assert hidden not in page


def test_nothing_can_be_changed_in_the_admin(turn: Turn, send: Reply, staff: Client) -> None:
    send(turn[1], "show")
    line = InboundMail.objects.get()
    for path in (f"{line.pk}/change/", f"{line.pk}/delete/", "add/"):
        answer = staff.post(f"/admin/games/inboundmail/{path}", {"outcome": "played"})
        assert answer.status_code == 403


def test_old_lines_and_addresses_are_forgotten(turn: Turn, send: Reply) -> None:
    send(turn[1], "show")
    assert delete_old_rows(now=NOW + timedelta(days=89))["InboundMail"] == 0
    assert delete_old_rows(now=NOW + timedelta(days=91))["InboundMail"] == 1
    assert delete_old_rows(now=NOW + timedelta(days=366))["ReplyAddress"] > 0
    assert not ReplyAddress.objects.exists()


def test_the_log_of_the_site_holds_no_token(
    turn: Turn, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    _, mail = turn
    path = next(iter(buttons_of(mail).values()))
    caplog.handler.setFormatter(Line())
    with caplog.at_level(logging.INFO):
        client.get(path.replace("/do/e", "/do/f"))  # not found, and logged
    assert "/do/…" in caplog.text
    assert path[10:40] not in caplog.text


@pytest.mark.parametrize(
    "path",
    [
        "/join/{}/team/nine/",
        "/calendar/{}.ics",
        "/unsubscribe/mute/{}/",
        "/inbound/mail/{}/",
        "/accounts/password/reset/key/{}/nothing/",
        "/accounts/confirm-email/{}/nothing/",
        "/games/nothing1/seats/1/take/?invitation={}&x=1",
    ],
)
def test_no_key_to_anything_is_logged_with_an_address_that_is_not_found(
    path: str,
) -> None:
    key = "k3y-0123456789abcdef"
    record = logging.LogRecord("x", logging.WARNING, "", 0, "Not Found: %s", (), None)
    record.args = (path.format(key),)
    line = Line().format(record)
    assert key not in line
    assert "…" in line


@pytest.mark.parametrize("local", ["reply", "talk", "bounce"])
def test_no_address_that_answers_something_is_logged(local: str) -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "RCPT TO:<%s>", (), None)
    record.args = (f"{local}+c0ffee00c0ffee00@mail.example",)
    assert Line().format(record).endswith(f" x: RCPT TO:<{local}+…@mail.example>")
