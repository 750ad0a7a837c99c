"""The form of a wish, and the wishes of a person as pages show them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.functional import lazy
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from games.clock.core.terms import describe_terms
from games.common.durations import MINUTE, describe_duration
from games.language.boards import board_name
from games.lobby.pairing.models import Wish
from games.lobby.pairing.paces import PACES
from games.lobby.pairing.wishes import boards_for, others_waiting, usual_wait, wishes_of
from games.people.models import Person
from games.web.lobby.forms import board_choices, seat_choices

FIRST_CHOICE = {"board": "", "seats": 3, "pace": "3-days", "rated": True}


def any_or_board_choices() -> list[tuple[str, str]]:
    """Any board, and then each."""
    return [("", gettext("Any board")), *board_choices()]


def pace_choices() -> list[tuple[str, str]]:
    """The paces that can be wished for."""
    return [(key, describe_terms(pace.terms)) for key, pace in PACES.items()]


class PairForm(forms.Form):
    """What somebody would like to play with others who want the same."""

    board = forms.ChoiceField(
        label=_("Board"), choices=lazy(any_or_board_choices, list), required=False
    )
    seats = forms.TypedChoiceField(label=_("Players"), choices=lazy(seat_choices, list), coerce=int)
    pace = forms.ChoiceField(label=_("Time for each turn"), choices=lazy(pace_choices, list))
    rated = forms.BooleanField(label=_("Rated"), required=False)


def pair_me(person: Person) -> dict[str, Any]:
    """The form, filled in as last time, and the wishes: web/lobby/pair_me.html shows them."""
    rows = wishes_of(person)
    last = max(rows, key=lambda wish: wish.made_at, default=None)
    return {
        "form": PairForm(initial=FIRST_CHOICE if last is None else model_to_dict(last)),
        "waiting": [(wish, _in_words(wish)) for wish in rows if wish.ended_at is None],
        "ended": [(wish, _in_words(wish)) for wish in rows if wish.ended_at is not None],
    }


def _in_words(wish: Wish) -> str:
    """What a wish is for; of a board or a pace that is gone, the key."""
    known = wish.board in engine.board_names()
    parts = [
        board_name(engine.load_board(wish.board)) if known else wish.board or gettext("Any board"),
        ngettext("%(count)d player", "%(count)d players", wish.seats) % {"count": wish.seats},
        describe_terms(PACES[wish.pace].terms) if wish.pace in PACES else wish.pace,
    ]
    return " · ".join(parts if wish.rated else [*parts, gettext("not rated")])


def with_others(wish: Wish, words: str) -> dict[str, Any]:
    """A wish that waits, with how many others do, and how long others have waited lately."""
    moment = now()
    usual = usual_wait(wish, now=moment)
    return {
        "wish": wish,
        "words": words,
        "others": others_waiting(wish, now=moment),
        "usual": "" if usual is None else describe_duration(max(usual, MINUTE)),
    }


def board_meanwhile(wish: Wish) -> engine.Board | None:
    """A board for a game against bots in the meantime."""
    fitting = boards_for(wish.seats)
    key = wish.board if wish.board in fitting else next(iter(fitting), None)
    return engine.load_board(key) if key else None
