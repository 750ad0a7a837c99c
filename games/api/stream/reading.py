"""Contents of streams: read for many of them at once, each with its own rights.

Everything here is asked for each message: whether the token is good still, whether the reader
may look at the game still, from which seat, and how late. The same selectors and the same redaction
answer as for a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer

from games.accounts.models import ApiToken
from games.accounts.tokens import good_tokens
from games.api.games_data import event_data
from games.api.stream.watching import Decisions, GameWatch, PersonWatch, Watch, write_decisions
from games.readers.context import GameForReader, find_game
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import games_visible_to

AT_ONCE: Final = 50
"""Events that are read and sent together."""


@dataclass(frozen=True, slots=True)
class Part:
    """The next lines of a stream, and the place it has reached then: that of its watch.

    ``end`` is the reason why it ends; ``more`` says that there is more to read at once.
    """

    text: bytes
    position: Any
    end: str = ""
    more: bool = False


def message(data: object, *, id: str = "", event: str = "") -> bytes:
    """A message of a stream (HTML, 9.2.5).

    >>> message({"a": 1}, id="7")
    b'id: 7\\ndata: {"a":1}\\n\\n'
    """
    lines = [f"event: {event}".encode()] if event else []
    if id:
        lines.append(f"id: {id}".encode())
    # JSON has no line breaks outside of its texts, and escapes them there.
    lines.append(b"data: " + JSONRenderer().render(data))
    return b"\n".join(lines) + b"\n\n"


def end_message(reason: str, language: str) -> bytes:
    """The last message of a stream, which says why it ends."""
    with translation.override(language):
        detail = {
            "token": _("The token has ended. Make another one in your settings."),
            "access": _("You can no longer look at this game."),
            "seat": _("You have another seat in this game than before, or none. Open it again."),
            "over": _("The game is over, and you have all of it."),
            "fault": _("It is our fault. Open it again later."),
        }[reason]
    return message({"reason": reason, "detail": detail}, event="end")


def read_game(watches: Sequence[GameWatch], now: datetime) -> list[Part]:
    """The next part of each of these streams, all of one game."""
    tokens = _tokens(watches, now)
    public = find_game(watches[0].code, None, GameForReader)
    found: dict[int, GameForReader | None] = {}
    pages: dict[tuple[int | None, int, str], Part] = {}

    def found_by(watch: GameWatch) -> GameForReader | None:
        if watch.person is None:
            return public
        if public is not None and all(seat.person_id != watch.person for seat in public.seats):
            # Without a seat one finds of a public game what an anonymous user does.
            return public
        if watch.person not in found:
            person = tokens[watch.token or 0].person
            found[watch.person] = find_game(watch.code, person, GameForReader)
        return found[watch.person]

    parts = []
    for watch in watches:
        if watch.token is not None and watch.token not in tokens:
            parts.append(Part(b"", watch.position, "token"))
            continue
        game = found_by(watch)
        if game is None or not game.has_log:
            parts.append(Part(b"", watch.position, "access"))
        elif game.seat_number != watch.seat:
            parts.append(Part(b"", watch.position, "seat"))
        else:
            key = (watch.seat, watch.position, watch.language)
            if key not in pages:
                pages[key] = _page(game, watch)
            parts.append(pages[key])
    return parts


def _page(found: GameForReader, watch: GameWatch) -> Part:
    with translation.override(watch.language):
        events = found.events(after=watch.position, most=AT_ONCE)
        texts = [message(event_data(found, event), id=str(event.seq)) for event in events]
    last = events[-1].seq if events else watch.position
    more = bool(events) and last < found.last_seq
    return Part(b"".join(texts), last, "over" if found.is_over and not more else "", more)


def read_people(watches: Sequence[PersonWatch], now: datetime) -> list[Part]:
    """The next part of each of these streams."""
    tokens = _tokens(watches, now)
    people = {token.person_id for token in tokens.values()}
    seats: dict[int | None, dict[str, Seat]] = {}
    rows = Seat.objects.filter(
        person__in=people, game__status=GameStatus.RUNNING, game__practice=False
    )
    for seat in rows.select_related("game").defer("game__secret").order_by("game_id"):
        seats.setdefault(seat.person_id, {})[seat.game.code] = seat
    parts = []
    for watch in watches:
        token = tokens.get(watch.token or 0)
        if token is None:
            parts.append(Part(b"", watch.position, "token"))
        else:
            parts.append(_turns(token, watch.position, seats.get(watch.person, {})))
    return parts


def _turns(token: ApiToken, known: Decisions, seats: dict[str, Seat]) -> Part:
    """The changes for a person since the last that was sent."""
    now_open = {code: _decision(seat) for code, seat in seats.items()}
    position = dict(known)
    texts = []
    for code, data in _changes(token, known, seats):
        if code in now_open:
            position[code] = now_open[code]
        else:
            del position[code]
        texts.append(message(data, id=write_decisions(position)))
    return Part(b"".join(texts), {**position, **now_open})


def _changes(
    token: ApiToken, known: Decisions, seats: dict[str, Seat]
) -> Iterator[tuple[str, dict[str, Any]]]:
    gone = [code for code in known if code not in seats]
    if gone:
        ended = _ended(token, gone)
        for code in gone:
            yield code, ended.get(code, {"type": "left", "code": code})
    for code, seat in seats.items():
        decision = _decision(seat)
        if decision == known.get(code):
            continue
        yield (
            code,
            {
                "type": "waiting" if decision is None else "turn",
                "code": code,
                "title": seat.game.title,
                "board": seat.game.board,
                "seat": seat.number,
                "decision": decision,
                "kind": seat.kind if decision is not None else None,
                "due_at": seat.due_at if decision is not None else None,
            },
        )


def _decision(seat: Seat) -> int | None:
    """The open decision, as the list of turns has it: who holds a move has decided."""
    return seat.decision if seat.held_until is None else None


def _ended(token: ApiToken, codes: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The games among these that have ended with the person at the table."""
    games: Iterable[Game] = games_visible_to(token.person).filter(
        code__in=codes, seats__person=token.person_id
    )
    return {
        game.code: {
            "type": "over",
            "code": game.code,
            "title": game.title,
            "board": game.board,
            "status": game.status,
        }
        for game in games
        if game.status != GameStatus.RUNNING
    }


def _tokens(watches: Iterable[Watch], now: datetime) -> dict[int, ApiToken]:
    wanted = {watch.token for watch in watches if watch.token is not None}
    return good_tokens(wanted, now=now) if wanted else {}
