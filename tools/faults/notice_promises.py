"""Nobody is left unnotified: which notices there must be, and that none fell without a reason.

The rules are those of games/notifications: everybody at the table hears that a game has begun (but
for a person who plays against bots alone), whose turn it is and that it is over, each once. Only a
question that is answered, or held, may fall, and with it the beginning in the same mail.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from games.notifications import registry
from games.notifications.eligibility import DECISION_KINDS, LOG_KINDS
from games.notifications.models import DeliveryStatus, Notice, NoticeKind
from games.plans.models import PlanFate, SeatPlan
from games.play.models import HeldMove
from games.tables.models import GameStatus, Seat
from tools.faults.game_logs import GameLog
from tools.faults.ledger import person_at

UNTOLD: Final = (PlanFate.STANDING, PlanFate.UNNEEDED)
"""Fates of an order without a notice to its owner."""


class NoticePromises:
    """One look at the ``notices`` of games with these ``logs``, by the id of the game.

    ``arrived`` has the Message-IDs of the mails that came to the mail server.
    """

    def __init__(
        self, notices: list[Notice], logs: Mapping[int, GameLog], arrived: Collection[str]
    ) -> None:
        self.notices, self.logs, self.arrived = notices, logs, arrived
        seats = Seat.objects.filter(game__practice=False, person__isnull=False)
        self._seats = {(seat.game_id, person_at(seat)): seat.number for seat in seats}
        held = HeldMove.objects.filter(seat__held_until__isnull=False, failed_at=None)
        self._held = {*held.values_list("seat__game", "person", "decision")}

    def faults(self) -> Iterator[str]:
        """Everything that does not hold."""
        yield from self._missing()
        yield from self._reminders()
        yield from self._orders()
        for notice in self.notices:
            if fault := self._fault(notice):
                about = _about(notice.kind, notice.decision)
                yield f"game {notice.game_id}: the notice of {about} for {notice.person_id} {fault}"

    def _missing(self) -> Iterator[str]:
        """Notices that follow from the log, and are not there once each."""
        counts = Counter(
            (one.game_id, one.person_id, one.kind, one.decision)
            for one in self.notices
            if not one.key
        )
        tables = Counter(game for game, _person in self._seats)
        for (game, person), number in self._seats.items():
            known = self.logs.get(game)
            if known is None:
                continue
            wanted = {(NoticeKind.STARTED, -1): int(tables[game] > 1)}
            wanted[NoticeKind.OVER, -1] = int(known.ended)
            wanted |= {(NoticeKind.TURN, turn): 1 for seat, turn in known.turns if seat == number}
            for (kind, decision), count in wanted.items():
                if (found := counts[game, person, kind, decision]) != count:
                    yield (
                        f"game {game}: of {_about(kind, decision)} there are {found} notices for"
                        f" {person}, and {count} should be"
                    )

    def _reminders(self) -> Iterator[str]:
        """People who count as reminded have been, and no earlier reminder is lost."""
        numbers = defaultdict(set)
        for one in self.notices:
            if one.kind == NoticeKind.REMINDER and not one.key:
                numbers[_question(one)].add(one.number)
        for (game, person, decision), found in numbers.items():
            if found != {*range(1, len(found) + 1)}:
                yield f"game {game}: of decision {decision} {person} has reminders {sorted(found)}"
        reminded = Seat.objects.filter(
            reminders__gt=0,
            decision__isnull=False,
            person__isnull=False,
            game__status=GameStatus.RUNNING,
        )
        for at in reminded.values_list("game", "person", "decision"):
            if at not in numbers:
                yield f"game {at[0]}: {at[1]} counts as reminded of decision {at[2]}, and is not"

    def _orders(self) -> Iterator[str]:
        """Orders that have ended without a notice to their owners."""
        noticed = {
            (one.person_id, one.data.get("order"), one.data.get("given"))
            for one in self.notices
            if one.kind == NoticeKind.ORDER
        }
        for order in SeatPlan.objects.exclude(fate__in=UNTOLD):
            if (order.person_id, order.pk, order.given_at.isoformat()) not in noticed:
                yield f"{order} has ended ({order.fate}), and its owner has no notice"

    def _fault(self, notice: Notice) -> str:
        """What is wrong with a notice: it counts as sent, and is not, or fell without a reason."""
        if notice.status == DeliveryStatus.PENDING:
            return ""  # settling waits for what is due
        if notice.status == DeliveryStatus.SENT:
            has_arrived = notice.mail is not None and notice.mail.message_id in self.arrived
            return "" if has_arrived else "counts as sent, and did not arrive"
        if notice.status == DeliveryStatus.DROPPED and self._may_fall(notice):
            return ""
        return f"has become {notice.status}"

    def _may_fall(self, notice: Notice) -> bool:
        if notice.kind in DECISION_KINDS:
            return self._is_settled(notice) or self._is_asked_again(notice)
        if notice.kind == NoticeKind.STARTED:
            known = self.logs.get(notice.game_id or 0)
            return (known is None or known.ended) or any(
                one.kind in DECISION_KINDS and self._is_settled(one)
                for one in self.notices
                if one.mail_id is not None and one.mail_id == notice.mail_id
            )
        if notice.kind in LOG_KINDS:
            return False
        seated = (notice.game_id, notice.person_id) in self._seats
        return not registry.is_relevant(notice, seated=seated)

    def _is_settled(self, notice: Notice) -> bool:
        """Whether the decision that a notice asks for is answered, or its answer is held."""
        game = notice.game_id or 0
        seat, known = self._seats.get((game, notice.person_id)), self.logs.get(game)
        if seat is None or known is None or not known.is_open(seat, notice.decision):
            return True
        return _question(notice) in self._held

    def _is_asked_again(self, notice: Notice) -> bool:
        """Whether another notice asks for the same decision, and has not fallen."""
        return any(
            one.kind == NoticeKind.TURN
            and one.status != DeliveryStatus.DROPPED
            and _question(one) == _question(notice)
            for one in self.notices
        )


def _question(notice: Notice) -> tuple[int | None, int, int]:
    """The game, the person and the decision of a notice."""
    return notice.game_id, notice.person_id, notice.decision


def _about(kind: str, decision: int) -> str:
    return kind if decision < 0 else f"{kind} {decision}"
