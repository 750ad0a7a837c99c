"""What was decided, as pages show it: when, in which office, what and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.moderation import audit
from games.moderation.lasting import why_lasting
from games.moderation.models import AuditEntry, Deed, Role
from games.moderation.reasons import reasons
from games.moderation.wording import in_the_game
from games.people.models import Person
from games.tables.models import Game
from games.tables.naming import names_at

UNTOLD: Final = (Deed.LOOK, Deed.WARN, Deed.SETTLE)
"""What is no decision in a game, though it was done there."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One entry; ``actor`` is for those in office.

    For who may undo it there is either ``undo_url``, or ``lasting`` says why there is not.
    """

    at: datetime
    role: str
    actor: str
    deed: str
    subject: str
    game: str
    text: str
    reason: str
    undone: bool
    undo_url: str
    lasting: str


def history(game: Game, *, undo: bool = False) -> list[Decided]:
    """Gets what was decided in a game, latest first; looks at cards are not among it."""
    entries = audit.of_game(game).exclude(deed__in=UNTOLD)
    return decided(list(entries), undo=undo)


def decided(entries: Sequence[AuditEntry], *, undo: bool = False) -> list[Decided]:
    """Gets these entries, of :mod:`games.moderation.audit`, in words: three queries in all."""
    said = reasons(entry.reason for entry in entries)
    people = audit.people_of(entries)
    names = names_at(entry.game_id for entry in entries if entry.game_id)
    return [
        _decided(entry, said, people, names.get(entry.game_id or 0, []), undo) for entry in entries
    ]


def _decided(
    entry: AuditEntry,
    said: Mapping[str, str],
    people: Mapping[int, Person],
    names: Sequence[str],
    undo: bool,
) -> Decided:
    actor = people.get(entry.actor_id)
    subject = people.get(entry.subject_id) if entry.subject_id else None
    in_game = entry.game is not None and entry.deed not in UNTOLD
    undone = hasattr(entry, "undone_by")
    lasting = why_lasting(entry) if undo and not undone else ""
    undoable = undo and not undone and not lasting
    return Decided(
        at=entry.at,
        role=str(Role(entry.role).label),
        actor=actor.name if actor else _("somebody who has left"),
        deed=str(Deed(entry.deed).label),
        subject=subject.name if subject else "",
        game=entry.game.code if entry.game else "",
        text=in_the_game(entry, names) if in_game else "",
        reason=said.get(entry.reason, _("This text was erased.")),
        undone=undone,
        undo_url=reverse("direct-undo", args=[entry.game.code, entry.pk])
        if undoable and entry.game
        else "",
        lasting=lasting,
    )
