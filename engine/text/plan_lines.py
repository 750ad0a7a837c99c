"""Plans written as text, and sentences about what they did or ask (docs/plans.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.plans import model
from engine.plans.evaluation import Answer, Step
from engine.plans.model import Aim, Answers, EitherOf, FirstOpen, Plan, StopRule
from engine.text import routes
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.vocabulary import vocabulary_for
from engine.view import View


@dataclass(frozen=True, slots=True)
class Says:
    """What a template says: a part of a plan, the field that each gap fills, and ``fixed`` ones."""

    kind: type
    gaps: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, object] = field(default_factory=dict)


AIMS: Final[Mapping[str, Says]] = {
    "tickets": Says(model.CompleteTickets),
    "ticket": Says(model.CompleteTicket, {"ticket": "ticket"}),
    "station": Says(model.StationIn, {"city": "city"}),
    "bullets": Says(model.BuildBullets, {"n": "count"}),
    "connect": Says(model.ConnectCities, {"a": "a", "b": "b"}),
    "draw_blind": Says(model.DrawTurns, {"n": "turns"}, {"blind": True}),
    "draw": Says(model.DrawTurns, {"n": "turns"}),
    "hold": Says(model.HoldCards, {"n": "count"}),
    "claim_with": Says(model.ClaimTrack, {"route": "track", "colour": "colour"}),
    "claim": Says(model.ClaimTrack, {"route": "track"}),
}
"""The aims by the keys of their templates: by these they are read and written, the first first."""
STOPS: Final[Mapping[str, Says]] = {
    "aim_lost": Says(model.AimLost),
    "aim_done": Says(model.AimDone),
    "few_trains_of": Says(model.FewTrains, {"n": "count", "player": "seat"}),
    "few_trains": Says(model.FewTrains, {"n": "count"}),
    "locomotive_face_up": Says(model.LocomotiveFaceUp),
    "cards_in_hand": Says(model.CardsInHand, {"n": "count"}),
    "shuffled": Says(model.PilesShuffled),
    "after_turns": Says(model.AfterTurns, {"n": "count"}),
    "on_date": Says(model.OnDate, {"date": "at"}),
    "wrote": Says(model.SomebodyWrote),
    "claim_at": Says(model.ClaimAt, {"city": "city"}),
    "claim_on": Says(model.ClaimOn, {"route": "track"}),
}
"""The same of the reasons to ask."""
PLAIN_STOPS: Final[Mapping[str, StopRule]] = {
    key: says.kind() for key, says in STOPS.items() if not says.gaps
}
"""The reasons to ask that have no gap, by the key of their text."""


def key_of(part: object, table: Mapping[str, Says]) -> str:
    """The key of the first template that says all of a part."""
    return next(
        key
        for key, says in table.items()
        if type(part) is says.kind
        and all(getattr(part, name) not in (None, "") for name in says.gaps.values())
        and all(getattr(part, name) == value for name, value in says.fixed.items())
    )


def write_plan(plan: Plan, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """The text of a plan, which reads back as the same plan.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> from engine.plans.model import ConnectCities, FewTrains
    >>> plan = Plan((ConnectCities("miami", "boston"),), Answers(stops=(FewTrains(6),)))
    >>> print(write_plan(plan, engine.view(game, 0)))
    plan
    connect miami with boston
    draw for these, face-up locomotives too, blind if nothing helps
    ask me if somebody has 6 trains
    """
    writer = _Writer(view, lexicon)
    lines = [writer.say("plan"), *[writer.aim(aim) for aim in plan.aims]]
    return "\n".join([*lines, *writer.answers(plan.answers)])


def explain_answer(answer: Answer, plan: Plan, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """One sentence about what a plan did, or why it asks its owner.

    >>> import engine
    >>> from engine.plans.evaluation import Reason, Stop
    >>> from engine.plans.model import ConnectCities, Memory
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
    >>> plan = Plan((ConnectCities("miami", "boston"),))
    >>> explain_answer(Stop(Reason("aim_lost", aim=0), Memory()), plan, engine.view(game, 0))
    '“connect miami with boston” can no longer be reached.'
    """
    why, writer, board = answer.why, _Writer(view, lexicon), view.board
    gaps: dict[str, object] = {"n": why.number}
    if why.aim is not None:
        gaps["aim"] = writer.aim(plan.aims[why.aim])
    if why.track is not None:
        track = board.tracks[why.track]
        a, b = board.cities[track.a].name, board.cities[track.b].name
        gaps["route"] = lexicon.say("route", a=a, b=b)
    if why.city is not None:
        gaps["city"] = board.cities[why.city].name
    if isinstance(answer, Step):
        code = {"draw": "drew"}.get(why.code, why.code)
        return lexicon.say(f"plan.{code}", **gaps)
    code = "ready_station" if why.code == "ready" and why.track is None else why.code
    return lexicon.say(f"plan.ask.{code}", **gaps)


def example_line(view: View, lexicon: Lexicon) -> str:
    """A line of a plan as one would write it."""
    track = next(iter(view.board.tracks.values()))
    return _Writer(view, lexicon).say("connect", a=track.a, b=track.b)


class _Writer:
    def __init__(self, view: View, lexicon: Lexicon) -> None:
        self.view, self.lexicon = view, lexicon
        self.words = vocabulary_for(lexicon)

    def say(self, key: str, **gaps: object) -> str:
        return self.lexicon.phrases[key][0].format_map(gaps)

    def aim(self, aim: Aim) -> str:
        match aim:
            case FirstOpen(aims):
                return f", {self.say('else')} ".join(self.aim(one) for one in aims)
            case EitherOf(aims):
                either = f" {self.say('or')} ".join(self.aim(one) for one in aims)
                return self.say("either", aims=either)
        return self._part(aim, AIMS)

    def answers(self, answers: Answers) -> Iterator[str]:
        say, draws = self.say, answers.draws
        parts = [say("draws")]
        if draws.colours:
            parts.append(say("colours", colours=" ".join(map(self.lexicon.word, draws.colours))))
        parts.append(say("locomotives" if draws.locomotives else "no_locomotives"))
        parts.append(say(f"blind_{draws.blind}"))
        yield ", ".join(parts)
        if answers.first_card is not None:
            yield say("first_card", place=self.lexicon.word(answers.first_card))
        if self.view.board.has_tunnels or answers.tunnel_extra != Answers().tunnel_extra:
            yield say("tunnels", n=answers.tunnel_extra)
        stops = f", {say('or')} ".join(self._part(stop, STOPS) for stop in answers.stops)
        yield say("ask", stops=stops) if stops else say("ask_never")

    def _part(self, part: object, table: Mapping[str, Says]) -> str:
        key = key_of(part, table)
        gaps = table[key].gaps
        return self.say(key, **{gap: self._gap(gap, getattr(part, gaps[gap])) for gap in gaps})

    def _gap(self, gap: str, value: Any) -> object:
        match gap:
            case "route":
                return routes.write_route(self.view.board.tracks[value], self.view, self.words)
            case "ticket":
                ticket = self.view.board.tickets[value]
                return value if ticket.far else f"{ticket.a} {self.lexicon.word('to')} {ticket.b}"
            case "colour":
                return self.lexicon.word(value)
            case "player":
                return value + 1
            case "date":
                return value[:10]
        return value
