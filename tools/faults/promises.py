"""What must hold after each round, whatever was broken in it. Every fault is a sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import F

from games import log
from games.common.actors import CLOCK
from games.log.models import Event
from games.tables.models import Game, GameStatus, Seat
from tools.faults.correspondence import letter_faults
from tools.faults.deferred_moves import deferred_faults, held_move, is_ordered
from tools.faults.follower import Followed, follow
from tools.faults.ledger import Answer, Ledger
from tools.faults.mail_promises import MailPromises
from tools.faults.recounting import Recounts
from tools.site.mail_server import Taken

EVENTS, CHAINS, MAILS, DEADLINES, RESULTS = "events", "chains", "mails", "deadlines", "results"


class Promises:
    """Compares what the site has with what the players and the mail server know."""

    def __init__(self, taken: Sequence[Taken], ledger: Ledger) -> None:
        self.ledger = ledger
        self.followed: dict[int, Followed] = defaultdict(Followed)
        self._verified: dict[int, int] = {}
        self._checked: dict[int, set[tuple[int, int]]] = defaultdict(set)
        self._due: dict[tuple[int, int, int], datetime] = {}
        self._missed: dict[int, int] = Counter()
        self.recounts = Recounts()
        self.mails = MailPromises(taken, ledger)

    def begin(self) -> None:
        """Take what there is before the first round as given."""
        for game in _begun():
            follow(game, self.followed[game.pk])
            self._checked[game.pk] = set(self.followed[game.pk].decided)
        self._remember_deadlines()

    def broken(self) -> dict[str, list[str]]:
        """Everything that does not hold, by promise."""
        games = [*_begun()]
        found = {
            EVENTS: [*self._events(games)],
            CHAINS: [fault for game in games for fault in self._chain(game)],
            MAILS: [*self.mails.broken(self.followed)],
            DEADLINES: [*self._deadlines(games)],
            RESULTS: [*self.recounts.broken()],
        }
        found[EVENTS] += letter_faults(self.ledger)
        found[EVENTS] += self._unexplained(games)
        found[EVENTS] += deferred_faults(self.ledger, self.followed)
        found[EVENTS] += self.ledger.wrong
        self.ledger.wrong = []
        self._remember_deadlines()
        return {promise: faults for promise, faults in found.items() if faults}

    def forget(self) -> None:
        """Verify all logs and count all results again at the next look, whatever has changed."""
        self._verified.clear()
        self.recounts.forget()

    # Events

    def _events(self, games: list[Game]) -> Iterator[str]:
        """Follow the games in which something came; the last event of the others is still there."""
        heads = dict(
            Event.objects.filter(game__version__gte=0, seq=F("game__version")).values_list(
                "game", "hash"
            )
        )
        for game in games:
            known = self.followed[game.pk]
            if known.version != game.version or heads.get(game.pk) != known.head:
                yield from follow(game, known)

    def _unexplained(self, games: list[Game]) -> Iterator[str] | list[str]:
        wrong = []
        for game in games:
            known = self.followed[game.pk]
            new = sorted(known.decided.keys() - self._checked[game.pk])
            if not new:
                continue
            bots = set(
                Seat.objects.filter(game=game).exclude(bot="").values_list("number", flat=True)
            )
            for at in new:
                self._checked[game.pk].add(at)
                if at[0] not in bots and known.decided[at].actor != CLOCK:
                    wrong += self._explain(game, at)
        for key, attempts in self.ledger.attempts.items():
            known = self.followed[key[0]]
            for attempt in attempts:
                if attempt.answer is Answer.ACCEPTED and key[1:] not in known.decided:
                    wrong.append(
                        f"game {attempt.code}: the move for decision {attempt.decision} was"
                        " accepted, and is not in the log"
                    )
        return wrong

    def _explain(self, game: Game, at: tuple[int, int]) -> list[str]:
        known = self.followed[game.pk]
        decided = known.decided[at]
        attempts = self.ledger.attempts.get((game.pk, *at), [])
        accepted = [attempt for attempt in attempts if attempt.answer is Answer.ACCEPTED]
        if not accepted and (
            held_move(self.ledger, (game.pk, *at), decided)
            or is_ordered(self.ledger, known, (game.pk, *at), decided)
        ):
            return []
        who = f"game {game}: event {decided.seq}, for decision {at[1]},"
        if len(accepted) != 1:
            said = [(attempt.key, attempt.answer.value) for attempt in attempts]
            return [f"{who} was accepted {len(accepted)} times: {said}"]
        if accepted[0].action != decided.action or decided.actor != str(at[0]):
            return [f"{who} is another move than was asked for"]
        if accepted[0].first not in (-1, decided.seq):
            return [f"{who} was answered as event {accepted[0].first}"]
        return []

    # Chains

    def _chain(self, game: Game) -> list[str]:
        if self._verified.get(game.pk) == game.version:
            return []
        self._verified[game.pk] = game.version
        return [f"game {game}: {fault}" for fault in log.verify(game)]

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
            known = self.followed[game.pk]
            for number, decision, at in known.missed[self._missed[game.pk] :]:
                key = (game.pk, number, decision)
                due = self._due.get(key)
                if key not in self.ledger.run_out and (due is None or due > at):
                    yield (
                        f"game {game}: the clock moved for decision {decision} before its time,"
                        f" which was {due}"
                    )
            self._missed[game.pk] = len(known.missed)
        for key in self.ledger.run_out:
            known = self.followed[key[0]]
            if key[1:] not in known.decided:
                yield f"game {key[0]}: the time of decision {key[2]} ran out, and nothing moved"

    def _remember_deadlines(self) -> None:
        rows = Seat.objects.filter(due_at__isnull=False, decision__isnull=False)
        self._due = {
            (game, number, decision): due
            for game, number, decision, due in rows.values_list(
                "game", "number", "decision", "due_at"
            )
            if decision is not None and due is not None
        }


def _begun() -> Iterator[Game]:
    return Game.objects.filter(version__gte=0).order_by("pk").iterator()
