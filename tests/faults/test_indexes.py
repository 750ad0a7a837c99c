"""Lists that grow are read along an index of PostgreSQL, in their order."""

from __future__ import annotations

import pytest
from django.db import connection

from games.lobby.search import TableSearch, search_tables
from games.notifications.mail.compose import _uncomposed
from games.tables import selectors

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


def test_the_notices_of_a_mail_are_found_without_a_look_at_all_that_waits(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "one_notice_a_decision" in _uncomposed(1, 1, "").explain()
    assert "one_notice_a_topic" in _uncomposed(1, None, "").explain()
