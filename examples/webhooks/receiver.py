"""Receive the calls of a webhook of Night Mail, verify them, and print a line for each.

Only the standard library is needed:

    NIGHT_MAIL_WEBHOOK_SECRET=whsec_... python receiver.py --port 8900

The page of your webhook shows the secret; choose the style "JSON" there. The site calls only
addresses that the whole internet can reach over https, so run this behind a proxy that speaks TLS.
The headers are those of Standard Webhooks (https://www.standardwebhooks.com).
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300
"""Seconds that a call may be old, or early by a clock that is ahead."""
MAX_BODY = 64 * 1024
REMEMBERED = 10_000
"""Ids of the latest calls, to drop what comes twice."""


class NotGenuine(Exception):
    """A call that the site did not make, or not now."""


def verify(secret: str, headers: dict[str, str], body: bytes, now: float) -> str:
    """Return the id of a call that is genuine.

    :param secret: `whsec_` and base64, as the page of the webhook shows it.
    :param headers: by name in small letters.
    :raises NotGenuine: with the reason.
    """
    name, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not name or not at.isdecimal():
        raise NotGenuine("the id or the time is missing")
    if abs(now - int(at)) > TOLERANCE:
        raise NotGenuine("the call is too old, or a clock is wrong")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    proof = hmac.new(key, f"{name}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(proof).decode()}"
    # A header may hold several signatures, while a secret is being changed.
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given):
        raise NotGenuine("the signature is wrong")
    return name


class Receiver(ThreadingHTTPServer):
    """The server, with its secret and the ids that it has seen."""

    def __init__(self, address: tuple[str, int], secret: str) -> None:
        super().__init__(address, Handler)
        self.secret = secret
        self.seen: OrderedDict[str, None] = OrderedDict()
        self.lock = threading.Lock()

    def is_new(self, name: str) -> bool:
        """Note the id of a call; whether it comes for the first time."""
        with self.lock:
            new = name not in self.seen
            self.seen[name] = None
            while len(self.seen) > REMEMBERED:
                self.seen.popitem(last=False)
        return new


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        given = self.headers.get("Content-Length", "0")
        length = int(given) if given.isdecimal() else MAX_BODY + 1
        if length > MAX_BODY:
            self.answer(413)
            return
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            name = verify(self.server.secret, headers, body, time.time())
        except NotGenuine as reason:
            print(f"refused: {reason}", flush=True)
            self.answer(401)
            return
        if self.server.is_new(name):
            call = json.loads(body)
            code = call["game"]["code"] if call["game"] else "-"
            print(f"{call['at']} {code} {','.join(call['kinds'])}: {call['text']}", flush=True)
        # Anything but 2xx makes the site try again; 410 switches the webhook off.
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing by itself."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Receive the calls of a webhook of Night Mail.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8900)
    options = parser.parse_args()
    secret = os.environ.get("NIGHT_MAIL_WEBHOOK_SECRET", "")
    if not secret.startswith("whsec_"):
        print(
            "Set NIGHT_MAIL_WEBHOOK_SECRET to the secret on the page of your webhook.",
            file=sys.stderr,
        )
        return 2
    with Receiver((options.host, options.port), secret) as server:
        print(f"listening on {options.host}:{server.server_port}", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
