"""Records of games as files: complete ones in and out, and redacted views of running games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine import record
from engine.hash_chain import LOG_ENTRY_FIELDS, LogEntry
from games.common import event_types
from games.common.dates import parse_stamp, stamp
from games.common.errors import Refused
from games.log import reading
from games.log.models import Event
from games.tables.models import Game, GameStatus, Seat
from games.tables.selectors import chosen_teams

VIEW_FORMAT: Final = "night-mail-view/1"
# The lengths of the columns of a stored event.
LONGEST: Final = {"actor": 20, "type": 40, "salt": 32}
NOTICE: Final = (
    "A redacted view of a running game. It proves nothing: hidden facts, hashes and salts are left"
    " out until the game is over."
)


def export_record(game: Game, *, seat: int | None = None) -> Iterator[str]:
    """The lines of the record of a game that is over, without line ends.

    Of a running game it gets a redacted view for ``seat`` (None is a spectator), which is no
    record and says so.

    :raises Refused: if the game never began.
    """
    if game.version == -1:
        raise Refused(_("This game has not begun, so there is nothing to export yet."))
    if game.status in (GameStatus.FINISHED, GameStatus.VOID):
        return record.dump(complete_record(game))
    return _view_lines(game, seat)


@transaction.atomic
def import_record(lines: Iterable[str], *, now: datetime) -> Game:
    """Store a complete record as a finished game in which nobody holds a seat.

    :raises Refused: with the place of the first fault, or if the game is already here.
    """
    try:
        found = record.load(lines)
        faults = record.check(found)
    except engine.RecordError as error:
        raise Refused(_("This record is incomplete. %(fault)s") % {"fault": error}) from error
    if faults:
        raise Refused(_("The record does not add up. %(fault)s") % {"fault": faults[0]})
    return _store(found, now)


def complete_record(game: Game) -> record.Record:
    """The whole record of a game, including its secret: for checks, and for finished games."""
    header = _header(game)
    entries = [entry_of(row) for row in Event.objects.filter(game=game).order_by("seq")]
    # A director's result is in the log; a record holds the result of the rules.
    adjudicated = any(entry.type == event_types.ADJUDICATED for entry in entries[-1:])
    result = None if adjudicated else game.result
    return record.Record(header, entries, bytes(game.secret).hex(), result)


def entry_of(row: Event) -> LogEntry:
    """The entry of the hash chain that a row holds."""
    same = {name: getattr(row, name) for name in LOG_ENTRY_FIELDS}
    return LogEntry(**{**same, "at": stamp(row.at)})


def _header(game: Game) -> record.Header:
    return record.Header(
        board=game.board,
        board_digest=game.board_digest,
        seats=game.seat_count,
        commitment=game.commitment,
        contributions=list(game.seats.order_by("number").values_list("contribution", flat=True)),
        order_fixed=game.order_fixed,
        teams=chosen_teams(game),
        rules_version=game.rules_version,
    )


def _view_lines(game: Game, seat: int | None) -> Iterator[str]:
    header = _header(game)
    state = reading.load(game)
    yield _line(
        {
            "record": "view",
            "format": VIEW_FORMAT,
            "notice": NOTICE,
            "board": header.board,
            "board_digest": header.board_digest,
            "rules_version": header.rules_version,
            "seats": header.seats,
            "commitment": header.commitment,
            "contributions": header.contributions,
            "order_fixed": header.order_fixed,
            "teams": header.teams,
            "seat": seat,
        }
    )
    for line in reading.events(game):
        type_, version, _data = engine.wire.encode(line.event)
        yield _line(
            {
                "record": "event",
                "seq": line.seq,
                "at": stamp(line.at),
                "actor": line.actor,
                "type": type_,
                "version": version,
                "data": engine.redact(line.event, seat, state),
            }
        )


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _store(found: record.Record, now: datetime) -> Game:
    header = found.header
    rows = [_row(entry) for entry in found.entries]
    if Event.objects.filter(seq=0, hash=rows[0].hash).exists():
        raise Refused(_("The game in this record is already here."))
    game = Game.objects.create(
        board=header.board,
        seat_count=header.seats,
        order_fixed=header.order_fixed,
        teams_chosen=header.teams is not None,
        status=GameStatus.FINISHED if found.result else GameStatus.VOID,
        rules_version=header.rules_version,
        board_digest=header.board_digest,
        secret=bytes.fromhex(found.secret),
        commitment=header.commitment,
        version=rows[-1].seq,
        head=rows[-1].hash,
        changed=True,
        created_at=now,
        started_at=rows[0].at,
        ended_at=rows[-1].at,
        result=found.result,
    )
    for row in rows:
        row.game = game
    Event.objects.bulk_create(rows)
    score_of = {
        seat: score
        for score in (found.result or {"scores": []})["scores"]
        for seat in score["seats"]
    }
    team_of = {seat: team for team, seats in enumerate(rows[0].data["teams"]) for seat in seats}
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            team=team_of.get(number),
            contribution=contribution,
            place=score_of[number]["place"] if score_of else None,
            points=score_of[number]["total"] if score_of else None,
            over_at=game.ended_at,
        )
        for number, contribution in enumerate(header.contributions)
    )
    return game


def _row(entry: LogEntry) -> Event:
    try:
        at = parse_stamp(entry.at)
        for name, longest in LONGEST.items():
            if not 0 < len(getattr(entry, name)) <= longest:
                raise ValueError(f"the field {name!r} has 1 to {longest} characters")
    except (TypeError, ValueError) as error:
        # The header is on line 1 and event 0 on line 2.
        raise Refused(
            _("Line %(line)d: %(fault)s.") % {"line": entry.seq + 2, "fault": error}
        ) from error
    return Event(**{**entry.as_dict(), "at": at, "hash": entry.hash()})
