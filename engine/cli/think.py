"""``think``: answer questions about games for a program that runs this one, such as the site.

A question is a line of JSON on standard input, its answer a line on standard output. The program
serves until its input ends; what it may take of memory and time is bounded from outside.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final

from engine import wire
from engine.board import load_board
from engine.bots import choose_action
from engine.bots.review import ReviewedDecision, hint, review
from engine.cli.common import Commands, limit, positive
from engine.events import Event
from engine.game import replay
from engine.view import View, view

Question = Mapping[str, Any]
Answer = dict[str, Any]


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "think", help="answer questions of a program about games, a line of JSON each"
    )
    parser.add_argument(
        "--max-megabytes", type=positive, metavar="N", help="use no more memory than N MB (Unix)"
    )
    parser.add_argument(
        "--nice", type=positive, metavar="N", default=0, help="give way to others (Unix)"
    )
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Answer line by line; 2 where there was not enough memory."""
    limit(None, options.max_megabytes)
    if options.nice:
        os.nice(options.nice)
    try:
        for line in sys.stdin:
            question = json.loads(line)
            # Where time runs out the system ends this process, whatever it is doing.
            _alarm(question.get("seconds", 0))
            answer = _answer(question)
            _alarm(0)
            print(json.dumps(answer), flush=True)
    except MemoryError:
        return 2
    return 0


def choose(question: Question) -> Answer:
    """The action of a bot, for the open decision of its seat."""
    dice = Random(bytes.fromhex(question["dice"]))
    return {"action": wire.encode_action(choose_action(question["bot"], seen(question), dice))}


def options(question: Question) -> Answer:
    """The options for the open decision of a seat, best first."""
    found = hint(seen(question), question["playouts"])
    return {"options": [option.as_data() for option in found]}


def begin_review(question: Question) -> Answer:
    """Begin the review of a seat; its decisions are asked for one by one."""
    _reviews[:] = [
        review(
            load_board(question["board"]),
            events_of(question),
            seats=[question["seat"]],
            playouts=question["playouts"],
            after=question["after"],
        )
    ]
    return {}


def next_reviewed(question: Question) -> Answer:
    """The next decision of the review that was begun last; None after the last one."""
    found = next(_reviews[0], None)
    return {"decision": found.as_data() if found else None}


def events_of(question: Question) -> list[Event]:
    """The log that a question is about, given as type, version and data of each event."""
    return [wire.decode(*stored) for stored in question["events"]]


def seen(question: Question) -> View:
    """The view of the seat in question; nothing else of the game goes any further."""
    state = replay(load_board(question["board"]), events_of(question))
    return view(state, question["seat"])


ANSWERS: Final[dict[str, Callable[[Question], Answer]]] = {
    "choose": choose,
    "options": options,
    "review": begin_review,
    "next": next_reviewed,
}
_reviews: Final[list[Iterator[ReviewedDecision]]] = []


def _answer(question: Question) -> Answer:
    # The caller cannot look into this process: the answer says what was wrong.
    try:
        return ANSWERS[question["ask"]](question)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001
        return {"error": f"{type(error).__name__}: {error}"[:500]}


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)
