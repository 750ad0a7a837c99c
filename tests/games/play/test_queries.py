from __future__ import annotations

from collections.abc import Callable

from engine.actions import Draw
from games import log
from games.people.models import Person
from tests.fixtures.games import Starter, act, keep_all


def test_a_move_takes_few_queries_however_long_the_game(
    begin: Starter,
    alice: Person,
    bob: Person,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    for turn in range(6):
        seat = turn % 2
        decision = log.load(game).decision_seqs[seat]
        # Savepoint, game, seats, events of both draws, game, vacations, seats, ledger, notice,
        # release.
        with django_assert_max_num_queries(11):
            act(game, seat, Draw("blind"), Draw("blind"), decision=decision)
