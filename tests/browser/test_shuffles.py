"""The shuffles of a finished game are checked in the browser; every change of a record is found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

import engine
from engine.bots import choose_action
from games import log
from games.people.models import Person
from games.play.transaction import game_transaction
from games.tables.models import Game
from games.web.play.presenters.game_page import facts_for_shuffles
from tests.fixtures.games import NOW, act

Line = dict[str, Any]
Change = Callable[[list[Line]], None]
GOOD = "Everything adds up"


def play(game: Game, *, until: int | None = None) -> Game:
    """Let planners play a game to its end, or to a turn."""
    dice = random.Random(7)
    while (state := log.load(game)).outcome is None and state.turn != until:
        seat = next(iter(state.pending))
        act(game, seat, choose_action("planner", engine.view(state, seat), dice))
    return game


@pytest.fixture
def finished(begin: Callable[..., Game], alice: Person, bob: Person) -> Game:
    """A short game of Japan, whose returned tickets are shuffled as well."""
    return play(
        begin(alice, bob, board="japan", contribution="ein Licht – bei Nacht", order_fixed=False)
    )


def check(page: Page, game: Game, change: Change | None = None) -> str:
    """Press the button, with a record that was changed on its way; return what is said then."""

    def altered(route: Route) -> None:
        lines = [json.loads(line) for line in route.fetch().text().splitlines()]
        assert change is not None
        change(lines)
        route.fulfill(body="\n".join(map(json.dumps, lines)), content_type="application/jsonl")

    if change is not None:
        page.route("**/record/", altered)
    page.goto(f"/games/{game.code}/")
    page.get_by_role("button", name="Check them in this browser").click()
    status = page.locator("shuffle-check [role=status]")
    expect(status.locator("li").first).to_be_visible()
    said = status.inner_text()
    page.unroute("**/record/")
    return said


def only(lines: list[Line], kind: str, number: int = 0) -> Line:
    return [line for line in lines if line.get("type") == kind][number]


def other(card: str) -> str:
    return "red" if card != "red" else "blue"


def change_secret(lines: list[Line]) -> None:
    lines[-1]["secret"] = "00" * 32


def change_contribution(lines: list[Line]) -> None:
    lines[0]["contributions"][0] += "!"


def change_shuffled_card(lines: list[Line]) -> None:
    cards = only(lines, "game.deck_shuffled")["data"]["cards"]
    cards[50] = other(cards[50])


def swap_tickets(lines: list[Line]) -> None:
    tickets = only(lines, "game.tickets_shuffled")["data"]["tickets"]
    tickets[-1], tickets[-2] = tickets[-2], tickets[-1]


def change_drawn_card(lines: list[Line]) -> None:
    data = only(lines, "game.card_drawn", 3)["data"]
    data["card"] = other(data["card"])


def change_slot(lines: list[Line]) -> None:
    data = only(lines, "game.card_taken", 2)["data"]
    data["slot"] = (data["slot"] + 1) % 5


def change_points(lines: list[Line]) -> None:
    only(lines, "game.route_claimed", 2)["data"]["points"] += 1


def test_a_true_record_passes_with_each_of_its_shuffles(page: Page, finished: Game) -> None:
    said = check(page, finished)
    assert GOOD in said
    assert "does not" not in said
    events = [line.event for line in log.events(finished)]
    numbers = [n for event in events if (n := getattr(event, "shuffle", None)) is not None]
    assert len(numbers) >= 3
    for number in numbers:
        assert f"Shuffle {number}, event" in said


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (change_secret, "The secret does not match its fingerprint."),
        (change_contribution, "No shuffle follows from these contributions."),
        (change_shuffled_card, "Shuffle 1, event 1: the deck of cards. It does not hold."),
        (swap_tickets, "Shuffle 2, event 2: the ticket deck. It does not hold."),
        (change_drawn_card, "these cards were not on top of the deck."),
        (change_slot, "does not follow from the events before it."),
        (change_points, "was changed, or the one after it."),
    ],
)
def test_a_changed_record_fails_and_the_place_is_named(
    page: Page, finished: Game, change: Change, place: str
) -> None:
    said = check(page, finished, change)
    assert GOOD not in said
    assert place in said
    lines: list[Line] = [json.loads(line) for line in log.export_record(finished)]
    if change is change_drawn_card:
        assert f"Event {only(lines, 'game.card_drawn', 3)['seq']}: these cards" in said
    if change is change_points:
        assert f"Event {only(lines, 'game.route_claimed', 2)['seq']} was changed" in said


@pytest.mark.parametrize("name", ["japan-3-final-round", "team-asia-6-final-round", "usa-5-passes"])
def test_golden_records_of_all_kinds_pass(
    page: Page, begin: Callable[..., Game], alice: Person, bob: Person, name: str
) -> None:
    game = begin(alice, bob)
    Game.objects.filter(pk=game.pk).update(status="finished")
    text = (settings.BASE_DIR / "tests" / "golden" / f"{name}.jsonl").read_text()
    board = engine.load_board(json.loads(text.partition("\n")[0])["board"])
    facts = json.dumps(facts_for_shuffles(board))
    page.route("**/record/", lambda route, _: route.fulfill(body=text))
    page.goto(f"/games/{game.code}/")
    page.locator("#shuffled-board").evaluate("(it, facts) => (it.textContent = facts)", facts)
    page.get_by_role("button", name="Check them in this browser").click()
    status = page.locator("shuffle-check [role=status]")
    expect(status.locator("li").first).to_be_visible()
    assert GOOD in status.inner_text()


def test_a_game_that_was_taken_back_passes_with_its_piles_shuffled_again(
    page: Page, begin: Callable[..., Game], alice: Person, bob: Person
) -> None:
    game = play(begin(alice, bob, board="japan"), until=9)
    points = engine.return_points(
        engine.load_board("japan"), [line.event for line in log.events(game)]
    )
    with game_transaction(game=game, now=NOW) as locked:
        locked.take_back(points[len(points) // 2])
    said = check(page, play(game))
    assert GOOD in said
    assert said.count("the deck of cards") >= 2


def test_where_web_crypto_is_missing_the_page_says_so(page: Page, finished: Game) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"/games/{finished.code}/")
    expect(page.locator("shuffle-check")).to_contain_text("offers no Web Crypto")
    expect(page.get_by_role("button", name="Check them in this browser")).to_have_count(0)


@pytest.mark.parametrize("name", ["shuffles.js", "record-table.js"])
def test_each_script_is_short_enough_to_read(name: str) -> None:
    assert len((settings.BASE_DIR / "static" / name).read_text().splitlines()) < 260
