"""Plans as text: a line for each aim, for how to draw, and for when to ask (docs/plans.md).

The lines of a language are templates with gaps (``plans.toml``), by which a plan is both written
and read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, Final

from engine.cards import COLOURS, LOCOMOTIVE
from engine.errors import InvalidAction
from engine.plans.model import (
    Aim,
    Answers,
    DrawTurns,
    EitherOf,
    FirstOpen,
    HoldCards,
    Plan,
    SingleAim,
    StopRule,
)
from engine.plans.validation import check_plan
from engine.text import routes
from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, clip, normalise
from engine.text.plan_lines import AIMS, STOPS, Says, example_line
from engine.text.vocabulary import PLACES, Vocabulary, vocabulary_for
from engine.view import View

MOST_LINES: Final = 40
MOST_CHARACTERS: Final = 4000
_GAPS: Final[Mapping[str, str]] = {
    "n": r"\d{1,3}",
    "player": r"\d{1,2}",
    "date": r"\d{4}-\d\d-\d\d",
}
DRAWS: Final[Mapping[str, Mapping[str, Any]]] = {
    "colours": {},
    "locomotives": {"locomotives": True},
    "no_locomotives": {"locomotives": False},
    "blind_never": {"blind": "never"},
    "blind_useless": {"blind": "useless"},
    "blind_always": {"blind": "always"},
}
"""What the parts of the line about draws say."""


def begins_plan(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a text begins with the word for a plan."""
    return after_plan_word(text, lexicon) is not None


def after_plan_word(text: str, lexicon: Lexicon = ENGLISH) -> str | None:
    """The plain text behind the word for a plan; None where a text does not begin with it.

    >>> after_plan_word("Plan: connect Miami with Boston")
    'connect miami with boston'
    >>> after_plan_word("plans are nothing")
    """
    plain = normalise(text)
    words = "|".join(re.escape(word) for both in _both(lexicon) for word in both["plan"])
    found = re.match(rf"[\s.,;]*(?:{words})(?![\w-])[\s.,:;!]*", plain)
    return plain[found.end() :] if found else None


def asked_of_plan(text: str, lexicon: Lexicon = ENGLISH) -> str:
    """What a plain text behind the word for a plan asks: "pause", "go_on", or "" for neither."""
    text = text.strip(" .,!")
    for phrases in _both(lexicon):
        for key in ("pause", "go_on"):
            if text in phrases[key]:
                return key
    return ""


def check_plan_line(text: str, view: View, lexicon: Lexicon = ENGLISH) -> None:
    """Refuse a text that is no line of a plan.

    :raises InvalidAction: "plan.line" if it is like none, else what is wrong with it.
    """
    reader = _Reader(view, lexicon)
    with _example_in_errors(view, lexicon):
        if len(text) > MOST_CHARACTERS:
            raise InvalidAction("plan.line", text=clip(text))
        for line in _lines(text):
            if reader.answers(line, Answers()) is None:
                reader.aim(line)


