"""Events as JSON, as one reader may know them: in lists, and in streams."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from games import log
from games.api.answers import Answer, Row
from games.language.lexicon import lexicon_for
from games.readers.context import GameForReader


class EventData(Answer):
    """An event as you may know it; `data` has `redacted: true` where something was left out."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(help_text="The number of a seat, or who else caused it.")
    type = serializers.CharField()
    data = serializers.DictField()
    text = serializers.CharField(allow_null=True, help_text="A line of the log, in your language.")

    def get_text(self, row: Row) -> str | None:
        found: GameForReader = row.found
        return log.event_sentence(
            row.row,
            board=found.board,
            names=[found.names[seat] for seat in sorted(found.names)],
            seat=found.seat_number,
            lexicon=lexicon_for(get_language() or "en"),
        )


def event_data(found: GameForReader, event: log.RedactedEvent) -> dict[str, Any]:
    """An event of a game that its reader found, told in the language of the moment."""
    return EventData.of(Row(event, found=found))
