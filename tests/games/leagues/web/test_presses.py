"""How many presses a director needs, through the links and forms of the pages themselves.

A press is a link, a button, a box or a choice. Names and other texts are typed besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from html import unescape

import time_machine
from django.test import Client
from pytest_django import Settings

from games.leagues.models import Entry, EntryStatus, Season
from games.moderation.models import AuditEntry
from games.people.models import Person
from tests.games.forms import form_with
from tests.games.leagues.conftest import CLOSES, DAY, NOW, OPENS, Crowd, a_plan

LINK = re.compile(r'<a\b[^>]*?href="([^"]+)"[^>]*>(.*?)</a>', re.S)


class Director:
    """Somebody with a browser, who counts what they press."""

    def __init__(self, person: Person, at: datetime) -> None:
        self.client, self.at, self.presses = Client(), at, 0
        self.client.force_login(person)
        self.url, self.page = "", ""
        self._read("/")

    def follow(self, text: str) -> None:
        """Press the first link with this text."""
        for url, label in LINK.findall(self.page):
            if text in unescape(re.sub(r"<[^>]*>", "", label)):
                self.presses += 1
                self._read(unescape(url))
                return
        raise AssertionError(f"{self.url} has no link “{text}”")

    def send(self, form_name: str, choices: int = 0, **filled: object) -> None:
        """Press the button of the form with this field or address; ``choices`` are presses, too."""
        form = form_with(self.page, form_name)
        self.presses += 1 + choices
        data = {**form.sent, **filled}
        with time_machine.travel(self.at, tick=False):
            answer = self.client.post(form.action or self.url, data, follow=True)
        self._show(answer)

    def _read(self, url: str) -> None:
        with time_machine.travel(self.at, tick=False):
            self._show(self.client.get(url, follow=True))

    def _show(self, answer: object) -> None:
        assert answer.status_code == 200, answer.content.decode()  # type: ignore[attr-defined]
        self.url = answer.request["PATH_INFO"]  # type: ignore[attr-defined]
        self.page = answer.content.decode()  # type: ignore[attr-defined]


def test_a_league_is_founded_and_its_first_season_announced_in_under_15_presses(
    alice: Person, settings: Settings
) -> None:
    settings.LEAGUE_FOUNDERS = "anyone"
    founder = Director(alice, NOW)
    founder.follow("Leagues")
    founder.follow("Found a league")
    founder.send("entry", choices=1, name="Slow Trains", about="", entry="approval")
    founder.follow("Plan a season")
    founder.send("division_size")
    founder.send("announce/")
    season = Season.objects.get(league__name="Slow Trains")
    assert (season.announced_at, season.by_approval) == (NOW, True)
    assert founder.presses == 7


def test_a_director_approves_200_players_draws_and_announces_in_under_20_presses(
    announced: Callable[..., Season], director: Person, crowd: Crowd
) -> None:
    season = announced(a_plan(by_approval=True))
    Entry.objects.bulk_create(
        Entry(season=season, person=person, status=EntryStatus.ASKED, registered_at=OPENS)
        for person in crowd(200)
    )
    erin = Director(director, CLOSES - DAY)
    erin.follow("Leagues")
    erin.follow("Night Club")
    erin.follow("What waits for you")
    erin.follow("200 players wait for approval")
    erin.send("approve/")
    assert season.entries.filter(status=EntryStatus.REGISTERED).count() == 200
    erin.at = CLOSES
    erin.send("run/")
    season.refresh_from_db()
    assert season.drawn_at == CLOSES
    erin.send("write/", text="The divisions are drawn. Good luck!")
    assert season.messages.exists()
    assert AuditEntry.objects.filter(action="approve").count() == 200
    assert erin.presses == 7
