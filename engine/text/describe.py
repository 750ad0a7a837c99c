"""Log lines out: one sentence or two about an event, for one reader.

They are made of the redacted wire data of the event alone (:func:`engine.redaction.redact`), so a
line cannot tell what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.model import Board
from engine.events import Event
from engine.game import Game
from engine.redaction import redact
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.lines import LINES
from engine.text.reader import Data, Reader
from engine.wire import encode


def describe(
    type_: str,
    data: Data,
    *,
    board: Board,
    names: Sequence[str],
    seat: int | None = None,
    lexicon: Lexicon = ENGLISH,
) -> str | None:
    """Gets the line of the log for an event, or None where there is nothing to tell.

    ``type_`` and ``data`` are the wire form of the event as redacted for the reader in ``seat``
    (None is a spectator); ``names`` are the names of the seats.

    >>> import engine
    >>> board = engine.load_board("usa")
    >>> names = ["alice", "bob"]
    >>> data = {"seat": 1, "redacted": True}
    >>> describe("game.card_drawn", data, board=board, names=names)
    'bob drew a card from the deck.'
    >>> describe("game.card_drawn", {"seat": 1, "card": "red"}, board=board, names=names, seat=1)
    'You drew a card from the deck: red.'
    """
    line = LINES.get(type_)
    return line(Reader(seat, board, names, lexicon), data) if line else None


def describe_event(
    event: Event,
    game: Game,
    *,
    names: Sequence[str],
    seat: int | None = None,
    lexicon: Lexicon = ENGLISH,
) -> str | None:
    """Gets the line of the log for an event of a game, redacted for the reader in ``seat``."""
    data = redact(event, seat, game)
    return describe(
        encode(event)[0], data, board=game.board, names=names, seat=seat, lexicon=lexicon
    )
