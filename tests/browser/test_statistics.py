"""Statistics by day and by night and on a phone; a game in a frame of another site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from games.people.models import Person
from games.players import rate_finished_games
from games.statistics import count_finished_games
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.games.statistics.conftest import store_game

Violations = Callable[[Page], list[Any]]
Picture = Callable[[Page, str], Path]


@pytest.fixture
def counted(
    live_server: Any, alice: Person, bob: Person, charlie: Person, dana: Person
) -> list[str]:
    """Enough games on two boards; the pages that show them."""
    people = [alice, bob, charlie, dana]
    for number in range(6):
        turned = people[number % 4 :] + people[: number % 4]
        ended = NOW.replace(day=1 + number)
        name = "usa-4-passes" if number % 2 else "usa-4-final-round"
        store_game(name, *turned, rated=True, started_at=NOW.replace(day=1), ended_at=ended)
        store_game("team-asia-4-final-round", *turned)
    count_finished_games(now=NOW)
    rate_finished_games(now=NOW)
    return ["/boards/usa/statistics/", "/people/Alice/statistics/", "/boards/team-asia/statistics/"]


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_statistics_keep_to_wcag_and_fit(
    counted: list[str],
    page: Page,
    violations: Violations,
    picture: Picture,
    width: int,
    scheme: Literal["light", "dark"],
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    for address in counted:
        page.goto(address)
        assert page.locator("svg.chart").count() >= 2
        for summary in page.get_by_text("As a table").all():
            summary.click()
        name = address.strip("/").replace("/", "-")
        picture(page, f"{name}-{width}-{scheme}")
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


class _Elsewhere(BaseHTTPRequestHandler):
    """A page of another site."""

    html = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.html.encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[ThreadingHTTPServer]:
    # A browser opens connections ahead and says nothing: one thread would wait for it.
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_another_site_shows_a_finished_game_in_a_frame_and_no_other_page(
    played: Game,
    live_server: Any,
    elsewhere: ThreadingHTTPServer,
    browser: Browser,
    picture: Picture,
) -> None:
    game = f"{live_server.url}/games/{played.code}/"
    _Elsewhere.html = (
        f'<!doctype html><title>Elsewhere</title><iframe id="shown" src="{game}embed/" width="480" '
        f'height="520"></iframe><iframe id="refused" src="{game}"></iframe>'
    )
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{elsewhere.server_port}/")
    shown = page.frame_locator("#shown")
    expect(shown.get_by_role("link", name=played.code)).to_be_visible()
    expect(shown.locator("svg.board")).to_be_visible()
    expect(shown.get_by_role("row", name="Alice")).to_be_visible()
    expect(page.frame_locator("#refused").get_by_text("Alice")).to_have_count(0)
    assert context.cookies() == []
    picture(page, "embedded-game")
    context.close()
