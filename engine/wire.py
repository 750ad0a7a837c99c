"""Actions and events as JSON: stable names, versions, upcasting.

An event on the wire is ``(type, version, data)``; an action is one object with a ``type``. Old
versions are lifted to the present one before they become objects (:data:`UPCASTERS`).
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, get_args

from engine import actions, events
from engine.actions import Action
from engine.errors import InvalidAction, RecordError
from engine.events import Event, Score, StationResult, TableEvent, TicketResult

Data = dict[str, Any]


def _event_name(kind: type) -> str:
    words = re.sub("(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
    return f"game.{words.removeprefix('game_')}"


EVENT_TYPES: Mapping[str, type] = {
    _event_name(kind): kind for kind in get_args(Event) if kind is not TableEvent
}
"""The wire name of every event that the engine folds, from that of its class; the tests hold them
fast, as a stored game outlives the program."""

VERSIONS: Mapping[str, int] = dict.fromkeys(EVENT_TYPES, 1)
"""The present version of every event type."""

UPCASTERS: Mapping[tuple[str, int], Callable[[Data], Data]] = {}
"""Lifts the data of (type, version) to the next version."""

ACTION_TYPES: Mapping[str, type] = {
    "draw": actions.Draw,
    "place": actions.Place,
    "claim": actions.Claim,
    "station": actions.BuildStation,
    "tickets": actions.DrawTickets,
    "keep": actions.Keep,
    "rack": actions.RackTicket,
    "share": actions.Share,
    "pay": actions.Pay,
    "withdraw": actions.Withdraw,
    "pass": actions.Pass,
    "skip": actions.Skip,
}

ONLY_WHERE_KNOWN: Mapping[type, tuple[str, ...]] = {
    events.GameStarted: ("rules",),
    TicketResult: ("end",),
    Score: (
        *("grand_tours", "grand_tour_bonus", "mountains", "mountain_bonus"),
        *("connected", "connected_bonus", "stations", "station_bonus"),
    ),
    events.RouteClaimed: ("mountain_points", "cards"),
    actions.Claim: ("cards",),
}
"""Fields of mechanics that not every board has, and of later versions of the rules: left out where
they are None, and no cards."""
MOST_CARDS = 54
"""The most cards that a payment names: as many as sets of six take for nine spaces (M-3)."""

_EVENT_NAMES = {kind: name for name, kind in EVENT_TYPES.items()}
_ACTION_NAMES = {kind: name for name, kind in ACTION_TYPES.items()}


def _shape(one: Field[Any]) -> str:
    """The type of a field in words; a compiled class has kept only classes, of a choice `type`."""
    if not isinstance(one.type, type):
        return str(one.type)
    if one.type is type:
        return "str | None" if one.default is None else "str"
    return one.type.__name__


_SHAPES: Mapping[type, Mapping[str, str]] = {
    kind: {field.name: _shape(field) for field in fields(kind)}
    for kind in (*EVENT_TYPES.values(), *ACTION_TYPES.values(), Score, StationResult, TicketResult)
}
_FIELDS = {kind: tuple(shape) for kind, shape in _SHAPES.items()}


def _pickled(thing: object) -> tuple[type, tuple[Any, ...]]:
    kind = type(thing)
    return kind, tuple(getattr(thing, name) for name in _FIELDS[kind])


for _kind in _FIELDS:
    # Of itself a compiled frozen class cannot be pickled.
    copyreg.pickle(_kind, _pickled)
_TUPLES = {
    kind: tuple(name for name, shape in shapes.items() if shape.startswith("tuple"))
    for kind, shapes in _SHAPES.items()
}


def encode(event: Event) -> tuple[str, int, Data]:
    """The wire form of an event: type, version, data fit for JSON.

    >>> encode(events.TurnStarted(seat=2, number=9))
    ('game.turn_started', 1, {'seat': 2, 'number': 9})
    """
    name = event_type(event)
    if isinstance(event, TableEvent):
        return name, 1, dict(event.data)
    return name, VERSIONS[name], _plain(event)


def event_type(event: Event) -> str:
    """The name of the type of an event, as in :func:`encode`."""
    return event.type if isinstance(event, TableEvent) else _EVENT_NAMES[type(event)]


def decode(type_: str, version: int, data: Data) -> Event:
    """The event of a wire form.

    :raises RecordError: if the type is unknown, the version is newer than this program, or the
        data do not fit.

    >>> decode("game.turn_started", 1, {"seat": 2, "number": 9})
    TurnStarted(seat=2, number=9)
    """
    kind = EVENT_TYPES.get(type_)
    if kind is None:
        if type_.startswith("table."):
            return TableEvent(type_, data)
        raise RecordError(f"The event type {type_!r} is unknown to this version of the program.")
    if version != VERSIONS[type_]:
        data = upcast(type_, version, data)
    try:
        for name in _TUPLES[kind]:
            if name in data:
                data = {**data, name: _frozen(data[name], name)}
        return kind(**data)  # type: ignore[no-any-return]
    except (TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"The data of a {type_!r} event do not fit: {error}.") from error


def encode_action(action: Action) -> Data:
    """The JSON form of an action.

    >>> encode_action(actions.Draw("blind"))
    {'type': 'draw', 'source': 'blind'}
    """
    return {"type": _ACTION_NAMES[type(action)], **_plain(action)}


def decode_action(data: object) -> Action:
    """The action of a JSON form, checking every field's type.

    :raises InvalidAction: if it cannot be read.

    >>> decode_action({"type": "keep", "tickets": ["a-b"]})
    Keep(tickets=('a-b',), rack=None)
    """
    if not isinstance(data, dict) or not isinstance(name := data.get("type"), str):
        raise InvalidAction("action.unreadable")
    kind = ACTION_TYPES.get(name)
    if kind is None:
        raise InvalidAction("action.unknown", type=_shown(name))
    shapes = _SHAPES[kind]
    values: Data = {}
    for field, value in data.items():
        if field == "type":
            continue
        most = MOST_CARDS if field == "cards" else 9
        if field not in shapes or not _fits(shapes[field], value, most):
            raise InvalidAction("action.field", type=name, field=_shown(str(field)))
        values[field] = tuple(value) if isinstance(value, list) else value
    try:
        return kind(**values)  # type: ignore[no-any-return]
    except TypeError:
        raise InvalidAction("action.incomplete", type=name) from None


def _plain(thing: object) -> Data:
    kind = type(thing)
    data = {name: _plain_value(getattr(thing, name)) for name in _FIELDS[kind]}
    for name in ONLY_WHERE_KNOWN.get(kind, ()):
        if data[name] is None or (name == "cards" and not data[name]):
            del data[name]
    return data


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain_value(item) for item in value]
    return _plain(value) if type(value) in _FIELDS else value


def _frozen(value: Any, name: str) -> Any:
    if name == "scores":
        return tuple(_score(item) for item in value)
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


def _score(data: Data) -> Score:
    tickets = tuple(TicketResult(**ticket) for ticket in data["tickets"])
    found = {**data, "seats": tuple(data["seats"]), "tickets": tickets}
    if "stations" in data:
        found["stations"] = tuple(StationResult(**station) for station in data["stations"])
    return Score(**found)


def upcast(type_: str, version: int, data: Data) -> Data:
    """Lift the data of an old version of an event type to the present one.

    :raises RecordError: if the version was never written, or is newer than this program.
    """
    while version < VERSIONS[type_]:
        if (type_, version) not in UPCASTERS:
            raise RecordError(f"Version {version} of {type_!r} was never written.")
        data = UPCASTERS[type_, version](data)
        version += 1
    if version > VERSIONS[type_]:
        raise RecordError(
            f"Version {version} of {type_!r} is newer than this program; update it and try again."
        )
    return data


def _fits(shape: str, value: object, most: int) -> bool:
    if shape == "int":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99
    if shape.startswith("tuple"):
        return (
            isinstance(value, list | tuple)
            and len(value) <= most
            and all(_is_word(item) for item in value)
        )
    return _is_word(value) or (value is None and "None" in shape)


def _is_word(value: object) -> bool:
    # JSON can hold half of a sign, or a NUL: no name has them, and not every output takes them.
    return isinstance(value, str) and value.isprintable()


def _shown(name: str) -> str:
    """The beginning of a name that somebody made up, for the error that quotes it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name[:40])
