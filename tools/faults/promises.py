"""What must hold after each round, whatever was broken in it. Every fault is a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from games import log
from games.common.actors import CLOCK
from games.tables.models import Game, GameStatus, Seat
from tools.faults.deferred_moves import deferred_faults, is_held_move, is_ordered
from tools.faults.game_logs import GameLog, read_new
from tools.faults.ledger import Answer, Ledger, Place
from tools.faults.letters import letter_faults
from tools.faults.mail_promises import MailPromises
from tools.faults.recounting import Recounts
from tools.site.mail_server import Taken


class Promises:
    """Compares what the site has with what the players and the mail server know."""

    def __init__(self, taken: Sequence[Taken], ledger: Ledger) -> None:
        self.ledger = ledger
        self.logs: dict[int, GameLog] = defaultdict(GameLog)
        self._due: dict[Place, datetime | None] = {}
        self.recounts = Recounts()
        self.mails = MailPromises(taken, ledger)

    def begin(self) -> None:
        """Take what there is before the first round as given."""
        for game in _begun():
            read_new(game, self.logs[game.pk])
            self.logs[game.pk].unexplained.clear()
        self._remember_deadlines()

    def broken(self, *, whole: bool = False) -> dict[str, list[str]]:
        """Everything that does not hold, by promise.

        Logs are verified that have grown, and results counted again where a game has ended;
        ``whole`` does both for all.
        """
        games = [*_begun()]
        events, chains = [], []
        for game in games:
            known = self.logs[game.pk]
            grown = game.version != known.version
            faults = read_new(game, known)
            events += faults
            if whole or grown or faults:
                chains += [f"game {game}: {fault}" for fault in log.verify(game)]
        events += letter_faults(self.ledger)
        events += self._unexplained(games)
        events += deferred_faults(self.ledger, self.logs)
        found = {
            "events": events + self.ledger.wrong,
            "chains": chains,
            "mails": [*self.mails.broken(self.logs)],
            "deadlines": [*self._deadlines(games)],
            "results": [*self.recounts.broken(whole=whole)],
        }
        self.ledger.judged()
        self._remember_deadlines()
        return {promise: faults for promise, faults in found.items() if faults}

    # Events

    def _unexplained(self, games: list[Game]) -> Iterator[str]:
        """Moves in the log that nobody asked for, and accepted ones that are not there."""
        bots = {*Seat.objects.exclude(bot="").values_list("game", "number")}
        for game in games:
            known = self.logs[game.pk]
            for seat, decision in known.unexplained:
                by_clock = known.decided[seat, decision].actor == CLOCK
                if not by_clock and (game.pk, seat) not in bots:
                    yield from self._explain(game, (game.pk, seat, decision))
            known.unexplained.clear()
        for attempt in self.ledger.answered(Answer.ACCEPTED):
            if attempt.place[1:] not in self.logs[attempt.seat.game_id].decided:
                yield (
                    f"game {attempt.seat.game}: the move for decision {attempt.decision} was"
                    " accepted, and is not in the log"
                )

    def _explain(self, game: Game, place: Place) -> Iterator[str]:
        known = self.logs[game.pk]
        decided = known.decided[place[1:]]
        attempts = [attempt for attempt in self.ledger.attempts if attempt.place == place]
        accepted = [attempt for attempt in attempts if attempt.answer is Answer.ACCEPTED]
        if not accepted and (
            is_held_move(self.ledger, place, decided)
            or is_ordered(self.ledger, known, place, decided)
        ):
            return
        who = f"game {game}: event {decided.seq}, for decision {place[2]},"
        if len(accepted) != 1:
            said = [(attempt.key, attempt.answer.value) for attempt in attempts]
            yield f"{who} was accepted {len(accepted)} times: {said}"
        elif accepted[0].action != decided.action or decided.actor != str(place[1]):
            yield f"{who} is another move than was asked for"
        elif accepted[0].first not in (-1, decided.seq):
            yield f"{who} was answered as event {accepted[0].first}"

    # Deadlines

    def _deadlines(self, games: list[Game]) -> Iterator[str]:
        naked = Seat.objects.filter(
            game__status=GameStatus.RUNNING,
            game__paused_at=None,
            game__practice=False,
            person__isnull=False,
            decision__isnull=False,
            due_at=None,
        )
        for seat in naked.select_related("game"):
            yield f"game {seat.game}: decision {seat.decision} is open without a deadline"
        for game in games:
            missed = self.logs[game.pk].missed
            for number, decision, at in missed:
                place = (game.pk, number, decision)
                due = self._due.get(place)
                if place not in self.ledger.run_out and (due is None or due > at):
                    yield (
                        f"game {game}: the clock moved for decision {decision} before its time,"
                        f" which was {due}"
                    )
            missed.clear()
        for pk, number, decision in self.ledger.run_out:
            if (number, decision) not in self.logs[pk].decided:
                yield f"game {pk}: the time of decision {decision} ran out, and nothing moved"

    def _remember_deadlines(self) -> None:
        self._due = {
            (seat.game_id, seat.number, seat.decision): seat.due_at
            for seat in Seat.objects.filter(due_at__isnull=False)
            if seat.decision is not None
        }


def _begun() -> Iterator[Game]:
    return Game.objects.filter(version__gte=0).order_by("pk").iterator()
