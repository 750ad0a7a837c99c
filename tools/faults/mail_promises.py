"""No mail is lost; one that comes twice is the same mail, to the last byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice, NoticeKind
from games.tables.models import GameStatus, Seat
from tools.faults.follower import Followed
from tools.faults.post import Taken


class MailPromises:
    """Compares the rows of mails and notices with what came to the mail server."""

    def __init__(self, taken: Sequence[Taken]) -> None:
        self.taken = taken
        self.doubles: Counter[str] = Counter()
        """How often an equal mail came again, and one with other words."""
        self._read = 0
        self._by_id: dict[str, bytes] = {}

    def broken(self, followed: Mapping[int, Followed]) -> Iterator[str]:
        """Everything that does not hold; ``followed`` are the games by id."""
        # Asked first: what is sent while we look is looked at in the next round.
        sent = set(
            Mail.objects.filter(status=DeliveryStatus.SENT).values_list("message_id", flat=True)
        )
        new = self.taken[self._read :]
        self._read += len(new)
        for mail in new:
            name = mail.message_id
            if not name:
                yield "a mail without a Message-ID"
            elif name in self._by_id:
                self.doubles["equal" if self._by_id[name] == mail.raw else "other"] += 1
                if self._by_id[name] != mail.raw:
                    yield f"mail {name} came twice, with other words"
            else:
                self._by_id[name] = mail.raw
        for lost in sent - self._by_id.keys():
            yield f"mail {lost} counts as sent, and did not arrive"
        known = set(Mail.objects.values_list("message_id", flat=True))
        known |= set(AccountMail.objects.values_list("message_id", flat=True))
        for strange in self._by_id.keys() - known:
            yield f"mail {strange} arrived, and no row knows it"
        for failed in Mail.objects.filter(status=DeliveryStatus.FAILED):
            yield f"mail {failed} was given up: {failed.error}"
        yield from self._notices(followed)

    def _notices(self, followed: Mapping[int, Followed]) -> Iterator[str]:
        told = Counter(
            Notice.objects.filter(kind=NoticeKind.TURN, key="").values_list(
                "game", "person", "decision"
            )
        )
        people: dict[tuple[int, int], int | None] = {
            (game, number): person
            for game, number, person in Seat.objects.values_list("game", "number", "person")
        }
        for game, known in followed.items():
            for number, decision in known.turns:
                person = people.get((game, number))
                if person is not None and told[game, person, decision] != 1:
                    yield (
                        f"game {game}: of turn {decision} there are"
                        f" {told[game, person, decision]} notices"
                    )
        open_turns = Seat.objects.filter(
            person__isnull=False, kind="turn", game__status=GameStatus.RUNNING
        )
        of_open_games = Notice.objects.filter(
            kind=NoticeKind.TURN, game__status=GameStatus.RUNNING, mail__isnull=False
        )
        arrived = {
            (game, person, decision)
            for game, person, decision, name in of_open_games.values_list(
                "game", "person", "decision", "mail__message_id"
            )
            if name in self._by_id
        }
        for seat in open_turns.select_related("game"):
            if (seat.game_id, seat.person_id, seat.decision) not in arrived:
                yield f"game {seat.game}: nobody was told of the open turn {seat.decision}"
