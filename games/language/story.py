"""Sentences of the story of a game, in the active language, from the facts of :mod:`engine.ending`.

The same facts always make the same sentences: which of two wordings a fact has follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.board import Board
from engine.ending import facts
from engine.ending.facts import Fact, Side
from engine.ending.story import Story
from engine.text.phrases import ticket_name
from games.language.amounts import in_cards, in_points, in_spaces, listed, signed
from games.language.mechanics import completed_without_a_way, decided_by


@dataclass(frozen=True, slots=True)
class StoryTeller:
    """Says facts about a game on this board; ``names`` are those of the seats."""

    board: Board
    names: Sequence[str]

    def paragraphs(self, story: Story, *, handed_over: Iterable[int] = ()) -> list[str]:
        """The story: its beginning and course, and its end. A seat may have changed hands."""
        changed = tuple(facts.HandedOver(seat) for seat in handed_over)
        parts = [(*story.opening, *story.course), (*changed, *story.end)]
        return [" ".join(self.sentence(fact) for fact in part) for part in parts if part]

    def sentence(self, fact: Fact) -> str:
        """One fact as a sentence."""
        text = self._sentence(fact)
        # A team is at the beginning of a sentence as "the team of …".
        return text[0].upper() + text[1:] if not text.startswith(tuple(self.names)) else text

    def _sentence(self, fact: Fact) -> str:
        match fact:
            case facts.KeptTickets() | facts.FirstTracks() | facts.FirstCompleted():
                return self._beginning(fact)
            case facts.DearestClaim() | facts.Blocked() | facts.TunnelDecided():
                return self._claim(fact)
            case facts.LeadChanged() | facts.NeverCaught() | facts.LongWait() | facts.FullHand():
                return self._course(fact)
            case facts.RowCleared() | facts.BulletsGone() | facts.TookBack() | facts.HandedOver():
                return self._event(fact)
            case facts.FinalRound() | facts.RanDry() | facts.EndedEarly():
                return self._last_turn(fact)
            case facts.LongestPath() | facts.MostConnected() | facts.MostProgress():
                return self._bonus(fact)
            case facts.MostCompleted() | facts.MostTours():
                return self._bonus_of_tickets(fact)
            case facts.AllCompleted() | facts.DearestFailed():
                return self._tickets(fact)
            case facts.Decided():
                return self._decided(fact)
            case facts.Won():
                return self._won(fact)

    def _beginning(self, fact: facts.KeptTickets | facts.FirstTracks | facts.FirstCompleted) -> str:
        match fact:
            case facts.KeptTickets(_, count, True):
                return ngettext(
                    "Everybody began with %(count)d ticket.",
                    "Everybody began with %(count)d tickets.",
                    count,
                ) % {"count": count}
            case facts.KeptTickets(seats, count, _):
                return _("The most tickets at the start were kept by %(who)s: %(count)d.") % {
                    "who": self._seats(seats),
                    "count": count,
                }
            case facts.FirstTracks(seat, track, turn, bullet):
                if bullet:
                    text = _("%(who)s placed the first bullet train in turn %(turn)d: %(route)s.")
                elif _variant(fact):
                    text = _("The first route of the game was %(route)s, claimed by %(who)s.")
                else:
                    text = _("%(who)s laid the first trains in turn %(turn)d: %(route)s.")
                return text % {
                    "who": self.names[seat],
                    "route": self._route(track),
                    "turn": turn,
                }
            case facts.FirstCompleted(side, ticket, turn):
                text = (
                    _("%(who)s completed the first ticket in turn %(turn)d: %(ticket)s.")
                    if _variant(fact)
                    else _(
                        "The first completed ticket was %(ticket)s, by %(who)s in turn %(turn)d."
                    )
                )
                return text % {
                    "who": self._side(side),
                    "ticket": self._ticket(ticket),
                    "turn": turn,
                }

    def _claim(self, fact: facts.DearestClaim | facts.Blocked | facts.TunnelDecided) -> str:
        gaps = {
            "who": self.names[fact.seat],
            "route": self._route(fact.track),
            "turn": fact.turn,
        }
        match fact:
            case facts.DearestClaim():
                text = (
                    _(
                        "In turn %(turn)d %(who)s claimed %(route)s for %(points)s: nothing scored "
                        "more."
                    )
                    if _variant(fact)
                    else _("Nothing scored more than %(route)s: %(points)s for %(who)s.")
                )
                return text % {**gaps, "points": in_points(fact.points)}
            case facts.Blocked(after=None):
                text = (
                    completed_without_a_way()
                    if fact.completed
                    else _(
                        "In turn %(turn)d %(who)s claimed %(route)s, and no way was left for "
                        "%(ticket)s, a ticket of %(other)s."
                    )
                )
                return text % {
                    **gaps,
                    "ticket": self._ticket(fact.ticket),
                    "other": self._side(fact.side),
                }
            case facts.Blocked():
                return self._detour(fact, gaps)
            case facts.TunnelDecided():
                text = (
                    _("The tunnel %(route)s cost %(who)s %(cards)s in turn %(turn)d.")
                    if fact.built
                    else _("%(who)s withdrew from the tunnel %(route)s, which asked for %(cards)s.")
                )
                cards = ngettext("%(count)d extra card", "%(count)d extra cards", fact.asks)
                return text % {**gaps, "cards": cards % {"count": fact.asks}}

    def _detour(self, fact: facts.Blocked, gaps: dict[str, object]) -> str:
        assert fact.after is not None
        text = (
            _(
                "When %(who)s claimed %(route)s in turn %(turn)d, %(other)s needed %(after)s "
                "instead of %(before)d for %(ticket)s, and completed it all the same."
            )
            if fact.completed
            else _(
                "When %(who)s claimed %(route)s in turn %(turn)d, %(other)s needed %(after)s "
                "instead of %(before)d for %(ticket)s, and never completed it."
            )
        )
        return text % {
            **gaps,
            "other": self._side(fact.side),
            "ticket": self._ticket(fact.ticket),
            "before": fact.before,
            "after": in_spaces(fact.after),
        }

    def _course(
        self, fact: facts.LeadChanged | facts.NeverCaught | facts.LongWait | facts.FullHand
    ) -> str:
        match fact:
            case facts.LeadChanged(times, side, turn):
                text = ngettext(
                    "The lead on the board changed once: in turn %(turn)d it went to %(who)s.",
                    "The lead on the board changed %(times)d times, the last time in turn "
                    "%(turn)d, to %(who)s.",
                    times,
                )
                return text % {"times": times, "turn": turn, "who": self._side(side)}
            case facts.NeverCaught(side, turn):
                text = _(
                    "Only %(who)s ever led alone on the board, for the first time in turn %(turn)d."
                )
                return text % {"who": self._side(side), "turn": turn}
            case facts.LongWait(seat, turns, turn):
                text = _("%(who)s laid no trains for %(turns)s in a row, up to turn %(turn)d.")
                words = ngettext("%(count)d turn", "%(count)d turns", turns) % {"count": turns}
                return text % {"who": self.names[seat], "turns": words, "turn": turn}
            case facts.FullHand(seat, cards, turn):
                text = (
                    _("The largest hand was that of %(who)s, with %(cards)s in turn %(turn)d.")
                    if _variant(fact)
                    else _("%(who)s had the largest hand: %(cards)s in turn %(turn)d.")
                )
                return text % {"who": self.names[seat], "cards": in_cards(cards), "turn": turn}

    def _event(
        self, fact: facts.RowCleared | facts.BulletsGone | facts.TookBack | facts.HandedOver
    ) -> str:
        match fact:
            case facts.RowCleared(times):
                return ngettext(
                    "Locomotives cleared the row once.",
                    "Locomotives cleared the row %(times)d times.",
                    times,
                ) % {"times": times}
            case facts.BulletsGone(seat, turn):
                return _("%(who)s placed the last bullet train in turn %(turn)d.") % {
                    "who": self.names[seat],
                    "turn": turn,
                }
            case facts.TookBack(times):
                return ngettext(
                    "A director took the game back once.",
                    "A director took the game back %(times)d times.",
                    times,
                ) % {"times": times}
            case facts.HandedOver(seat):
                return _("%(who)s took the seat over during the game.") % {"who": self.names[seat]}

    def _last_turn(self, fact: facts.FinalRound | facts.RanDry | facts.EndedEarly) -> str:
        match fact:
            case facts.FinalRound(seat, turn):
                text = (
                    _("After turn %(turn)d came the final round, in which %(who)s played last.")
                    if _variant(fact)
                    else _("The final round began after turn %(turn)d; %(who)s played last.")
                )
                return text % {"who": self.names[seat], "turn": turn}
            case facts.RanDry(turn):
                return _("In turn %(turn)d play had come to a standstill, and the game ended.") % {
                    "turn": turn
                }
            case facts.EndedEarly(turn):
                return _("The game was ended early, in turn %(turn)d.") % {"turn": turn}

    def _bonus(self, fact: facts.LongestPath | facts.MostConnected | facts.MostProgress) -> str:
        points = in_points(fact.points)
        who = self._sides(fact.sides)
        match fact:
            case facts.LongestPath(length=length):
                text = ngettext(
                    "The longest path, %(spaces)s, earned %(points)s for %(who)s.",
                    "The longest path, %(spaces)s, earned %(points)s each for %(who)s.",
                    len(fact.sides),
                )
                return text % {"who": who, "spaces": in_spaces(length), "points": points}
            case facts.MostConnected(cities=cities):
                text = ngettext(
                    "The most connected cities, %(cities)d, earned %(points)s for %(who)s.",
                    "The most connected cities, %(cities)d, earned %(points)s each for %(who)s.",
                    len(fact.sides),
                )
                return text % {"who": who, "cities": cities, "points": points}
            case facts.MostProgress(progress=progress):
                text = ngettext(
                    "The most progress with bullet trains, %(progress)d, was worth %(points)s to "
                    "%(who)s.",
                    "The most progress with bullet trains, %(progress)d, was worth %(points)s each "
                    "to %(who)s.",
                    len(fact.sides),
                )
                return text % {"who": who, "progress": progress, "points": points}

    def _bonus_of_tickets(self, fact: facts.MostCompleted | facts.MostTours) -> str:
        gaps = {"who": self._sides(fact.sides), "points": in_points(fact.points)}
        match fact:
            case facts.MostCompleted(completed=completed):
                text = ngettext(
                    "The most completed tickets, %(count)d, earned %(points)s for %(who)s.",
                    "The most completed tickets, %(count)d, earned %(points)s each for %(who)s.",
                    len(fact.sides),
                )
                return text % {**gaps, "count": completed}
            case facts.MostTours(tours=tours):
                text = ngettext(
                    "The most grand tours, %(count)d, earned %(points)s for %(who)s.",
                    "The most grand tours, %(count)d, earned %(points)s each for %(who)s.",
                    len(fact.sides),
                )
                return text % {**gaps, "count": tours}

    def _tickets(self, fact: facts.AllCompleted | facts.DearestFailed) -> str:
        match fact:
            case facts.AllCompleted(side, count):
                text = (
                    _("%(who)s completed both tickets.")
                    if count == 2
                    else _("%(who)s completed all %(count)d tickets.")
                )
                return text % {"who": self._side(side), "count": count}
            case facts.DearestFailed(side, ticket, points, spaces):
                gaps = {
                    "who": self._side(side),
                    "ticket": self._ticket(ticket),
                    "points": in_points(points),
                }
                if spaces is None:
                    text = _("%(ticket)s cost %(who)s %(points)s: in the end no way was left.")
                    return text % gaps
                text = _("%(ticket)s cost %(who)s %(points)s, with %(spaces)s missing.")
                return text % {**gaps, "spaces": in_spaces(spaces)}

    def _decided(self, fact: facts.Decided) -> str:
        gaps = {
            "who": self._side(fact.winner),
            "other": self._side(fact.other),
            "own": fact.routes[0],
            "others": fact.routes[1],
            "won": signed(fact.tickets[0]),
            "lost": signed(fact.tickets[1]),
        }
        match fact.by:
            case "routes":
                text = (
                    _("%(who)s was ahead with %(own)d on the board, and stayed so to the end.")
                    if _variant(fact)
                    else _(
                        "With %(own)d points %(who)s led on the board, and nothing changed that."
                    )
                )
            case "tickets":
                text = _(
                    "On the board it was %(others)d for %(other)s and %(own)d for %(who)s; the "
                    "tickets, with %(lost)s and %(won)s, decided the game."
                )
            case "bonuses":
                text = _("Routes and tickets weren't enough for %(who)s: the bonuses decided.")
            case "completed":
                text = _(
                    "%(who)s and %(other)s had equal points; the number of completed tickets "
                    "decided."
                )
            case tie_break:
                text = decided_by(tie_break)
        return text % gaps

    def _won(self, fact: facts.Won) -> str:
        points = in_points(fact.total)
        if len(fact.sides) > 1:
            text = _("The victory is shared, with %(points)s each: %(who)s.")
            return text % {"who": self._sides(fact.sides), "points": points}
        gaps = {"who": self._side(fact.sides[0]), "points": points}
        if not fact.margin:
            return _("%(who)s won with %(points)s.") % gaps
        text = _("%(who)s won with %(points)s, %(margin)d more than %(other)s.")
        return text % {**gaps, "margin": fact.margin, "other": self._sides(fact.next_sides)}

    def _side(self, side: Side) -> str:
        """The name of a side; a team is one thing, so that verbs need no plural."""
        if len(side) == 1:
            return self.names[side[0]]
        return _("the team of %(names)s") % {"names": self._seats(side)}

    def _sides(self, sides: Sequence[Side]) -> str:
        return listed([self._side(side) for side in sides])

    def _seats(self, seats: Iterable[int]) -> str:
        return listed([self.names[seat] for seat in seats])

    def _route(self, track: str) -> str:
        way = self.board.tracks[track]
        return f"{self.board.cities[way.a].name} – {self.board.cities[way.b].name}"

    def _ticket(self, ticket: str) -> str:
        return ticket_name(self.board, ticket)


def _variant(fact: Fact) -> int:
    """0 or 1, the same for the same fact."""
    return crc32(repr(fact).encode()) % 2
