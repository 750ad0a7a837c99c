"""Anonymous requests to an endpoint, by number, and their answers.

Every second one comes from a network of its own, where no limit holds it up; the others share a few
networks, which the endpoint refuses soon.
"""

from __future__ import annotations

import http.client
import json
import smtplib
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final
from urllib.parse import urlencode

from tools.players.browser import as_form, exchange
from tools.site.processes import DOMAIN, INBOUND

PAGES, API, STREAMS, PICTURES, RECORDS = "pages", "api", "streams", "pictures", "records"
READ: Final = (PAGES, API, STREAMS, PICTURES, RECORDS)
LONG: Final = "/" + "a.b@" * 975
"""A path of 3,901 characters that looks like many addresses."""
BOARDS: Final = ("usa", "europe", "japan", "india", "switzerland", "team-asia")
FIRST_WIDTH, LAST_WIDTH = 200, 1200
LAST_EVENT: Final = 200
"""Of the record that is uploaded; it has more."""
GUESS: Final = "x" * len(INBOUND)
RAW, FORM, JSON = "message/rfc822", "application/x-www-form-urlencoded", "application/json"
PATIENCE: Final = 30
NO_ANSWER: Final = 0
TAKEN: Final = 250
LOG_IN, SIGN_UP, MAILS, GATE, WEBHOOK = "log-in", "sign-up", "mails", "gate", "webhook"
ENDPOINTS: Final = (LOG_IN, SIGN_UP, MAILS, GATE, WEBHOOK, *READ)
SHARED_NETWORKS: Final = 2
IDLE: Final = 60
"""Connections that one network opens at the mail gate and leaves open: more than it may have."""
WRONG, CHOSEN = "a wrong password", "a password of their own"
LETTERS: Final = "abcdefghkmnprstuvwxyz"
RECIPIENTS: Final = ("complaints", "unsubscribe", "reply+nobody", "postmaster")
MESSAGE: Final = b"From: stranger@flood.example\r\nSubject: Mail\r\n\r\nOne of many.\r\n"
Knock = Callable[[int], int]
"""Send the request of a number; return the status or code of the answer."""


