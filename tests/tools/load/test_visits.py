"""Who visits what in a database for load, and that these visits do what they say."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.log.models import Event
from games.people.models import Person
from tests.tools.load.filling import fill
from tools.load.people import REGULAR
from tools.load.visits import Visit, visits

SOME = (
    "action-link", "api-game", "api-turns", "appeal", "calendar-feed", "direct", "direct-season",
    "group", "home", "invitation", "moderation", "one-appeal", "one-report", "plan-season",
    "records-file", "report-message", "season", "unsubscribe", "webhook",
)  # fmt: skip
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still_clock")]


def found(*names: str) -> dict[str, Visit]:
    fill(30)
    return {visit.name: visit for visit in visits(names)}


def moves() -> int:
    return Event.objects.filter(action__isnull=False).count()


def test_pages_of_every_kind_of_reader_are_visited_and_all_can_be_done_again() -> None:
    known = found(*SOME)
    jobs = [name for name in known if name.startswith("job ")]
    assert {"job sweep_deadlines", "job send_waiting_notices"} < {*jobs}
    assert "job prove_logs" not in jobs
    for name in (
        "home of itself by an anonymous user",
        "season of itself by Newcomer",
        "report-message of itself by Regular",
        "group of itself by Regular",
        "records-file of itself by Regular",
        "calendar-feed of itself by an anonymous user",
        "unsubscribe of itself by an anonymous user",
        "action-link of itself by Regular",
        "invitation of itself by Newcomer",
        "appeal of itself by an anonymous user",
        "direct-season of itself by Dorien",
        "plan-season of itself by Dorien",
        "direct of a game of the season by Dorien",
        "one-report of itself by Moira",
        "one-appeal of itself by Moira",
        "webhook of itself by Moira",
        "direct of a running game by Moira",
        "api-turns of itself by a program of Regular",
        "api-game of a finished game by a program of Veteran",
        "a sweep of due games",
        "a game into the statistics",
        *jobs,
    ):
        with transaction.atomic():
            known[name].do()
            transaction.set_rollback(True)
    assert "home of itself by a program of Regular" not in known


def test_a_program_moves_as_its_player_does_on_the_page() -> None:
    known, before = found("home"), moves()
    for name in ("an accepted move", "an accepted move of a program"):
        with transaction.atomic():
            known[name].do()
            assert moves() == before + 1
            transaction.set_rollback(True)


def test_to_visit_a_database_again_leaves_no_more_tokens_in_it() -> None:
    found("home")
    regular = Person.objects.get(name=REGULAR)
    before = regular.api_tokens.count()
    for _again in range(2):
        list(visits(("home",)))
    assert regular.api_tokens.count() == before == 2
