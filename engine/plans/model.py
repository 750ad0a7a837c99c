"""The parts of a plan, what it remembers, and its form in JSON.

A plan is a list of aims, which are looked at from the top, and a few answers. It says what a seat
does each time it has to decide, until it is done or has a reason to stop.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from engine.actions import PlaceName
from engine.cards import Card
from engine.typed_json import Data, TypedJson, stored

BlindDraws = Literal["never", "useless", "always"]
"""When a plan draws off the deck: never, where no card of the row is useful, or always."""


@dataclass(frozen=True, slots=True)
class ClaimTrack:
    """Claim a track, with cards of this colour or, where it is empty, whatever spares the rest."""

    track: str
    colour: Card = ""


@dataclass(frozen=True, slots=True)
class ConnectCities:
    """Connect two cities by the way that takes the fewest turns from now."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class CompleteTicket:
    """Complete one ticket."""

    ticket: str


@dataclass(frozen=True, slots=True)
class CompleteTickets:
    """Complete the tickets that the seat holds, those that it draws later too."""


@dataclass(frozen=True, slots=True)
class StationIn:
    """Build a station in a city (M-4)."""

    city: str


@dataclass(frozen=True, slots=True)
class BuildBullets:
    """Build n bullet routes, longest first (J-3)."""

    count: int


@dataclass(frozen=True, slots=True)
class DrawTurns:
    """Draw for n turns for the aims above, off the deck alone if ``blind``."""

    turns: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class HoldCards:
    """Claim nothing, for the aims above or below, before n cards are in hand."""

    count: int


@dataclass(frozen=True, slots=True)
class FirstOpen:
    """The first of several aims that is not lost: if this is taken, that instead."""

    aims: tuple[SingleAim, ...]


@dataclass(frozen=True, slots=True)
class EitherOf:
    """One of several aims, whichever takes the fewest turns."""

    aims: tuple[SingleAim, ...]


SingleAim: TypeAlias = (
    ClaimTrack | ConnectCities | CompleteTicket | CompleteTickets | StationIn | BuildBullets
)
Aim: TypeAlias = SingleAim | DrawTurns | HoldCards | FirstOpen | EitherOf


@dataclass(frozen=True, slots=True)
class AimLost:
    """An aim can no longer be reached, nor any that may replace it."""


@dataclass(frozen=True, slots=True)
class AimDone:
    """An aim has been reached."""


@dataclass(frozen=True, slots=True)
class ClaimAt:
    """Somebody else has claimed a track at a city."""

    city: str


@dataclass(frozen=True, slots=True)
class ClaimOn:
    """Somebody else has claimed a track, or it has closed (B-9)."""

    track: str


@dataclass(frozen=True, slots=True)
class FewTrains:
    """A seat has n trains or fewer; ``seat`` None is any seat."""

    count: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LocomotiveFaceUp:
    """A locomotive lies face up."""


@dataclass(frozen=True, slots=True)
class CardsInHand:
    """The seat holds n cards or more."""

    count: int


@dataclass(frozen=True, slots=True)
class PilesShuffled:
    """The discards have become a new deck (B-6)."""


@dataclass(frozen=True, slots=True)
class AfterTurns:
    """The plan has played n turns."""

    count: int


@dataclass(frozen=True, slots=True)
class OnDate:
    """The moment has come; ``at`` is in ISO 8601 with its offset."""

    at: str


@dataclass(frozen=True, slots=True)
class SomebodyWrote:
    """Another player has written at the table since the plan was given."""


StopRule: TypeAlias = (
    AimLost
    | AimDone
    | ClaimAt
    | ClaimOn
    | FewTrains
    | LocomotiveFaceUp
    | CardsInHand
    | PilesShuffled
    | AfterTurns
    | OnDate
    | SomebodyWrote
)


@dataclass(frozen=True, slots=True)
class Draws:
    """How a plan draws: these colours first, face-up locomotives too, and when off the deck."""

    colours: tuple[Card, ...] = ()
    locomotives: bool = True
    blind: BlindDraws = "useless"


