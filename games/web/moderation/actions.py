"""What can be decided in a game: a form for each, with what it says and what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

import engine
from games import log
from games.clock.models import Miss
from games.moderation.adjudicate import adjudicate
from games.moderation.excuse import excuse
from games.moderation.extend import extend
from games.moderation.nudge import nudge
from games.moderation.pause import pause, resume
from games.moderation.replace import replace
from games.moderation.roles import may_look
from games.moderation.void import proposed, void, withdraw_proposal
from games.moderation.warn import warn
from games.moderation.wording import day
from games.people.models import Person
from games.play.adjudicate import as_it_stands, sides_of
from games.tables.models import Game, GameStatus, Seat
from games.tables.naming import seat_name
from games.web.moderation.forms import (
    Choices,
    ExcuseForm,
    ExtendForm,
    MomentForm,
    PlacesForm,
    ReasonForm,
    ReplaceForm,
    SeatForm,
    UntilForm,
)
from games.web.moderation.moments import moments_of
from games.web.parts.words import joined

Data = QueryDict | None
Run = Callable[[Person, Game, Any, datetime], object]


@dataclass(frozen=True, slots=True)
class Action:
    """One form of the page: its name in the address, its title, what it means, and its deed.

    One without ``run`` leads to a page that shows first what would happen. A ``grave`` one cannot
    be undone.
    """

    key: str
    title: str
    about: str
    button: str
    form: forms.Form
    run: Run | None = None
    grave: bool = False


def actions_in(game: Game, person: Person) -> list[Action]:
    """Gets what a person may decide in a game now."""
    found = [make(game, person, None) for make in _ACTIONS.values()]
    return [action for action in found if action is not None]


def action_in(game: Game, person: Person, key: str, data: QueryDict) -> Action | None:
    """Gets one of them with the data of its form, None if it cannot be done (any more)."""
    make = _ACTIONS.get(key)
    return make(game, person, data) if make else None


def _nudge(game: Game, person: Person, data: Data) -> Action | None:
    waiting = game.seats.filter(decision__isnull=False, person__isnull=False)
    if not _runs(game) or not waiting.exists():
        return None
    return Action(
        "nudge",
        _("Nudge"),
        _("Asks those who are to move to do so, with your words. All players hear of it."),
        _("Nudge"),
        ReasonForm(data, auto_id="nudge-%s"),
        lambda actor, table, form, now: nudge(
            actor=actor, game=table, reason=form.cleaned_data["reason"], now=now
        ),
    )


def _extend(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game):
        return None
    waiting = [seat for seat in _seats(game) if seat.opened_at is not None]
    return Action(
        "extend",
        _("Give more time"),
        _("Adds time to open turns, before the bank is touched."),
        _("Give the time"),
        ExtendForm(data, seats=_named(waiting), auto_id="extend-%s"),
        lambda actor, table, form, now: extend(
            actor=actor,
            game=table,
            by=form.by,
            seat=form.cleaned_data["seat"],
            reason=form.cleaned_data["reason"],
            now=now,
        ),
    )


def _pause(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game) or game.paused_at is not None:
        return None
    return Action(
        "pause",
        _("Pause"),
        _("Takes all deadlines off the game. Moves can still be made."),
        _("Pause the game"),
        UntilForm(data, auto_id="pause-%s"),
        lambda actor, table, form, now: pause(
            actor=actor,
            game=table,
            until=form.cleaned_data["until"],
            reason=form.cleaned_data["reason"],
            now=now,
        ),
    )


def _resume(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game) or game.paused_at is None:
        return None
    return Action(
        "resume",
        _("End the pause"),
        _("Everybody has the time left that they had when the pause began."),
        _("Let the game go on"),
        ReasonForm(data, auto_id="resume-%s"),
        lambda actor, table, form, now: resume(
            actor=actor, game=table, reason=form.cleaned_data["reason"], now=now
        ),
    )


def _excuse(game: Game, person: Person, data: Data) -> Action | None:
    misses = Miss.objects.filter(game=game, excused_at=None).order_by("-at")
    names = {seat.number: seat_name(seat) for seat in _seats(game)}
    choices = [
        (f"{miss.seat}-{miss.decision}", f"{names[miss.seat]}, {day(miss.due_at)}")
        for miss in misses
    ]
    if not _runs(game) or not choices:
        return None

    def run(actor: Person, table: Game, form: Any, now: datetime) -> object:
        seat, decision = map(int, form.cleaned_data["miss"].split("-"))
        reason = form.cleaned_data["reason"]
        return excuse(actor=actor, game=table, seat=seat, decision=decision, reason=reason, now=now)

    return Action(
        "excuse",
        _("Excuse a missed turn"),
        _("The miss stays in the log, and does not count against the player's reliability."),
        _("Excuse it"),
        ExcuseForm(data, misses=choices, auto_id="excuse-%s"),
        run,
    )


def _warn(game: Game, person: Person, data: Data) -> Action | None:
    players = [seat for seat in _seats(game) if seat.person is not None]
    if not players:
        return None

    def run(actor: Person, table: Game, form: Any, now: datetime) -> object:
        seat = table.seats.select_related("person").get(number=form.cleaned_data["seat"])
        assert seat.person is not None
        reason = form.cleaned_data["reason"]
        return warn(actor=actor, person=seat.person, game=table, reason=reason, now=now)

    return Action(
        "warn",
        _("Warn a player"),
        _("Only that player hears of it. It is kept with the account."),
        _("Warn"),
        SeatForm(data, seats=_named(players), auto_id="warn-%s"),
        run,
    )


def _replace(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game):
        return None
    return Action(
        "replace",
        _("Replace a player"),
        _("Cards, tickets and score stay with the seat. Links in the mails of the former die."),
        _("Replace"),
        ReplaceForm(data, seats=_named(_seats(game)), auto_id="replace-%s"),
        lambda actor, table, form, now: replace(
            actor=actor,
            game=table,
            seat=form.cleaned_data["seat"],
            by=form.substitute,
            reason=form.cleaned_data["reason"],
            now=now,
        ),
    )


def _take_back(game: Game, person: Person, data: Data) -> Action | None:
    choices = moments_of(game) if _runs(game) else []
    if not choices:
        return None
    return Action(
        "take-back",
        _("Take moves back"),
        _(
            "The game goes back to an earlier moment. The log keeps everything, names those who"
            " have seen something hidden since, and all unseen piles are shuffled anew."
        ),
        _("Look at what that means"),
        MomentForm(data, moments=choices, auto_id="take-back-%s"),
    )


def _adjudicate(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game):
        return None
    sides = sides_of(engine.view(log.load(game), None))
    names = {seat.number: seat_name(seat) for seat in _seats(game)}
    return Action(
        "adjudicate",
        _("Adjudicate"),
        _(
            "Ends the game with a result. Filled in are the places by the points on the board."
            " Everything hidden is shown to everybody, so this cannot be undone."
        ),
        _("End the game with this result"),
        PlacesForm(
            data,
            sides=[joined(names[seat] for seat in side.seats) for side in sides],
            places=as_it_stands(sides),
            auto_id="adjudicate-%s",
        ),
        lambda actor, table, form, now: adjudicate(
            actor=actor,
            game=table,
            places=form.places,
            reason=form.cleaned_data["reason"],
            now=now,
        ),
        grave=True,
    )


def _void(game: Game, person: Person, data: Data) -> Action | None:
    proposal = proposed(game)
    mine = proposal is not None and proposal.actor_id == person.pk
    if game.status not in (GameStatus.RUNNING, GameStatus.FINISHED) or mine:
        return None
    about = _("The game counts for nothing any more. This cannot be undone.")
    button = _("Void the game")
    if game.rated and proposal is None:
        about += " " + _("It is rated, so somebody else in office must confirm it.")
        button = _("Propose to void the game")
    elif game.rated:
        about += " " + _("Somebody has proposed it; you would confirm it.")
        button = _("Confirm: void the game")
    return Action(
        "void",
        _("Void"),
        about,
        button,
        ReasonForm(data, auto_id="void-%s"),
        lambda actor, table, form, now: void(
            actor=actor, game=table, reason=form.cleaned_data["reason"], now=now
        ),
        grave=True,
    )


def _withdraw(game: Game, person: Person, data: Data) -> Action | None:
    if proposed(game) is None:
        return None
    return Action(
        "withdraw-void",
        _("Do not void"),
        _("Takes the proposal to void the game off the table."),
        _("Withdraw the proposal"),
        ReasonForm(data, auto_id="withdraw-void-%s"),
        lambda actor, table, form, now: withdraw_proposal(
            actor=actor, game=table, reason=form.cleaned_data["reason"], now=now
        ),
    )


def _look(game: Game, person: Person, data: Data) -> Action | None:
    if not _runs(game) or not may_look(person, game):
        return None
    return Action(
        "look",
        _("Look at hidden cards"),
        _(
            "Shows you the hands and tickets of all players. Each look is written down with your"
            " name and reason, and the players read that when the game is over."
        ),
        _("Show me the cards, and write it down"),
        ReasonForm(data, auto_id="look-%s"),
        grave=True,
    )


_ACTIONS: Final[Mapping[str, Callable[[Game, Person, Data], Action | None]]] = {
    "nudge": _nudge,
    "extend": _extend,
    "pause": _pause,
    "resume": _resume,
    "excuse": _excuse,
    "warn": _warn,
    "replace": _replace,
    "take-back": _take_back,
    "look": _look,
    "adjudicate": _adjudicate,
    "void": _void,
    "withdraw-void": _withdraw,
}


def _runs(game: Game) -> bool:
    return game.status == GameStatus.RUNNING


def _seats(game: Game) -> list[Seat]:
    return list(game.seats.select_related("person").order_by("number"))


def _named(seats: list[Seat]) -> Choices:
    return [(str(seat.number), seat_name(seat)) for seat in seats]