def read_plan(
    text: str, view: View, lexicon: Lexicon = ENGLISH, usual: Answers | None = None
) -> Plan:
    """The plan of a text that begins with "plan", for the view's own seat.

    What the text does not answer is answered as ``usual``.

    :raises InvalidAction: if a line cannot be read, or the seat could never follow it.
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidAction("plan.too_long", most=MOST_LINES)
    reader, answers = _Reader(view, lexicon), usual or Answers()
    aims: list[Aim] = []
    with _example_in_errors(view, lexicon):
        below = after_plan_word(text, lexicon)
        lines = _lines(text if below is None else below)
        if len(lines) > MOST_LINES:
            raise InvalidAction("plan.too_long", most=MOST_LINES)
        for line in lines:
            changed = reader.answers(line, answers)
            if changed is not None:
                answers = changed
            else:
                aims.append(reader.aim(line))
        plan = Plan(tuple(aims), answers)
        check_plan(plan, view)
    return plan


@contextmanager
def _example_in_errors(view: View, lexicon: Lexicon) -> Iterator[None]:
    """Add an example in the words of the writer, which the rules do not know."""
    try:
        yield
    except InvalidAction as error:
        example = example_line(view, lexicon)
        if error.message == "plan.stop":
            example = lexicon.phrases["after_turns"][0].format(n=8)
        error.params = {"example": example, **error.params}
        raise


def _lines(text: str) -> list[str]:
    lines = (line.strip(" .,;") for line in re.split(r"[\n;]", normalise(text)))
    return [line for line in lines if line]


class _Reader:
    def __init__(self, view: View, lexicon: Lexicon) -> None:
        self.view, self.lexicon = view, lexicon
        self.words: Vocabulary = vocabulary_for(lexicon)

    def aim(self, line: str) -> Aim:
        options = self._split(line, "else")
        if len(options) > 1:
            return FirstOpen(tuple(self._single(option) for option in options))
        if either := self._match(line, ("either",)):
            parts = self._split(either["aims"], "or")
            return EitherOf(tuple(self._single(part) for part in parts))
        return self._line(line)

    def _single(self, text: str) -> SingleAim:
        aim = self._line(text)
        if isinstance(aim, DrawTurns | HoldCards | FirstOpen | EitherOf):
            raise InvalidAction("plan.line", text=clip(text))
        return aim

    def _line(self, text: str) -> Aim:
        aim: Aim = self._part(text, AIMS, InvalidAction("plan.line", text=clip(text)))
        return aim

    def _part(self, text: str, table: Mapping[str, Says], fault: InvalidAction) -> Any:
        """The part that a text says, by the first template whose gaps make sense."""
        error: InvalidAction | None = None
        for key, gaps in matches(text, table, self.lexicon):
            says = table[key]
            try:
                values = {name: self._value(gap, gaps) for gap, name in says.gaps.items()}
                return says.kind(**values, **says.fixed)
            except InvalidAction as refused:
                error = error or refused
        raise error or fault

    def _value(self, gap: str, gaps: Mapping[str, str]) -> Any:
        """The value of the field that a gap fills."""
        text = gaps[gap]
        match gap:
            case "route":
                return self._track(text, self._value("colour", gaps) if "colour" in gaps else "")
            case "colour":
                colour = self.words.meaning(text, COLOURS)
                if colour is None:
                    raise InvalidAction("plan.line", text=clip(text))
                return colour
            case "ticket":
                return self._ticket(text)
            case "n":
                return int(text)
            case "player":
                seat = int(text) - 1
                if not 0 <= seat < self.view.seats:
                    raise InvalidAction("order.player", players=self.view.seats)
                return seat
            case "date":
                return f"{text}T00:00:00+00:00"
        return self._city(text)

    def answers(self, line: str, answers: Answers) -> Answers | None:
        """The answers with what a line says of them, None where it is about something else."""
        if found := self._match(line, ("tunnels",)):
            return replace(answers, tunnel_extra=int(found["n"]))
        if found := self._match(line, ("first_card",)):
            place = self.words.meaning(found["place"], PLACES)
            if place is None:
                raise InvalidAction("plan.line", text=clip(line))
            return replace(answers, first_card="rack" if place == "rack" else "hand")
        if self._match(line, ("ask_never",)) is not None:
            return replace(answers, stops=())
        if found := self._match(line, ("ask",)):
            stops = found["stops"]
            for words in _both(self.lexicon):
                for word in words["or_fewer"]:
                    stops = stops.replace(f" {word}", "")
            parts = self._split(stops, "or")
            return replace(answers, stops=tuple(self._stop(part) for part in parts))
        head, *rest = [part.strip() for part in line.split(",")]
        if self._match(head, ("draws",)) is not None:
            for part in rest:
                answers = self._draws(part, answers)
            return answers
        return None

    def _draws(self, text: str, answers: Answers) -> Answers:
        for key, gaps in matches(text, DRAWS, self.lexicon):
            changed = DRAWS[key]
            if key == "colours":
                names = re.split(r"[\s,]+", gaps["colours"])
                named = [name for name in names if not self.words.meaning(name, ("and",))]
                colours = [self.words.meaning(name, (*COLOURS, LOCOMOTIVE)) for name in named]
                if None in colours:
                    continue
                changed = {"colours": tuple(colours)}
            return replace(answers, draws=replace(answers.draws, **changed))
        raise InvalidAction("plan.line", text=clip(text))

    def _stop(self, text: str) -> StopRule:
        for words in _both(self.lexicon):
            for word in words["if"]:
                text = text.removeprefix(f"{word} ")
        rule: StopRule = self._part(text, STOPS, InvalidAction("plan.stop", text=clip(text)))
        return rule

    def _track(self, text: str, colour: str = "") -> str:
        tracks = routes.find_tracks(self.view, text, self.words)
        fits: routes.Fits = lambda track: not colour or track.colour in (colour, "gray")  # noqa: E731
        return routes.choose_track(self.view, tracks, fits, self.words).id

    def _city(self, text: str) -> str:
        return routes.find_city(self.view.board, text)

    def _ticket(self, text: str) -> str:
        view = self.view
        assert view.seat is not None
        held = view.tickets_with_rack(view.seat)
        if text in held:
            return text
        if text.isdecimal() and 0 < int(text) <= len(held):
            return held[int(text) - 1]
        for separator in self.words.pair.finditer(text):
            ends = {self._city(text[: separator.start()]), self._city(text[separator.end() :])}
            for key in held:
                ticket = view.board.tickets[key]
                if not ticket.far and {ticket.a, ticket.b} == ends:
                    return key
        raise InvalidAction("plan.ticket")

    def _split(self, text: str, key: str) -> list[str]:
        """The parts of a text between the words of a key, a comma before them or not."""
        either = "|".join(re.escape(word) for words in _both(self.lexicon) for word in words[key])
        # Each side has one white space: a run of them is one after normalisation.
        return [part.strip(" ,") for part in re.split(rf"[\s,](?:{either})\s", text)]

    def _match(self, text: str, keys: Iterable[str]) -> Mapping[str, str] | None:
        return next((gaps for _key, gaps in matches(text, keys, self.lexicon)), None)


def matches(
    text: str, keys: Iterable[str], lexicon: Lexicon
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The templates that a plain text follows: the key of each, and what fills its gaps."""
    for key in keys:
        for pattern in patterns_of(lexicon, key):
            if found := pattern.fullmatch(text):
                yield key, {name: value.strip() for name, value in found.groupdict().items()}


def _both(lexicon: Lexicon) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """The phrases of a language and of English, which is always read."""
    return (lexicon.phrases, ENGLISH.phrases)


@cache
def patterns_of(lexicon: Lexicon, key: str) -> tuple[re.Pattern[str], ...]:
    """The templates of a key as patterns, long ones first."""
    templates = {normalise(text) for phrases in _both(lexicon) for text in phrases[key]}
    by_length: Callable[[str], tuple[int, str]] = lambda text: (-len(text), text)  # noqa: E731
    return tuple(_pattern(text) for text in sorted(templates, key=by_length))


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    pattern = "".join(
        f"(?P<{part}>{_GAPS.get(part, '.+')})" if number % 2 else re.escape(part)
        for number, part in enumerate(parts)
    )
    return re.compile(pattern)
