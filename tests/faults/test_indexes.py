"""Lists that grow are read along an index of PostgreSQL, in their order."""

from __future__ import annotations

import pytest
from django.db import connection

from games.lobby.search import TableSearch, search_tables
from games.notifications.mail.compose import _uncomposed
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.people.models import Person
from games.tables import selectors
from tests.fixtures.games import NOW, Starter

pytestmark = pytest.mark.services


@pytest.mark.parametrize(
    ("games", "index"),
    [
        (selectors.open_games, "games_in_the_lobby"),
        (
            lambda: search_tables(
                selectors.open_games(), TableSearch(board="usa", rated=True, bots=False), None
            ),
            "games_in_the_lobby",
        ),
        (selectors.games_to_watch, "games_to_watch"),
        (selectors.finished_games, "games_lately_over"),
    ],
)
def test_the_lobby_sorts_no_games(games, index: str, db: None) -> None:
    if connection.vendor != "postgresql":
        pytest.fail("needs PostgreSQL: make test-services")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = games()[:20].explain()
    assert index in plan
    assert "Sort" not in plan


def test_the_notices_of_a_mail_are_found_without_a_look_at_all_that_waits(
    begin: Starter, alice: Person, bob: Person
) -> None:
    game = begin(alice, bob)
    Notice.objects.bulk_create(
        Notice(
            person=person, game=game, decision=number, kind=NoticeKind.TURN,
            status=DeliveryStatus.SENT, created_at=NOW, not_before=NOW,
        )
        for number in range(1_000, 2_000)
        for person in (alice, bob)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_notice")
        cursor.execute("SET LOCAL enable_seqscan = off")
    waiting = _uncomposed(alice.pk, game.pk, "").filter(not_before__lte=NOW)
    (found,) = (line for line in waiting.explain().splitlines() if "Index Cond" in line)
    assert "status" not in found
