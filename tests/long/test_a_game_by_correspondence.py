"""A whole game of Japan as its players live it: through pages and mails, with a turn that runs out.

Alice and Bob play with a planner bot. They see only what the site sends them, and answer by its own
links and forms; the beat is played by calling what the beat calls.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
import time_machine
from django.core import mail
from django.test import Client

from games import log
from games.notifications.mail.runner import send_due
from games.people.models import Person
from games.play import play_waiting_bots
from games.scheduler.sweep import sweep
from games.tables.models import Game

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Page(HTMLParser):
    """Links and forms of a page, as a reader without JavaScript finds them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.links: list[str] = []
        self.forms: list[dict[str, object]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "a" and has.get("href"):
            self.links.append(str(has["href"]))
        elif tag == "form":
            self.forms.append({"action": has.get("action", ""), "fields": []})
        elif tag in ("input", "button") and has.get("name") and self.forms:
            fields = self.forms[-1]["fields"]
            assert isinstance(fields, list)
            fields.append((has["name"], has.get("value", "")))

    def form(self, ending: str) -> tuple[str, list[tuple[str, str]]] | None:
        """The first form that goes to an address with this ending, with its fields."""
        for form in self.forms:
            if str(form["action"]).endswith(ending):
                return str(form["action"]), list(form["fields"])  # type: ignore[call-overload]
        return None


class Player:
    """Somebody at a browser, who plays what the page offers."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.browser = Client()
        self.browser.force_login(person)

    def open(self, address: str) -> Page:
        answer = self.browser.get(address)
        assert answer.status_code == 200, address
        return Page(answer.content.decode())

    def post(self, address: str, fields: list[tuple[str, str]]) -> Page:
        answer = self.browser.post(
            address,
            urlencode(fields),
            content_type="application/x-www-form-urlencoded",
            follow=True,
        )
        assert answer.status_code == 200, answer.content.decode()[:3000]
        return Page(answer.content.decode())

    def move(self, address: str) -> None:
        """Make one decision: keeps what is offered, else claims, else takes the deck's card."""
        page = self.open(address)
        kept = [(name, value) for form in page.forms for name, value in form["fields"]  # type: ignore[union-attr]
                if name == "ticket"]  # fmt: skip
        if kept:
            self.confirm(f"{address}move/?{urlencode([('do', 'keep'), *kept[:2]])}")
            return
        claims = [link for link in page.links if "do=claim" in link]
        if claims:
            self.confirm(max(claims, key=lambda link: ("bullet" in link, len(link))))
            return
        form = page.form("/act/")
        if form is None or not any(name == "action" for name, _ in form[1]):
            self.confirm(next(link for link in page.links if "do=tickets" in link))
            return
        target, fields = form
        button = next(field for field in fields if field[0] == "action")
        self.post(target, [field for field in fields if field[0] != "action"] + [button])

    def confirm(self, address: str) -> None:
        """Look at a prepared move, and make it."""
        form = self.open(address).form("/act/")
        assert form is not None
        target, fields = form
        # The second button of the page holds the move instead.
        self.post(target, [field for field in fields if field[0] != "hold"])

    def is_asked(self, address: str) -> bool:
        return 'id="decision-title"' in (html := self.open(address).html) and (
            'name="decision"' in html or 'name="ticket"' in html
        )


class Post:
    """The mails that have arrived."""

    def __init__(self) -> None:
        self.read: list[EmailMessage] = []

    def arrived(self, player: Player) -> list[EmailMessage]:
        found = [sent.message() for sent in mail.outbox[len(self.read) :]]
        self.read += found
        return [one for one in found if player.person.email in str(one["To"])]


@pytest.mark.slow
def test_a_whole_game_of_japan_through_pages_and_mails(
    alice: Person, bob: Person, mailoutbox: list[mail.EmailMessage]
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        a, b = Player(alice), Player(bob)
        a.post(
            "/lobby/new/",
            [("board", "japan"), ("seats", "3"), ("bots", "1"), ("bot", "planner"),
             ("days_per_turn", "2"), ("public", "yes"), ("contribution", "alice's own words")],
        )  # fmt: skip
        game = Game.objects.get()
        address = f"/games/{game.code}/"
        assert address in b.open("/lobby/").html
        b.post(f"{address}join/", [("contribution", "bob's")])
        game.refresh_from_db()
        assert game.status == "running"

        send_due(now=clock_now())
        assert not mailoutbox, "both are at the page"
        clock.shift(timedelta(minutes=4))
        send_due(now=clock_now())
        first = [sent.message() for sent in mailoutbox]
        assert {parseaddr(str(one["To"]))[1] for one in first} == {alice.email, bob.email}
        assert all(game.code in str(one["Subject"]) for one in first)

        a.move(address)
        _let_bob_run_out(clock, a, b, address)
        _play_to_the_end(clock, (a, b), address)
        _look_back(a, b, address, mailoutbox)


def clock_now() -> datetime:
    return datetime.now(tz=UTC)


def beat() -> None:
    """What the beat has done every few minutes."""
    play_waiting_bots(now=clock_now())
    sweep(now=clock_now())
    send_due(now=clock_now())


def _let_bob_run_out(clock: time_machine.Coordinates, a: Player, b: Player, address: str) -> None:
    """Bob does not choose his first tickets; the clock reminds him, and then chooses for him."""
    for _ in range(49 * 6):
        # More seldom would be an outage, by which every deadline is put off.
        clock.shift(timedelta(minutes=10))
        beat()
    reminders = [
        text_of(sent.message())
        for sent in mail.outbox
        if b.person.email in str(sent.message()["To"])
    ]
    assert len(reminders) >= 2
    assert "Your time ran out" in b.open(f"{address}log/").html
    assert "Time ran out for Bob" in a.open(f"{address}log/").html


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def _play_to_the_end(
    clock: time_machine.Coordinates, players: tuple[Player, ...], address: str
) -> None:
    for _ in range(2000):
        clock.shift(timedelta(minutes=7))
        beat()
        if Game.objects.get().status == "finished":
            return
        for player in players:
            if player.is_asked(address):
                player.move(address)
    raise AssertionError("The game did not end.")


def _look_back(a: Player, b: Player, address: str, outbox: list[mail.EmailMessage]) -> None:
    game = Game.objects.get()
    send_due(now=clock_now())
    assert game.result is not None
    html = b.open(address).html
    assert bytes(game.secret).hex() in html
    assert game.commitment in html
    record = a.browser.get(f"{address}record/")
    assert record.status_code == 200
    assert log.verify(game) == []
    for player in (a, b):
        mine = [
            sent.message() for sent in outbox if player.person.email in str(sent.message()["To"])
        ]
        assert len({str(one["Subject"]) for one in mine}) == 1
        assert len({str(one["References"]) for one in mine}) == 1
        assert re.search(r"\d+ points", text_of(mine[-1]))
        assert len({str(one["Message-ID"]) for one in mine}) == len(mine)
