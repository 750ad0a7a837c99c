"""Replace a player, or look for a substitute."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.substitution import check_may_play, open_seat, replace_player
from games.common.errors import Refused
from games.moderation.games.decision import DIRECTOR, Work, decide_in_game
from games.moderation.models import AuditEntry, ModerationAction
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Game, Seat


def decide_replacement(
    *,
    actor: Person,
    game: Game,
    seat: int,
    by: Person | str | None,
    reason: str,
    now: datetime,
) -> AuditEntry:
    """Give a seat to the bot of this name, or look for a substitute.

    A person is asked by mail whether they want the seat, which looks for a substitute meanwhile:
    nobody gets one without their consent.

    :raises NotAllowed: if the actor may not act in this game.
    :raises Refused: if there is no reason, the seat is nobody's, the actor would sit down there, or
        the person who is asked cannot.
    """
    if by == actor:
        raise Refused(_("You cannot decide in a game and play in it. Choose somebody else."))
    row = Seat.objects.filter(game=game, number=seat).select_related("person").first()

    def work(digest: str) -> dict[str, object]:
        if isinstance(by, str):
            replace_player(game=game, seat=seat, by=by, actor=DIRECTOR, now=now)
            return {"seat": seat, "by": "bot"}
        asked: dict[str, object] = {"seat": seat, "by": "open"}
        if by is not None:
            _check_invited(game, by, now)
            asked["asked"] = by.pk
        if by is None or row is None or row.open_since is None:
            open_seat(game=game, seat=seat, actor=DIRECTOR, now=now)
        return asked

    with transaction.atomic():
        entry = _record_replacement(actor, game, row, reason, work, now)
        if isinstance(by, Person):
            outbox.notify(
                person=by,
                kind=NoticeKind.CORRECTION,
                game=game,
                data={"entry": entry.pk},
                now=now,
            )
    return entry


def _check_invited(game: Game, person: Person, now: datetime) -> None:
    """Make sure that a person who is asked could take a seat.

    :raises Refused: if they sit there, have left the site, or may begin no games.
    """
    if Seat.objects.filter(game=game, person=person).exists():
        raise Refused(_("This person plays in this game already."))
    if not person.is_active or is_suspended(person, now=now):
        raise Refused(_("This person may begin no games at present."))
    check_may_play(game=game, person=person)


def _record_replacement(
    actor: Person, game: Game, row: Seat | None, reason: str, work: Work, now: datetime
) -> AuditEntry:
    return decide_in_game(
        actor=actor,
        game=game,
        deed=ModerationAction.REPLACE,
        reason=reason,
        work=work,
        subject=row.person if row else None,
        now=now,
    )
