"""Read messages at a table: open to everybody who may read its page.

People do not see messages of those they have blocked. A ``reader`` is the id of a person, or NOBODY
for an anonymous spectator.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery

from games.people.blocks import blocked_by
from games.tables.models import Game
from games.talk.models import Message

LATEST = 30
"""The number of messages on the page of a game."""
NOBODY: Final = 0
NO_TALK: Final = (None, None, 0)
"""The mark of a table without messages."""


def heard_by(reader: int, messages: QuerySet[Message]) -> QuerySet[Message]:
    """Those of some messages that a reader sees."""
    return messages.exclude(author__in=blocked_by(reader))


def latest_messages(game: Game, reader: int = NOBODY, most: int = LATEST) -> list[Message]:
    """The latest messages at a table that a reader sees, oldest first."""
    return list(messages_of(game, reader).order_by("-pk")[:most])[::-1]


def messages_of(game: Game, reader: int = NOBODY) -> QuerySet[Message]:
    """All messages at a table that a reader sees; none after the horizon."""
    return heard_by(reader, _shown(game).select_related("author"))


def _shown(game: Game) -> QuerySet[Message]:
    messages = Message.objects.filter(game=game)
    if game.horizon is not None and game.horizon.before is not None:
        messages = messages.filter(at__lt=game.horizon.before)
    return messages


def hides_messages(game: Game, reader: int) -> bool:
    """Whether a reader has blocked somebody who wrote at a table."""
    return _shown(game).filter(author__in=blocked_by(reader)).exists()


def last_message(game: Game, reader: int = NOBODY) -> int:
    """The id of the last message at a table that a reader sees, 0 for none."""
    return messages_of(game, reader).aggregate(last=Max("pk"))["last"] or 0


def talk_mark(game: Game, reader: int = NOBODY) -> tuple[object, ...]:
    """A value that changes whenever the talk at a table does, as a reader sees it."""
    found = messages_of(game, reader).aggregate(Max("pk"), Max("removed_at"), Count("pk"))
    return found["pk__max"], found["removed_at__max"], found["pk__count"]


class GamePosition(NamedTuple):
    """The position of a game: its key, its last event, the last message at its table.

    ``delayed`` says that spectators may not know it.
    """

    game: int
    version: int
    said: int
    delayed: bool


def position_of(games: QuerySet[Game], reader: int = NOBODY) -> GamePosition | None:
    """The position of the only game of a query, in one small row; None without a log."""
    said = heard_by(reader, Message.objects.filter(game=OuterRef("pk")))
    last = said.order_by("-pk").values("pk")[:1]
    found = games.filter(version__gte=0).annotate(said=Subquery(last))
    row = found.values_list("pk", "version", "said", "spectator_turns", "spectator_hours").first()
    return None if row is None else GamePosition(row[0], row[1], row[2] or 0, any(row[3:]))
