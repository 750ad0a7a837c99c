"""Table talk and the caller's own note about a game."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request

from games.accounts.models import Scope
from games.api.answers import Answer, Happened
from games.api.base import Strict
from games.api.paging import Page, PageQuery, page_of
from games.api.schema import describe
from games.api.views_games import GameEndpoint
from games.talk.messages import (
    NOBODY,
    messages_of,
    note_of,
    post_message,
    take_back_message,
    write_note,
)

TAG: Final = "talk"
LONGEST_TEXT: Final = 6000


class MessageData(Answer):
    """A message. `text` is empty once it was removed; `author` is null once the account is gone."""

    id = serializers.IntegerField()
    author = serializers.CharField(allow_null=True, source="author.name")
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_blank=True)
    removed = Happened(source="removed_at")


class MessagePage(Page):
    """A page of messages, the latest first."""

    results = MessageData(many=True)


class TextBody(Strict):
    """A text; the site says how long it may be."""

    text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, trim_whitespace=False)


class NoteData(Answer):
    """Your note, "" for none."""

    text = serializers.CharField(allow_blank=True)


class Talk(GameEndpoint):
    scopes = {"GET": Scope.GAMES_READ, "POST": Scope.TALK_WRITE}

    @describe("listMessages", MessagePage, tag=TAG, query=PageQuery)
    def get(self, request: Request, code: str) -> Any:
        """What was said at the table, the latest first."""
        reader = self.reader.pk if self.reader else NOBODY
        messages = messages_of(self.begun().game, reader)
        return page_of(self, messages, ("-pk",))

    @describe("postMessage", MessageData, tag=TAG, status=201, body=TextBody)
    def post(self, request: Request, code: str) -> Any:
        """Say something to everybody who may look at the game."""
        text = self.wanted["text"]
        message = post_message(game=self.begun().game, person=self.person, text=text, now=now())
        return message


class OneMessage(GameEndpoint):
    scopes = {"DELETE": Scope.TALK_WRITE}

    @describe("removeMessage", None, tag=TAG, status=204)
    def delete(self, request: Request, code: str, message: int) -> None:
        """Remove the text of a message of yours."""
        found = messages_of(self.begun().game, self.person.pk).filter(pk=message).first()
        if found is None:
            raise Http404
        take_back_message(message=found, person=self.person, now=now())


class Note(GameEndpoint):
    scopes = {"GET": Scope.NOTES, "PUT": Scope.NOTES}
    public = frozenset()

    @describe("getNote", NoteData, tag=TAG)
    def get(self, request: Request, code: str) -> Any:
        """Your private note about a game."""
        found, _seat = self.seated()
        return {"text": note_of(found.game, self.person)}

    @describe("writeNote", NoteData, tag=TAG, body=TextBody)
    def put(self, request: Request, code: str) -> Any:
        """Write your note; an empty one deletes it."""
        text = self.wanted["text"]
        found, _seat = self.seated()
        write_note(game=found.game, person=self.person, text=text, now=now())
        return {"text": note_of(found.game, self.person)}
