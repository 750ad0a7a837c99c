"""`make faults`: one request of a player, which may be answered, led elsewhere or cut off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tools.players.browser import Reply, ask


class Answers(BaseHTTPRequestHandler):
    """Answers as the path says, and with what was sent."""

    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        self.answer(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, sent: bytes) -> None:
        body = f'{{"how": "{self.command} {sent.decode()}"}}'.encode()
        self.send_response(int(self.path.strip("/").partition("-")[0]))
        self.send_header("Location", "/elsewhere/")
        # A part of an answer is what a process leaves that dies while it writes.
        self.send_header("Content-Length", str(len(body) * (1 + self.path.endswith("-cut/"))))
        self.end_headers()
        self.wfile.write(body)

    do_PUT = do_POST

    def log_message(self, *_line: object) -> None: ...


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("status", [200, 202, 302, 409, 503])
def test_every_answer_is_one_and_no_redirect_is_followed(address: str, status: int) -> None:
    assert ask(f"{address}/{status}/", {}) == Reply(status, '{"how": "GET "}', "/elsewhere/")


def test_what_is_sent_is_posted_or_put(address: str) -> None:
    assert ask(f"{address}/200/", {}, b"a=1").data == {"how": "POST a=1"}
    assert ask(f"{address}/200/", {}, b"a=1", method="PUT").data == {"how": "PUT a=1"}


def test_a_part_of_an_answer_and_none_at_all_count_as_no_answer(address: str) -> None:
    assert ask(f"{address}/200-cut/", {}) == Reply(0)
    assert ask(f"{address}/503-cut/", {}) == Reply(0)
    assert ask("http://127.0.0.1:1/", {}) == Reply(0)


def test_an_answer_that_is_no_json_has_no_data() -> None:
    assert Reply(500, "<h1>Sorry</h1>").data is None
