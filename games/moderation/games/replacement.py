"""Replace a player, or look for a substitute."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.absence.models import has_lost_seat
from games.absence.substitution import (
    check_may_play,
    open_seat,
    replace_player,
    return_to_seat,
)
from games.common.actors import DIRECTOR
from games.common.errors import Refused
from games.leagues.season.open_seats import note_taker
from games.moderation.decision import Decision, DecisionOutcome, decision
from games.moderation.models import ModerationAction
from games.moderation.place import lock_game
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.tables.models import Game, Seat


@decision(ModerationAction.REPLACE)
def decide_replacement(at: Decision, *, seat: int, by: Person | str | None) -> DecisionOutcome:
    """Give a seat to the bot of this name, or look for a substitute.

    A person is asked by mail whether they want the seat, which looks for a substitute meanwhile:
    nobody gets one without their consent.

    :raises Refused: if nobody holds the seat, the actor would take it, or the person who is
        asked cannot.
    """
    if by == at.actor:
        raise Refused(
            _("You cannot make decisions in a game and play in it. Choose somebody else.")
        )
    # The subject is the person who has the seat when it changes hands.
    lock_game(at.game)
    row = Seat.objects.filter(game=at.game, number=seat).select_related("person").first()
    subject = row.person if row else None
    if isinstance(by, str):
        replace_player(game=at.game, seat=seat, by=by, actor=DIRECTOR, now=at.now)
        return DecisionOutcome({"seat": seat, "by": "bot"}, subject=subject)
    data: dict[str, object] = {"seat": seat, "by": "open"}
    if by is not None:
        _check_invited(at.game, by, seat, at.now)
        data["asked"] = by.pk
    if by is None or row is None or row.open_since is None:
        open_seat(game=at.game, seat=seat, actor=DIRECTOR, now=at.now)
    return DecisionOutcome(data, [by], subject)


@decision(ModerationAction.REPLACE)
def return_seat(at: Decision) -> DecisionOutcome:
    """Give a seat back to its former holder, or end the search for a substitute.

    :raises Refused: if nobody held it before the decision to undo, or they cannot have it.
    """
    before = Person.objects.filter(pk=at.undone.subject_id or 0).first()
    if before is None:
        raise Refused(_("Nobody has held that seat before."))
    seat = at.undone.data["seat"]
    if Seat.objects.filter(game=at.game, number=seat, person=before).exists():
        return_to_seat(game=at.game, person=before, now=at.now)
    else:
        note_taker(at.game, seat, before)
        replace_player(game=at.game, seat=seat, by=before, actor=DIRECTOR, now=at.now)
    return DecisionOutcome({"seat": seat, "by": "back"}, subject=before)


def _check_invited(game: Game, person: Person, seat: int, now: datetime) -> None:
    """Check that an invited person could take a seat.

    :raises Refused: if they sit or sat there, have left the site, or may begin no games.
    """
    if Seat.objects.filter(game=game, person=person).exists():
        raise Refused(_("This person already plays in this game."))
    if has_lost_seat(person.pk, code=game.code):
        raise Refused(_("This person has played in this game before. Choose somebody else."))
    if not person.is_active or is_suspended(person, now=now):
        raise Refused(_("This person may not start games at present."))
    check_may_play(game=game, person=person, seat=seat)
