"""Decisions in a game that show cards or cannot simply be undone: a form for each."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games import log
from games.moderation.games.result import (
    ADJUDICATION,
    adjudicate,
    open_proposal,
    proposed_voiding,
    void,
    withdraw_adjudication,
    withdraw_voiding,
)
from games.moderation.roles import has_stake, may_look
from games.people.models import Person
from games.play.end_game import places_by_points, sides_of
from games.tables.models import Game, GameStatus
from games.tables.seat_names import seat_name
from games.web.moderation.action_forms import (
    ActionForm,
    Data,
    call_with_reason,
    is_running,
    seats_in_order,
)
from games.web.moderation.forms import PlacesForm, ReasonForm, ReturnPointForm
from games.web.moderation.presenters.return_points import return_points_of
from games.web.parts.phrases import joined


def take_back_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer to go back to an earlier moment, where there is one."""
    choices = return_points_of(game) if is_running(game) else []
    if not choices or _is_withheld(person, game, data):
        return None
    return ActionForm(
        "take-back",
        _("Take moves back"),
        _(
            "The game goes back to an earlier moment. The log keeps everything, names those who"
            " have seen something hidden since, and all unseen piles are shuffled anew."
        ),
        _("Look at what that means"),
        ReturnPointForm(data, moments=choices, auto_id="take-back-%s"),
    )


def adjudicate_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer to end a game with a result, or to propose or confirm one."""
    proposal = open_proposal(game, ADJUDICATION)
    mine = proposal is not None and proposal.actor_id == person.pk
    if not is_running(game) or mine or _is_withheld(person, game, data):
        return None
    sides = sides_of(engine.view(log.load(game), None))
    names = {seat.number: seat_name(seat) for seat in seats_in_order(game)}
    about = _("Everything hidden is shown to everybody, so this cannot be undone.")
    if proposal is not None:
        about = _("Filled in is what somebody has proposed; you would confirm it.") + " " + about
        button = _("Confirm: end the game with this result")
    elif game.rated:
        about += " " + _("Filled in are the places by the points on the board.")
        about += " " + _("It is rated, so somebody else in office must confirm it.")
        button = _("Propose this result")
    else:
        about += " " + _("Filled in are the places by the points on the board.")
        button = _("End the game with this result")
    return ActionForm(
        "adjudicate",
        _("Adjudicate"),
        about,
        button,
        PlacesForm(
            data,
            sides=[joined(names[seat] for seat in side.seats) for side in sides],
            places=proposal.data["places"] if proposal else places_by_points(sides),
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


def withdraw_adjudication_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer to withdraw a proposed result."""
    if open_proposal(game, ADJUDICATION) is None or _is_withheld(person, game, data):
        return None
    return ActionForm(
        "withdraw-result",
        _("Do not adjudicate"),
        _("Takes the proposed result off the table."),
        _("Withdraw the proposal"),
        ReasonForm(data, auto_id="withdraw-result-%s"),
        call_with_reason(withdraw_adjudication, "game"),
    )


def void_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer to void a game, or to propose or confirm it."""
    proposal = proposed_voiding(game)
    mine = proposal is not None and proposal.actor_id == person.pk
    if game.status not in (GameStatus.RUNNING, GameStatus.FINISHED) or mine:
        return None
    if _is_withheld(person, game, data):
        return None
    about = _("The game counts for nothing any more. This cannot be undone.")
    button = _("Void the game")
    if game.rated and proposal is None:
        about += " " + _("It is rated, so somebody else in office must confirm it.")
        button = _("Propose to void the game")
    elif game.rated:
        about += " " + _("Somebody has proposed it; you would confirm it.")
        button = _("Confirm: void the game")
    return ActionForm(
        "void",
        _("Void"),
        about,
        button,
        ReasonForm(data, auto_id="void-%s"),
        call_with_reason(void, "game"),
        grave=True,
    )


def withdraw_voiding_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer to withdraw a proposal to void a game."""
    if proposed_voiding(game) is None or _is_withheld(person, game, data):
        return None
    return ActionForm(
        "withdraw-void",
        _("Do not void"),
        _("Takes the proposal to void the game off the table."),
        _("Withdraw the proposal"),
        ReasonForm(data, auto_id="withdraw-void-%s"),
        call_with_reason(withdraw_voiding, "game"),
    )


def _is_withheld(person: Person, game: Game, data: Data) -> bool:
    """Whether a form is not shown to a person; who sends it anyway is told why not."""
    return data is None and has_stake(person, game)


def look_action(game: Game, person: Person, data: Data) -> ActionForm | None:
    """Offer a look at the cards, to who may have one."""
    if not is_running(game) or not may_look(person, game):
        return None
    return ActionForm(
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
