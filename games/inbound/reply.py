"""Reply: one reply to a mail about a game, as the modules get it that carry it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils import timezone, translation

import engine
from engine.text.lexicon import Lexicon
from engine.text.steps import write_action
from games import log
from games.inbound.privacy import explain_error
from games.language.command_help import legal_commands
from games.language.lexicon import lexicon_for
from games.people.models import MailPrivacy, Person
from games.tables.models import Seat


@contextmanager
def as_read_by(person: Person | None) -> Iterator[None]:
    """Write in the language and time zone of a person; None changes nothing."""
    if person is None:
        yield
        return
    with translation.override(person.language), timezone.override(person.zone):
        yield


@dataclass(frozen=True)
class Reply:
    """Who answers which decision of a seat; a copy of the mail has the same ``key``."""

    seat: Seat
    person: Person
    decision: int
    key: str
    now: datetime

    @cached_property
    def view(self) -> engine.View:
        """The game as the seat saw it when it was first asked for."""
        return engine.view(log.load(self.seat.game), self.seat.number)

    @property
    def lexicon(self) -> Lexicon:
        return lexicon_for(self.person.language)

    @property
    def full(self) -> bool:
        """Whether mails to the person may tell of the hand."""
        return self.person.mail_privacy == MailPrivacy.FULL

    def steps(self, actions: Sequence[engine.Action], view: engine.View | None = None) -> list[str]:
        """Actions as commands, in this view or that of the reply; none below full privacy."""
        written = (write_action(action, view or self.view, self.lexicon) for action in actions)
        return [*written] if self.full else []

    def explain(self, error: engine.InvalidAction | engine.IllegalAction) -> str:
        """The sentence of an error, as far as mails to the person may tell it."""
        return explain_error(error, person=self.person, board=self.view.board)

    def legal_commands(self, view: engine.View | None = None) -> list[str]:
        """Commands that can be written in this view or that of the reply."""
        return legal_commands(view or self.view, self.lexicon, full=self.full)
