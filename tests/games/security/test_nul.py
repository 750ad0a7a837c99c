"""A NUL in a text makes no endpoint fail: PostgreSQL stores none, and nobody can type one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from games.inbound.receiving import receive
from games.people.models import Person
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.replies import address_in, reply_to

NUL = "ab\0cdefgh"
FIELDS = [
    "action", "board", "bots", "code", "contribution", "decision", "do", "email", "invitation",
    "key", "language", "login", "name", "next", "password", "seat", "text", "theme", "track",
]  # fmt: skip
REFUSED = {400, 401, 403, 404, 405, 415, 422}


def addresses(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """All addresses of the site, a NUL wherever they take a text."""
    for one in resolver.url_patterns:
        address = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one, address)
        elif isinstance(one, URLPattern):
            plain = re.sub(r"\(\?P<\w+>.*?\)", NUL, address.replace("^", "")).rstrip("$")
            yield "/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(str:|path:|slug:)?\w+>", NUL, plain))


ADDRESSES = sorted(set(addresses(get_resolver())))


def test_all_addresses_are_known() -> None:
    assert f"/games/{NUL}/act/" in ADDRESSES
    assert f"/join/{NUL}/" in ADDRESSES
    assert "/accounts/login/" in ADDRESSES


@pytest.mark.parametrize("address", [address for address in ADDRESSES if "\0" in address])
def test_no_address_takes_a_nul(browse, alice: Person, address: str) -> None:
    quoted = address.replace("\0", "%00")
    client = browse(alice)
    assert client.get(quoted).status_code in REFUSED
    assert client.post(quoted).status_code in REFUSED


@pytest.mark.slow
@pytest.mark.parametrize("address", [address for address in ADDRESSES if "\0" not in address])
def test_no_query_and_no_form_takes_a_nul(browse, alice: Person, address: str) -> None:
    nul = dict.fromkeys(FIELDS, NUL)
    for client in (browse(alice), browse(None)):
        assert client.get(address, nul).status_code == 400
        assert client.post(address, nul).status_code in REFUSED


@pytest.mark.parametrize("page", ["act", "move", "join", "team", "leave", "cancel", "remove"])
def test_no_endpoint_of_a_game_takes_a_nul(
    begin: Starter, browse, alice: Person, bob: Person, page: str
) -> None:
    game = begin(alice, bob)
    client = browse(alice)
    for field in FIELDS:
        form = {"decision": game.seats.get(number=0).decision, field: NUL}
        assert client.get(f"/games/{game.code}/{page}/", form).status_code == 400
        assert client.post(f"/games/{game.code}/{page}/", form).status_code == 400


def test_a_nul_inside_the_json_of_a_move_is_refused_with_the_move(
    begin: Starter, browse, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    form = {"decision": game.seats.get(number=0).decision}
    for action in (
        r'{"type":"claim","track":"a\u0000b","colour":"red"}',
        r'{"type":"keep","tickets":["a\u0000b"]}',
        r'{"type":"a\u0000b"}',
        r'{"type":"draw","source":"\ud83d"}',
        r'{"type":"draw","source":"blind","\u0000":"\ud83d"}',
    ):
        answer = browse(alice).post(f"/games/{game.code}/act/", {**form, "action": action})
        assert answer.status_code == 422, action


def test_a_cookie_with_a_nul_is_refused(client, db) -> None:
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, "theme"):
        cookie = rf'{name}="abcdefgh\000"'
        assert client.get("/lobby/", headers={"cookie": cookie}).status_code == 400


@pytest.mark.parametrize(
    "header", ["From", "To", "Subject", "Message-ID", "In-Reply-To", "References", "Date", "X-Any"]
)
def test_a_nul_in_a_mail_is_no_failure(turn, header: str) -> None:
    _game, mail = turn
    raw = reply_to(mail, "no command at all")
    damaged = re.sub(rb"(?m)^" + header.encode() + rb": ", header.encode() + b": a\0b ", raw)
    for message in (damaged, raw.replace(b"no command", b"no \0 command"), b"\0" + raw):
        assert receive(raw=message, recipient=address_in(mail), now=NOW).outcome != "failed"
    assert receive(raw=raw, recipient="reply+\0@localhost", now=NOW).outcome != "failed"


def test_a_nul_in_what_is_posted_to_the_webhook_is_no_failure(client, settings, turn) -> None:
    settings.INBOUND_SECRET = "key"
    _game, mail = turn
    raw = reply_to(mail, "draw\0 it")
    for answer in (
        client.post("/inbound/mail/key/", raw, content_type="message/rfc822"),
        client.post("/inbound/mail/key/", {"message": raw.decode(), "recipient": NUL}),
    ):
        assert answer.status_code == 200
