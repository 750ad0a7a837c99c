"""Events as JSON, as one reader may know them: in lists, and in streams."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers

from games import log
from games.language.lexicon import lexicon_for
from games.readers.context import GameForReader


class EventData(serializers.Serializer):
    """An event as you may know it; `data` has `redacted: true` where something was left out."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(help_text="The number of a seat, or who else caused it.")
    type = serializers.CharField()
    data = serializers.DictField()
    text = serializers.CharField(allow_null=True, help_text="A line of the log, in your language.")


def event_data(found: GameForReader, event: log.RedactedEvent) -> dict[str, Any]:
    """An event of a game that its reader found, told in the language of the moment."""
    names = found.names
    return {
        "seq": event.seq,
        "at": event.at,
        "actor": event.actor,
        "type": event.type,
        "data": event.data,
        "text": log.event_sentence(
            event,
            board=found.board,
            names=[names[seat] for seat in sorted(names)],
            seat=found.seat_number,
            lexicon=lexicon_for(get_language() or "en"),
        ),
    }
