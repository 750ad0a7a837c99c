"""Read what was said at a table: open to everybody who may read its page."""

from __future__ import annotations

from django.db.models import Max, QuerySet

from games.tables.models import Game
from games.talk.models import Message

LATEST = 30
"""How many messages the page of a game shows."""


def latest_messages(game: Game, most: int = LATEST) -> list[Message]:
    """The latest messages at a table, oldest first."""
    found = messages_of(game).order_by("-pk")[:most]
    return [*found][::-1]


def messages_of(game: Game) -> QuerySet[Message]:
    """All that was said at a table."""
    return Message.objects.filter(game=game).select_related("author")


def talk_mark(game: Game) -> tuple[object, ...]:
    """A value that changes whenever the talk at a table does."""
    found = Message.objects.filter(game=game).aggregate(Max("pk"), Max("removed_at"))
    return found["pk__max"], found["removed_at__max"]
