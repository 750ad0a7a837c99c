"""What channels beside mail say: public facts about notices, without seats and hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.facts.prompts import dated_prompt, short_prompt
from games.notifications import registry
from games.notifications.models import Notice, NoticeKind
from games.tables.models import Game, Seat


@dataclass(frozen=True, slots=True)
class PublicGame:
    """What everybody may know of the game that news are about."""

    code: str
    board: str
    board_name: str
    title: str


@dataclass(frozen=True, slots=True)
class News:
    """All that a channel learns of notices, in the language and zone of the reader.

    ``due_at`` is the deadline of the open decision. A test has no ``kinds`` and no ``game``.
    """

    sentences: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    game: PublicGame | None = None
    due_at: datetime | None = None

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


def news_of(notices: Sequence[Notice], game: Game | None, seat: Seat | None) -> News:
    """The news that notices about one game make; private kinds only say that there are some."""
    said = [_sentence(one, seat) for one in notices if not registry.is_private(one.kind)]
    return News(
        sentences=tuple(dict.fromkeys(said)) or (_("There is news."),),
        kinds=tuple(sorted({one.kind for one in notices})),
        game=PublicGame(game.code, game.board, game.board_name, game.title) if game else None,
        due_at=seat.due_at if seat and seat.decision is not None else None,
    )


def _sentence(notice: Notice, seat: Seat | None) -> str:
    match notice.kind:
        case NoticeKind.STARTED:
            return _("The game has begun.")
        case NoticeKind.OVER:
            return _("The game is over.")
        case NoticeKind.TURN | NoticeKind.REMINDER:
            return dated_prompt(seat.kind, seat.due_at) if seat else short_prompt("turn")
    kind = registry.registered_types().get(notice.kind)
    return kind.public_sentence(notice) if kind and kind.public_sentence else _("There is news.")
