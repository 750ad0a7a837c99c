"""The games of a person in pages that an index leads to, however many lie behind the person."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Self

from django.db.models import F, Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.utils.urls import replace_query_param

from games.api.base import ApiView
from games.api.paging import USUAL
from games.people.models import Person
from games.tables.models import Game
from games.tables.selectors import Reader, games_visible_to


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the list: when the game ended there, None while it is played, and its id."""

    over_at: datetime | None
    game: int

    @classmethod
    def read(cls, cursor: str) -> Self:
        """The place that a cursor names.

        :raises ValidationError: if it names none.
        """
        try:
            over_at, _space, game = urlsafe_b64decode(cursor.encode()).decode().partition(" ")
            # An id is a whole number of 64 bits.
            return cls(_moment(over_at) if over_at else None, int(game[:18]))
        except (ValueError, OverflowError) as error:
            raise ValidationError({"cursor": [_("This cursor leads nowhere.")]}) from error

    def cursor(self) -> str:
        """This place as the text of a cursor."""
        over_at = self.over_at.isoformat() if self.over_at else ""
        return urlsafe_b64encode(f"{over_at} {self.game}".encode()).decode()

    def after(self) -> Q:
        """What comes after this place."""
        if self.over_at is None:
            same = Q(seats__over_at=None, seats__game_id__lt=self.game)
            return same | Q(seats__over_at__isnull=False)
        same = Q(seats__over_at=self.over_at, seats__game_id__lt=self.game)
        return same | Q(seats__over_at__lt=self.over_at)


def page_of_played(view: ApiView, person: Person, filters: Mapping[str, Any]) -> dict[str, Any]:
    """A page of the games of a person, as :func:`games_played_by` lists them for the caller.

    The query of the view is a :class:`games.api.paging.PageQuery`.
    """
    wanted = view.wanted
    games, last = games_played_by(
        person,
        reader=view.reader,
        filters=filters,
        after=Place.read(wanted["cursor"]) if "cursor" in wanted else None,
        limit=wanted.get("limit", USUAL),
    )
    address = view.request.build_absolute_uri()
    following = last and replace_query_param(address, "cursor", last.cursor())
    return {"next": following, "results": games}


def games_played_by(
    person: Person,
    *,
    reader: Reader,
    filters: Mapping[str, Any],
    after: Place | None,
    limit: int,
) -> tuple[list[Game], Place | None]:
    """Games of a person that a reader may see, and the place of the last if there are more.

    Those in play come first, then those that are over, the latest end first. ``filters`` are
    conditions about games, as a query takes them.
    """
    # One call: the conditions are all about the seat of this person.
    found = games_visible_to(reader).filter(
        Q() if after is None else after.after(),
        seats__person=person,
        practice=False,
        **filters,
    )
    found = found.annotate(seat_over_at=F("seats__over_at"))
    ordered = found.order_by(F("seats__over_at").desc(nulls_first=True), "-seats__game_id")
    games = list(ordered[: limit + 1])
    page = games[:limit]
    last = Place(page[-1].seat_over_at, page[-1].pk) if len(games) > limit else None
    return [*page], last


def _moment(text: str) -> datetime:
    """A time that has a zone, as UTC.

    :raises ValueError: if it is none, or none with a zone.
    :raises OverflowError: if no calendar knows it there.
    """
    at = parse_datetime(text)
    if at is None or at.tzinfo is None:
        raise ValueError(text)
    return at.astimezone(UTC)