def path_of(endpoint: str, number: int, codes: Sequence[str], record: str = "") -> str:
    """The path that the anonymous user of a number asks for."""
    dice = Random(number)
    code = dice.choice(codes)
    width = dice.randint(FIRST_WIDTH, LAST_WIDTH)
    paths = {
        PAGES: (f"/games/{code}/", "/", "/lobby/", "/watch/", LONG, f"/games/{code}/replay/"),
        API: (f"/api/v1/games/{code}/", "/api/v1/games/?of=all", f"/api/v1/games/{code}/events/"),
        STREAMS: (f"/api/v1/games/{code}/stream/",),
        PICTURES: (
            f"/api/v1/boards/{dice.choice(BOARDS)}/picture.png?width={width}",
            f"/api/v1/games/{code}/picture.png?width={width}",
            f"/games/{code}/share.png",
        ),
        RECORDS: (f"{record}?at={dice.randint(0, LAST_EVENT)}",),
    }[endpoint]
    return paths[number // 2 % len(paths)]


@dataclass(frozen=True, slots=True)
class Post:
    """One request of a service for mail, or of somebody who pretends to be one."""

    path: str
    body: bytes
    kind: str
    """The media type of the body."""


def post_of(number: int) -> Post:
    """The post of a number; addresses and mails in it are unknown to the site.

    Half of all come without the secret in the address or with a wrong one, half from somebody who
    has the service of the site deliver forged messages and reports under the right one.
    """
    token = f"{Random(number).getrandbits(128):032x}"
    address = f"reply+{token}@{DOMAIN}"
    message = (
        f"From: {token}@flood.example\r\nTo: {address}\r\nSubject: Mail\r\n\r\nOne of many.\r\n"
    )
    raw = message.encode()
    report = {"event": "failed", "message_id": f"<{token}@{DOMAIN}>", "status": "5.1.1"}
    reports = json.dumps(report).encode()
    envelope = urlencode({"recipient": address, "message": message}).encode()
    posts = (
        Post("/inbound/mail/", raw, RAW),
        Post(f"/inbound/mail/{GUESS}/", raw, RAW),
        Post(f"/inbound/bounces/{GUESS}/", reports, JSON),
        Post(f"/inbound/mail/{INBOUND}/", raw, RAW),
        Post(f"/inbound/mail/{INBOUND}/", envelope, FORM),
        Post(f"/inbound/bounces/{INBOUND}/", reports, JSON),
    )
    return posts[number // 2 % len(posts)]


@dataclass(frozen=True, slots=True)
class Target:
    """The ports of the endpoints, and what floods name of the site."""

    web: int
    gate: int
    streams: int
    known: Sequence[str]
    """The addresses of people who have accounts."""
    codes: Sequence[str]
    """Codes of public games."""
    record: str
    """The path of the replay of a record that was uploaded, in the session of this ``cookie``."""
    cookie: str


def client_at(endpoint: str, target: Target) -> Knock:
    """A client of an endpoint, on a connection of its own."""
    if endpoint == GATE:
        return partial(_hand_in, target.gate)
    port = target.streams if endpoint == STREAMS else target.web
    line = http.client.HTTPConnection("localhost", port, timeout=PATIENCE)
    return partial(_ask, line, endpoint, target)


def _ask(line: http.client.HTTPConnection, endpoint: str, target: Target, number: int) -> int:
    """Post or read as the user of a number; a proxy in front has one connection for many."""
    body = b""
    if endpoint in READ:
        path = path_of(endpoint, number, target.codes, target.record)
        headers = {"Cookie": target.cookie} if endpoint == RECORDS else {}
    elif endpoint == WEBHOOK:
        post = post_of(number)
        path, headers, body = post.path, {"Content-Type": post.kind}, post.body
    else:
        path, form = form_of(endpoint, number, target.known)
        headers, body = as_form(form)
    site = f"localhost:{target.web}"
    headers |= {
        "Host": site, "Referer": f"http://{site}/", "X-Forwarded-For": network_of(number)
    }  # fmt: skip
    for _try in range(2):
        # The site closes lines that were idle, sometimes just as something is asked.
        with suppress(http.client.HTTPException, OSError):
            if endpoint == STREAMS:
                return _open_stream(line, path, headers)
            method = "GET" if endpoint in READ else "POST"
            return exchange(line, method, path, headers, body).status
        line.close()
    return NO_ANSWER


def _open_stream(line: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> int:
    """Open a stream, and hang up after the head of the answer; the status."""
    try:
        line.request("GET", path, headers=headers)
        return line.getresponse().status
    finally:
        line.close()


def form_of(endpoint: str, number: int, known: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The path and the form of a user; half of those that name an account name an existing one."""
    new = f"stranger-{number}@flood.example"
    named = known[number // 4 % len(known)] if number // 2 % 2 else new
    if endpoint == LOG_IN:
        return "/accounts/login/", {"login": named, "password": WRONG}
    if endpoint == SIGN_UP:
        name = "Stranger " + "".join(Random(number).choices(LETTERS, k=12))
        return "/accounts/signup/", {"email": new, "name": name, "password1": CHOSEN}
    if number // 4 % 2:
        return "/accounts/login/code/", {"email": named}
    return "/accounts/password/reset/", {"email": named}


def network_of(number: int, first: int = 10) -> str:
    """The IP address of a user, one below ``first`` or one of the shared ones."""
    place = number // 2 if number % 2 else number // 2 % SHARED_NETWORKS
    return f"{first}.{place >> 14 & 63 | (number % 2) << 7}.{place >> 7 & 127}.{place & 127 | 128}"


def _hand_in(port: int, number: int) -> int:
    """Hand a message in at the mail gate: with SMTP the address is that of the connection."""
    recipient = f"{RECIPIENTS[number // 2 % len(RECIPIENTS)]}@{DOMAIN}"
    source = (network_of(number, first=127), 0)
    try:
        with smtplib.SMTP(
            "127.0.0.1", port, "stranger.example", timeout=PATIENCE, source_address=source
        ) as line:
            line.sendmail("stranger@flood.example", recipient, MESSAGE)
        return TAKEN
    except smtplib.SMTPRecipientsRefused as refused:
        return refused.recipients[recipient][0]
    except smtplib.SMTPResponseException as refused:
        return refused.smtp_code
    except (smtplib.SMTPException, OSError):
        return NO_ANSWER


def idle_at_gate(port: int) -> list[socket.socket]:
    """Connections of one shared network that say nothing; those over its limit are closed soon."""
    source = (network_of(0, first=127), 0)
    return [
        socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=source)
        for _one in range(IDLE)
    ]
