"""Plans written as text, and sentences about what they did or ask (docs/plans.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.plans.evaluation import Answer, Step
from engine.plans.model import (
    AfterTurns,
    Aim,
    AimDone,
    AimLost,
    Answers,
    BuildBullets,
    CardsInHand,
    ClaimAt,
    ClaimOn,
    ClaimTrack,
    CompleteTicket,
    CompleteTickets,
    ConnectCities,
    DrawTurns,
    EitherOf,
    FewTrains,
    FirstOpen,
    HoldCards,
    LocomotiveFaceUp,
    OnDate,
    PilesShuffled,
    Plan,
    SomebodyWrote,
    StationIn,
    StopRule,
)
from engine.text import routes
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon
from engine.text.vocabulary import vocabulary_for
from engine.view import View

PLAIN_STOPS: Final[Mapping[str, StopRule]] = {
    "aim_lost": AimLost(),
    "aim_done": AimDone(),
    "locomotive_face_up": LocomotiveFaceUp(),
    "shuffled": PilesShuffled(),
    "wrote": SomebodyWrote(),
}
"""The reasons to ask that have no gap, by the key of their text."""


def write_plan(plan: Plan, view: View, lexicon: Lexicon = ENGLISH) -> str:
    """The text of a plan, which reads back as the same plan.

    >>> import engine
    >>> board, chance = engine.load_board("usa"), engine.Chance.from_seed(7)
    >>> game = engine.replay(board, engine.setup_events(board, seats=2, chance=chance))
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
    >>> from engine.plans.model import Memory
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
        say = self.say
        match aim:
            case FirstOpen(aims):
                return f", {say('else')} ".join(self.aim(one) for one in aims)
            case EitherOf(aims):
                return say("either", aims=f" {say('or')} ".join(self.aim(one) for one in aims))
            case ClaimTrack(track, ""):
                return say("claim", route=self._route(track))
            case ClaimTrack(track, colour):
                return say("claim_with", route=self._route(track), colour=self.lexicon.word(colour))
            case ConnectCities(a, b):
                return say("connect", a=a, b=b)
            case CompleteTicket(ticket):
                return say("ticket", ticket=self._ticket(ticket))
            case CompleteTickets():
                return say("tickets")
            case StationIn(city):
                return say("station", city=city)
            case BuildBullets(count):
                return say("bullets", n=count)
            case HoldCards(count):
                return say("hold", n=count)
            case DrawTurns(count, blind):
                return say("draw_blind" if blind else "draw", n=count)

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
        stops = f", {say('or')} ".join(map(self._stop, answers.stops))
        yield say("ask", stops=stops) if stops else say("ask_never")

    def _stop(self, rule: StopRule) -> str:
        say = self.say
        match rule:
            case ClaimAt(city):
                return say("claim_at", city=city)
            case ClaimOn(track):
                return say("claim_on", route=self._route(track))
            case FewTrains(count, None):
                return say("few_trains", n=count)
            case FewTrains(count, seat):
                assert seat is not None
                return say("few_trains_of", n=count, player=seat + 1)
            case CardsInHand(count):
                return say("cards_in_hand", n=count)
            case AfterTurns(count):
                return say("after_turns", n=count)
            case OnDate(at):
                return say("on_date", date=at[:10])
        return say(next(key for key, plain in PLAIN_STOPS.items() if plain == rule))

    def _route(self, key: str) -> str:
        return routes.write_route(self.view.board.tracks[key], self.view, self.words)

    def _ticket(self, key: str) -> str:
        ticket = self.view.board.tickets[key]
        return key if ticket.far else f"{ticket.a} {self.lexicon.word('to')} {ticket.b}"
