"""A log as one reader may know it: the state as a view, each event redacted, and its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from django.db.models import Q

import engine
from engine import wire
from engine.redaction import TableFacts
from engine.text.lexicon import Lexicon
from engine.text.log_lines import describe, describe_two_draws
from games.language.table_events import describe_table_event
from games.log import reading
from games.log.models import Event
from games.log.reading import LogLine
from games.tables.models import Game, GameStatus, Seat
from games.tables.seat_names import seat_names


class RedactedEvent(NamedTuple):
    """One event as a reader may know it; ``begins`` says that no earlier event caused it."""

    seq: int
    at: datetime
    actor: str
    type: str
    data: dict[str, Any]
    begins: bool = False


def redacted_events(
    game: Game, state: engine.Game, seat: int | None, *, after: int = -1
) -> list[RedactedEvent]:
    """The events after ``after``, up to ``state``, as a seat may know them.

    Events appended since the state was loaded are left for the next look.
    """
    return [
        redact_line(line, seat, state)
        for line in reading.events(game, after=after)
        if line.seq <= state.seq
    ]


@dataclass(frozen=True, slots=True)
class _StoredFacts:
    """The facts of a game that redaction requires, without its state."""

    teams: tuple[tuple[int, ...], ...]
    team_of: Mapping[int, int]
    outcome: object


def redacted_page(game: Game, seat: int | None, *, after: int, until: int) -> list[RedactedEvent]:
    """The events after ``after`` up to ``until`` as a seat may know them, as far as they go.

    The game is not replayed: the cost depends only on the number of events.
    """
    facts = _stored_facts(game)
    return [
        redact_line(line, seat, facts) for line in reading.events(game, after=after, until=until)
    ]


def _stored_facts(game: Game) -> _StoredFacts:
    ended = game.status != GameStatus.RUNNING and Event.objects.filter(game=game, type="game.ended")
    teams: tuple[tuple[int, ...], ...] = ()
    if engine.load_board(game.board).teams is not None:
        (data,) = Event.objects.filter(game=game, seq=0).values_list("data", flat=True)
        teams = tuple(map(tuple, data["teams"]))
    team_of = {seat: number for number, team in enumerate(teams) for seat in team}
    return _StoredFacts(teams, team_of, (ended and ended.exists()) or None)


LAYING_EVENTS: Final = ("game.route_claimed", "game.bullet_train_placed", "game.tunnel_built")
"""The types of events by which trains come to stand on a track."""
BUILDING_EVENTS: Final = {**dict.fromkeys(LAYING_EVENTS, "track"), "game.station_built": "city"}
"""The types of events that build something, and which of their data names the place."""
LATEST: Final = 12
"""The number of last events searched for one that has a sentence."""
TOGETHER: Final = 10
"""Games per query."""


def latest_public_events(games: Iterable[Game]) -> dict[int, list[RedactedEvent]]:
    """The last events of many games, the latest first, by game id, as everybody may know them.

    One query for some ten games, without replay. Events after the horizon of a row are left out.
    """
    found: dict[int, list[RedactedEvent]] = {}
    ends = [(game.pk, game.version if game.horizon is None else game.horizon.seq) for game in games]
    for first in range(0, len(ends), TOGETHER):
        some = ends[first : first + TOGETHER]
        # Compared with the rows of the games, a database reads their logs from the beginning.
        wanted = [Q(game=pk, seq__gt=end - LATEST, seq__lte=end) for pk, end in some]
        rows = Event.objects.filter(Q(*wanted, _connector=Q.OR)).order_by("game", "-seq")
        fields = rows.values_list("game", "seq", "at", "actor", "type", "version", "data")
        for pk, seq, at, actor, type_, version, data in fields:
            event = wire.decode(type_, version, data)
            shown = RedactedEvent(seq, at, actor, type_, engine.public_data(event))
            found.setdefault(pk, []).append(shown)
    return found


def redact_line(line: LogLine, seat: int | None, state: TableFacts) -> RedactedEvent:
    """The event of a line as a seat may know it (None is a spectator).

    A ``state`` after the end hides nothing: callers choose between the state at the event and the
    latest one.
    """
    type_, data = wire.event_type(line.event), engine.redact(line.event, seat, state)
    return RedactedEvent(line.seq, line.at, line.actor, type_, data, line.begins)


def event_sentence(
    event: RedactedEvent,
    *,
    board: engine.Board,
    names: Sequence[str],
    seat: int | None,
    lexicon: Lexicon,
) -> str | None:
    """The sentence of an event, or None if it has none.

    ``names`` are those of the seats, ``seat`` is the reader's. Readers whose own event was redacted
    (mail below full privacy) get the sentence for others.
    """
    reader = None if event.data.get("redacted") else seat
    if event.type.startswith("table."):
        return describe_table_event(event.type, event.data, names=names, seat=reader)
    return describe(event.type, event.data, board=board, names=names, seat=reader, lexicon=lexicon)


DRAWS: Final = ("game.card_drawn", "game.card_taken")
"""The types of events by which a seat gets a card; a turn has two of them at most."""


def event_lines(
    events: Iterable[RedactedEvent],
    *,
    board: engine.Board,
    names: Sequence[str],
    seat: int | None,
    lexicon: Lexicon,
) -> list[str]:
    """The sentences of events, with the two draws of a turn in one line; see event_sentence."""
    reader: dict[str, Any] = {"board": board, "names": names, "seat": seat, "lexicon": lexicon}
    sentence = partial(event_sentence, **reader)
    both = partial(two_draws_sentence, **reader)
    return [line for _event, line in lines_of_events(events, sentence=sentence, both=both)]


def lines_of_events(
    events: Iterable[RedactedEvent],
    *,
    sentence: Callable[[RedactedEvent], str | None],
    both: Callable[[RedactedEvent, RedactedEvent], str],
) -> list[tuple[RedactedEvent, str]]:
    """The last event of each line, and the line; the two draws of a turn are in one.

    ``sentence`` says one event, ``both`` two draws of one type.
    """
    lines: list[tuple[RedactedEvent, str]] = []
    # The draw that the last line is about, while another may belong to it.
    drawn: RedactedEvent | None = None
    for event in events:
        line = sentence(event)
        if line is None:
            drawn = None if event.type == "game.turn_started" else drawn
            continue
        is_second = drawn is not None and event.type in DRAWS
        if drawn is None or not is_second or drawn.data["seat"] != event.data["seat"]:
            lines.append((event, line))
            drawn = event if event.type in DRAWS else None
            continue
        alike = drawn.type == event.type
        lines[-1] = event, both(drawn, event) if alike else f"{lines[-1][1]} {line}"
        drawn = None
    return lines


def two_draws_sentence(
    first: RedactedEvent,
    second: RedactedEvent,
    *,
    board: engine.Board,
    names: Sequence[str],
    seat: int | None,
    lexicon: Lexicon,
) -> str:
    """One sentence for two draws of one type, of one turn; see event_sentence."""
    reader = None if second.data.get("redacted") else seat
    return describe_two_draws(
        first.data, second.data, board=board, names=names, seat=reader, lexicon=lexicon
    )


def events_of_move(seat: Seat, *, full: bool, first: int, last: int) -> list[RedactedEvent]:
    """The events from ``first`` to ``last``, as the holder of a seat may know them.

    Without ``full`` they are as a spectator may know them: a hidden card stays hidden.
    """
    state = reading.load(seat.game)
    reader = seat.number if full else None
    events = redacted_events(seat.game, state, reader, after=first - 1)
    return [event for event in events if event.seq <= last]


def lines_of_move(
    events: Iterable[RedactedEvent], game: Game, *, reader: int | None, lexicon: Lexicon
) -> list[str]:
    """The sentences of the events of a move; the seat of the ``reader`` is "you" in them."""
    board, names = reading.board_of(game), seat_names(game)
    return event_lines(events, board=board, names=names, seat=reader, lexicon=lexicon)
