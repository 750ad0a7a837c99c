"""What is posted to the addresses below ``/inbound/``, where services for mail deliver.

Half of it comes without the secret in the address or with a wrong one, half from somebody who has
the service of the site deliver forged messages and reports under the right one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Final
from urllib.parse import urlencode

from tools.site.processes import DOMAIN, INBOUND

GUESS: Final = "x" * len(INBOUND)
RAW, FORM, JSON = "message/rfc822", "application/x-www-form-urlencoded", "application/json"


@dataclass(frozen=True, slots=True)
class Post:
    """One request of a service for mail, or of somebody who pretends to be one."""

    path: str
    body: bytes
    kind: str
    """The media type of the body."""


def post_of(number: int) -> Post:
    """The post of a number; addresses and mails in it are unknown to the site."""
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
