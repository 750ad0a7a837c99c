"""Nobody is left untold: which notices there must be, and that none fell without a reason.

The rules are those of games/notifications: everybody at the table hears that a game has begun (but
for a person who plays against bots alone), whose turn it is and that it is over, each once. Only a
question that is answered, or held, may fall, and with it the beginning in the same mail.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.notifications import registry
from games.notifications.eligibility import DECISION_KINDS, LOG_KINDS
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.plans.models import PlanFate, SeatPlan
from games.play.models import HeldMove
from games.tables.models import GameStatus, Seat
from tools.faults.follower import Followed

UNTOLD: Final = (PlanFate.STANDING, PlanFate.UNNEEDED)
"""Fates of an order without a notice to its owner."""
Person = tuple[int, int]
"""A game and the id of somebody at its table."""


@dataclass(frozen=True, slots=True)
class Notified:
    """A notice; ``mail`` and ``name`` are the id and the Message-ID of the mail that tells it."""

    pk: int
    game: int | None
    person: int
    kind: str
    decision: int
    number: int
    key: str
    status: str
    mail: int | None
    name: str | None


COLUMNS: Final = (
    "pk", "game", "person", "kind", "decision", "number", "key", "status", "mail",
    "mail__message_id",
)  # fmt: skip


def read_notices() -> list[Notified]:
    """All notices of the site."""
    return [Notified(*row) for row in Notice.objects.order_by("pk").values_list(*COLUMNS)]


@dataclass
class NoticePromises:
    """One look at the ``notices`` of games that were ``followed``, by the id of the game.

    ``arrived`` has the Message-IDs of the mails that came to the mail server.
    """

    notices: list[Notified]
    followed: Mapping[int, Followed]
    arrived: Collection[str]
    _seats: dict[Person, int] = field(init=False)
    _by_mail: dict[int, list[Notified]] = field(init=False)
    _held: set[tuple[int, int, int]] = field(init=False)
    _asked: set[tuple[int | None, int, int]] = field(init=False)
    """Game, person and decision of the questions that have not fallen."""

    def __post_init__(self) -> None:
        rows = Seat.objects.filter(game__practice=False, person__isnull=False)
        self._seats = {
            (game, person): number
            for game, person, number in rows.values_list("game", "person", "number")
            if person is not None
        }
        self._by_mail = defaultdict(list)
        for notice in self.notices:
            if notice.mail is not None:
                self._by_mail[notice.mail].append(notice)
        self._held = {
            (game, person, decision)
            for game, person, decision in HeldMove.objects.values_list(
                "seat__game", "person", "decision"
            )
        }

        self._asked = {
            (one.game, one.person, one.decision)
            for one in self.notices
            if one.kind == NoticeKind.TURN and one.status != DeliveryStatus.DROPPED
        }

    def faults(self) -> Iterator[str]:
        """Everything that does not hold."""
        yield from self._missing()
        yield from self._reminders()
        yield from self._orders()
        for notice in self.notices:
            if fault := self._fault(notice):
                about = notice.kind if notice.decision < 0 else f"{notice.kind} {notice.decision}"
                yield f"game {notice.game}: the notice of {about} for {notice.person} {fault}"
        yield from self._open_turns()

    def _missing(self) -> Iterator[str]:
        """Notices that follow from the log, and are not there once each."""
        counts = Counter(
            (one.game, one.person, one.kind, one.decision) for one in self.notices if not one.key
        )
        tables = Counter(game for game, _person in self._seats)
        for (game, person), number in self._seats.items():
            known = self.followed.get(game)
            if known is None:
                continue
            wanted = {(NoticeKind.STARTED, -1): int(tables[game] > 1)}
            wanted[NoticeKind.OVER, -1] = int(known.ended)
            wanted |= {(NoticeKind.TURN, turn): 1 for seat, turn in known.turns if seat == number}
            for (kind, decision), count in wanted.items():
                if (found := counts[game, person, kind, decision]) != count:
                    about = kind if decision < 0 else f"{kind} {decision}"
                    yield (
                        f"game {game}: of {about} there are {found} notices for {person},"
                        f" and {count} should be"
                    )

    def _reminders(self) -> Iterator[str]:
        """People who count as reminded have been, and no earlier reminder is lost."""
        numbers: dict[tuple[int | None, int, int], set[int]] = defaultdict(set)
        for one in self.notices:
            if one.kind == NoticeKind.REMINDER and not one.key:
                numbers[one.game, one.person, one.decision].add(one.number)
        for (game, person, decision), found in numbers.items():
            if found != {*range(1, len(found) + 1)}:
                yield f"game {game}: of decision {decision} {person} has reminders {sorted(found)}"
        reminded = Seat.objects.filter(
            reminders__gt=0, decision__isnull=False, game__status=GameStatus.RUNNING
        )
        for key in reminded.values_list("game", "person", "decision"):
            if key[1] is not None and key not in numbers:
                yield f"game {key[0]}: {key[1]} counts as reminded of decision {key[2]}, and is not"

    def _orders(self) -> Iterator[str]:
        """Orders that have ended without a notice to their owners."""
        orders = Notice.objects.filter(kind=NoticeKind.ORDER).values_list("person", "data")
        noticed = {(person, data.get("order"), data.get("given")) for person, data in orders}
        for order in SeatPlan.objects.exclude(fate__in=UNTOLD):
            if (order.person_id, order.pk, order.given_at.isoformat()) not in noticed:
                yield f"{order} has ended ({order.fate}), and its owner has no notice"

    def _fault(self, notice: Notified) -> str:
        """What is wrong with a notice: it counts as sent, and is not, or fell without a reason."""
        if notice.status == DeliveryStatus.PENDING:
            return ""  # settling waits for what is due
        if notice.status == DeliveryStatus.SENT:
            return "" if notice.name in self.arrived else "counts as sent, and did not arrive"
        if notice.status == DeliveryStatus.DROPPED and self._may_fall(notice):
            return ""
        return f"has become {notice.status}"

    def _may_fall(self, notice: Notified) -> bool:
        if notice.kind in DECISION_KINDS:
            return self._is_settled(notice) or self._is_asked_again(notice)
        if notice.kind == NoticeKind.STARTED:
            beside = self._by_mail[notice.mail] if notice.mail is not None else []
            return self._is_ended(notice) or any(
                one.kind in DECISION_KINDS and self._is_settled(one) for one in beside
            )
        if notice.kind in LOG_KINDS:
            return False
        row = Notice.objects.get(pk=notice.pk)
        return not registry.is_relevant(row, seated=(notice.game, notice.person) in self._seats)

    def _is_ended(self, notice: Notified) -> bool:
        known = self.followed.get(notice.game or 0)
        return known is None or known.ended

    def _is_settled(self, notice: Notified) -> bool:
        """Whether the decision that a notice asks for is answered, or its answer is held."""
        game = notice.game or 0
        seat, known = self._seats.get((game, notice.person)), self.followed.get(game)
        if seat is None or known is None or not known.is_open(seat, notice.decision):
            return True
        return (game, notice.person, notice.decision) in self._held

    def _is_asked_again(self, notice: Notified) -> bool:
        """Whether another notice asks for the same decision, and has not fallen."""
        return (notice.game, notice.person, notice.decision) in self._asked

    def _open_turns(self) -> Iterator[str]:
        """Turns that wait for a person without a notice; an order or a held move is for them."""
        notified = {
            (one.game, one.person, one.decision)
            for one in self.notices
            if one.kind == NoticeKind.TURN and one.name in self.arrived
        }
        turns = Seat.objects.filter(
            person__isnull=False,
            kind="turn",
            held_until=None,
            plan_due_at=None,
            game__status=GameStatus.RUNNING,
        )
        for seat in turns.select_related("game"):
            if (seat.game_id, seat.person_id, seat.decision) not in notified:
                yield f"game {seat.game}: nobody was notified of the open turn {seat.decision}"
