"""Invitations end and are erased; opting out is for good."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.apps import apps
from django.test import Client
from pytest_django import Settings

from games.accounts.closing import close_account
from games.accounts.data_export import collect_personal_data
from games.inbound.receiving import receive
from games.lobby import GameOptions, cancel_game, create_game, join_game, leave_game, remove_player
from games.lobby.invitations.expiry import expire_invitations
from games.lobby.invitations.models import EmailInvitation
from games.notifications.mail.opt_outs import address_digest, has_opted_out
from games.notifications.models import OptOut
from games.people.models import Person
from games.scheduler.retention import delete_old_rows
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.invitations import STRANGER, Invite, Post
from tests.fixtures.mail import text_of
from ttr_site.redacting import redacted

pytestmark = pytest.mark.django_db

FORTNIGHT = NOW + timedelta(days=14)


def rows_with(text: str) -> list[str]:
    """The tables that contain a text, in any column."""
    found = []
    for model in apps.get_models():
        for row in model._base_manager.values():
            values = [bytes(v) if isinstance(v, memoryview) else v for v in row.values()]
            if any(
                text.encode() in (v if isinstance(v, bytes) else str(v).encode()) for v in values
            ):
                found.append(model.__name__)
    return found


def test_after_14_days_an_unanswered_address_is_nowhere(
    invited: EmailMessage, post: Post, send: Callable[..., object]
) -> None:
    post(at=NOW + timedelta(days=5))
    send(invited, "join", headers={"Auto-Submitted": "auto-replied"})
    assert set(rows_with(STRANGER)) == {"EmailInvitation", "AccountMail"}
    expire_invitations(now=FORTNIGHT - timedelta(seconds=1))
    assert "EmailInvitation" in rows_with(STRANGER)
    expire_invitations(now=FORTNIGHT)
    assert rows_with(STRANGER) == []
    assert EmailInvitation.objects.get().status == "expired"
    assert post(at=FORTNIGHT) == []


def test_the_row_goes_a_month_after_the_invitation(invited: EmailMessage) -> None:
    delete_old_rows(now=NOW + timedelta(days=29))
    assert EmailInvitation.objects.exists()
    delete_old_rows(now=NOW + timedelta(days=31))
    assert not EmailInvitation.objects.exists()


def test_answers_to_other_addresses_go_too(
    invited: EmailMessage, send: Callable[..., object], post: Post
) -> None:
    send(invited, "join", sender="other@example.com")
    post()
    assert "AccountMail" in rows_with("other@example.com")
    delete_old_rows(now=FORTNIGHT + timedelta(minutes=1))
    assert rows_with("other@example.com") == []


def test_an_invitation_ends_with_its_table_its_inviters_seat_and_its_link(
    alice: Person, bob: Person, charlie: Person, invite_to: Invite
) -> None:
    def table() -> Game:
        options = GameOptions(board="usa", seats=4)
        game = create_game(organiser=alice, options=options, now=NOW)
        join_game(game=game, person=bob, now=NOW)
        return game

    def status(game: Game, by: Person, end: Callable[[], object]) -> str:
        invitation = invite_to(game=game, by=by)
        end()
        expire_invitations(now=NOW)
        invitation.refresh_from_db()
        return str(invitation.status)

    game = table()
    assert status(game, alice, lambda: None) == "pending"
    assert status(game, bob, lambda: leave_game(game=game, person=bob, now=NOW)) == "expired"
    game = table()
    assert status(game, alice, lambda: remove_player(game=game, organiser=alice, seat=1, now=NOW)) \
        == "expired"  # fmt: skip
    game = table()
    assert status(game, alice, lambda: cancel_game(game=game, person=alice, now=NOW)) == "expired"


def test_one_click_stops_all_later_ones_and_nothing_else_is_kept_than_a_hash(
    invited: EmailMessage, client: Client, invite_to: Invite, post: Post, bob: Person
) -> None:
    link = re.search(r"<(https?://[^>]+)>", str(invited["List-Unsubscribe"]).replace("\r\n ", ""))
    assert link
    path = "/" + link[1].split("/", 3)[3]
    assert client.get(path).status_code == 200
    assert not OptOut.objects.exists()
    # As mail programs do: without cookies (RFC 8058).
    done = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert "This address will get no more invitations" in done.content.decode()
    assert OptOut.objects.get().digest == address_digest(STRANGER)
    assert rows_with("OptOut") == []
    table = create_game(organiser=bob, options=GameOptions(board="usa", seats=2), now=NOW)
    invite_to("Erin+again@example.net", game=table, by=bob)
    assert post() == []
    key = re.search(r'name="again" value="([^"]+)"', done.content.decode())
    assert key
    client.post(path, {"again": key[1]})
    assert not has_opted_out(STRANGER)


def test_the_way_by_mail_stops_them_too(invited: EmailMessage) -> None:
    found = re.search(r"subject=([^>]+)>", str(invited["List-Unsubscribe"]).replace("\r\n ", ""))
    assert found
    from urllib.parse import unquote

    raw = f"From: {STRANGER}\r\nSubject: {unquote(found[1])}\r\n\r\n".encode()
    outcome = receive(raw=raw, recipient="unsubscribe@localhost.localdomain", now=NOW).outcome
    assert outcome == "muted"
    assert has_opted_out(STRANGER)


def test_the_link_stops_them_when_the_invitation_is_long_gone(
    invited: EmailMessage, client: Client
) -> None:
    path = re.search(r"/unsubscribe/invites/\S+", text_of(invited))
    assert path
    EmailInvitation.objects.all().delete()
    client.post(path[0])
    assert has_opted_out(STRANGER)


def test_an_opt_out_outlives_a_change_of_the_key(settings: Settings, invited: EmailMessage) -> None:
    OptOut.objects.create(digest=address_digest(STRANGER), at=NOW)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of the operators, long enough for it"
    assert has_opted_out(STRANGER)


def test_log_lines_tell_no_token_and_no_address(invited: EmailMessage) -> None:
    page = re.search(r"/invited/(\S+)/", text_of(invited))
    assert page
    line = redacted(f"GET /invited/{page[1]}/ to {STRANGER}, {invited['Reply-To']}")
    assert page[1] not in line
    assert STRANGER not in line
    assert not re.search(r"[0-9a-f]{20}", line)


def test_an_inviter_who_closes_the_account_takes_the_invitations_along(
    invited: EmailMessage, alice: Person
) -> None:
    assert collect_personal_data(alice)["invitations by email"][0]["address"] == STRANGER
    close_account(person=alice, now=NOW)
    assert rows_with(STRANGER) == []


def test_an_invited_person_can_close_the_account_and_take_the_data(
    invited: EmailMessage, send: Callable[..., object], alice: Person, client: Client
) -> None:
    send(invited, "join as Erin")
    erin = Person.objects.get(name="Erin")
    assert collect_personal_data(erin)["account"][0]["email"] == STRANGER
    client.force_login(erin)
    client.post("/settings/close/", {"name": "Erin"})
    erin.refresh_from_db()
    assert not erin.is_active
    assert EmailInvitation.objects.get().address == ""
