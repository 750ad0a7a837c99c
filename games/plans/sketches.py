"""Draw, rename, delete and find the sketches of a seat, which only its player sees."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import engine
from games.common.errors import Refused, SeatLost
from games.people.models import Person
from games.plans.sketch_models import LONGEST_NAME, Sketch
from games.tables.models import Game, GameStatus, Seat

MOST_SKETCHES: Final = 20
MOST_TRACKS: Final = 60
"""More than anybody has trains for."""


def sketches_of(seat: Seat) -> QuerySet[Sketch]:
    """The sketches of the person who holds a seat, by name."""
    return Sketch.objects.filter(seat=seat, person=seat.person_id)


@transaction.atomic
def draw_sketch(
    *,
    game: Game,
    seat: int,
    person: Person,
    name: str,
    add: Collection[str] = (),
    remove: Collection[str] = (),
    now: datetime,
) -> Sketch:
    """Mark tracks on the sketch of a name, or unmark some; make the sketch where there is none.

    A track takes the place of one beside it, because nobody may claim both (B-9). Other marks that
    were made meanwhile stay.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if the game does not run, the name is no good, there is no such track, or
        there are too many sketches or tracks.
    """
    row, version = _locked(game, seat, person)
    name = _checked_name(name)
    found = sketches_of(row).filter(name__iexact=name).first()
    if found is None:
        if sketches_of(row).count() >= MOST_SKETCHES:
            raise Refused(
                _("You can keep up to %(most)d sketches of a game. Delete one first.")
                % {"most": MOST_SKETCHES}
            )
        found = Sketch(seat=row, person=person, name=name, created_at=now)
    board = engine.load_board(game.board)
    marked = [track for track in found.tracks if track not in remove]
    for key in add:
        if key not in board.tracks:
            raise Refused(_("There is no such route on this board."))
        beside = board.groups[board.tracks[key].group]
        if key not in marked:
            marked = [*(track for track in marked if track not in beside), key]
    if len(marked) > MOST_TRACKS:
        raise Refused(
            _("A sketch can have up to %(most)d routes. Remove one first.") % {"most": MOST_TRACKS}
        )
    found.tracks, found.drawn_seq, found.changed_at = marked, version, now
    found.save()
    return found


@transaction.atomic
def rename_sketch(*, sketch: Sketch, person: Person, name: str) -> Sketch:
    """Give a sketch another name.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if the game does not run, or the name is no good or is that of another sketch.
    """
    row, _version = _locked(sketch.seat.game, sketch.seat.number, person)
    name = _checked_name(name)
    others = sketches_of(row).exclude(pk=sketch.pk)
    if others.filter(name__iexact=name).exists():
        raise Refused(_("You already have a sketch of that name. Choose another."))
    sketches_of(row).filter(pk=sketch.pk).update(name=name)
    sketch.name = name
    return sketch


@transaction.atomic
def delete_sketch(*, sketch: Sketch, person: Person) -> None:
    """Delete a sketch.

    :raises SeatLost: if somebody else has the seat.
    :raises Refused: if the game does not run.
    """
    row, _version = _locked(sketch.seat.game, sketch.seat.number, person)
    sketches_of(row).filter(pk=sketch.pk).delete()


def delete_sketches(seat: Seat, now: datetime) -> None:
    """Delete the sketches of a seat that is handed on."""
    Sketch.objects.filter(seat=seat).delete()


def _locked(game: Game, seat: int, person: Person) -> tuple[Seat, int]:
    """The seat that a person holds and the last event of its game, while the game is locked."""
    locked = Game.objects.select_for_update().defer("secret").get(pk=game.pk)
    row = Seat.objects.get(game=locked, number=seat)
    active = Person.objects.filter(pk=person.pk, is_active=True)
    if row.person_id != person.pk or not active.exists():
        raise SeatLost
    if locked.status != GameStatus.RUNNING:
        raise Refused(_("The game is over, so your sketches stay as they are."))
    return row, locked.version


def _checked_name(name: str) -> str:
    """A name without superfluous spaces.

    :raises Refused: if nothing is left, some of it cannot be seen, or it is too long.
    """
    tidy = " ".join(name.split())
    if not tidy or not tidy.isprintable():
        raise Refused(_("Give the sketch a name."))
    if len(tidy) > LONGEST_NAME:
        raise Refused(
            _("The name of a sketch has up to %(most)d characters.") % {"most": LONGEST_NAME}
        )
    return tidy