@dataclass(frozen=True, slots=True)
class Answers:
    """What a plan answers on its way, which a person may save as usual.

    ``first_card`` is the place of a turn's first card in teams, None where the plan judges by its
    aims (A-3). ``tunnel_extra`` is the most that a tunnel may ask; for more the claim is taken
    back (A-8).
    """

    draws: Draws = Draws()
    first_card: PlaceName | None = None
    tunnel_extra: int = 3
    stops: tuple[StopRule, ...] = (AimLost(),)


@dataclass(frozen=True, slots=True)
class Plan:
    """Aims, the first of which comes first, and answers to what happens on the way."""

    aims: tuple[Aim, ...]
    answers: Answers = Answers()


@dataclass(frozen=True, slots=True)
class Memory:
    """What a plan remembers between two decisions, and all it may know of the past.

    ``done`` and ``lost`` are places of aims, ``counts`` has the turns drawn or the bullet routes
    built for each aim (empty before the first), ``turns`` is how many turns the plan has played;
    ``claims`` is how many tracks had an owner when the plan last looked, ``deck`` the size of the
    deck then (None before the first look).
    """

    done: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()
    turns: int = 0
    claims: int | None = None
    deck: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What a plan may ask beside the view: the time, and whether somebody else wrote since."""

    now: datetime
    wrote: bool = False


MOST_AIMS: Final = 40
_PARTS: Final = TypedJson(
    {
        "claim": ClaimTrack,
        "connect": ConnectCities,
        "ticket": CompleteTicket,
        "tickets": CompleteTickets,
        "station": StationIn,
        "bullets": BuildBullets,
        "draw": DrawTurns,
        "hold": HoldCards,
        "first_open": FirstOpen,
        "either": EitherOf,
        "aim_lost": AimLost,
        "aim_done": AimDone,
        "claim_at": ClaimAt,
        "claim_on": ClaimOn,
        "few_trains": FewTrains,
        "locomotive_face_up": LocomotiveFaceUp,
        "cards_in_hand": CardsInHand,
        "shuffled": PilesShuffled,
        "after_turns": AfterTurns,
        "on_date": OnDate,
        "wrote": SomebodyWrote,
    }
)


def encode_plan(plan: Plan) -> Data:
    """The JSON form of a plan.

    >>> encode_plan(Plan((ConnectCities("osaka", "tokyo"),)))["aims"]
    [{'type': 'connect', 'a': 'osaka', 'b': 'tokyo'}]
    """
    return {"aims": [_PARTS.encode(aim) for aim in plan.aims], **encode_answers(plan.answers)}


def decode_plan(data: Data) -> Plan:
    """The plan of a JSON form.

    :raises RecordError: if this program did not write it.
    """
    with stored("A stored plan"):
        aims = tuple(_PARTS.decode(part) for part in data["aims"])
    return Plan(aims, decode_answers(data))


def encode_answers(answers: Answers) -> Data:
    """The JSON form of answers alone, as a person saves them."""
    return {**_PARTS.fields_of(answers), "draws": _PARTS.fields_of(answers.draws)}


def decode_answers(data: Data) -> Answers:
    """The answers of a JSON form.

    :raises RecordError: if this program did not write it.
    """
    with stored("Stored answers"):
        draws = Draws(**_PARTS.values_of(data["draws"]))
        stops = tuple(_PARTS.decode(part) for part in data["stops"])
        return Answers(draws, data["first_card"], data["tunnel_extra"], stops)


def encode_memory(memory: Memory) -> Data:
    """The JSON form of what a plan remembers."""
    return _PARTS.fields_of(memory)


def decode_memory(data: Data) -> Memory:
    """The memory of a JSON form.

    :raises RecordError: if this program did not write it.
    """
    with stored("The memory of a plan"):
        return Memory(**_PARTS.values_of(data))
