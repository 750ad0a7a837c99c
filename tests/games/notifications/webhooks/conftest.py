"""A server that takes calls, on this machine, with the guard told that it may be called."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from pytest_django import Settings

from games.notifications.webhooks.models import Webhook
from games.notifications.webhooks.registration import save_webhook
from games.people.models import Person
from tests.fixtures.games import NOW


@dataclass
class Server:
    """What arrived, and what is answered: a status, with headers."""

    url: str = ""
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    known = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            known.calls.append((dict(self.headers), body))
            known.paths.append(self.path)
            self.send_response(known.status)
            for name, value in known.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    listening = HTTPServer(("127.0.0.1", 0), Handler)
    host = f"127.0.0.1:{listening.server_port}"
    known.url = f"http://{host}/hook?key=1"
    settings.WEBHOOK_HOSTS = [host]
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield known
    listening.shutdown()
    thread.join()
    listening.server_close()


Owner = Callable[..., Webhook]


@pytest.fixture
def webhook(server: Server) -> Owner:
    """Set a webhook up: `webhook(alice, style="slack")`."""

    def make(
        person: Person, *, style: str = "json", url: str = "", off: Collection[str] = ()
    ) -> Webhook:
        return save_webhook(person=person, style=style, url=url or server.url, off=off, now=NOW)

    return make
