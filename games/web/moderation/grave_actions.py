"""What can be decided in a game that shows cards, or cannot simply be undone."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games import log
from games.moderation.adjudicate import adjudicate, withdraw_adjudication
from games.moderation.roles import has_stake, may_look
from games.moderation.two_voices import ADJUDICATION, standing_proposal
from games.moderation.void import proposed, void, withdraw_proposal
from games.people.models import Person
from games.play.adjudicate import as_it_stands, sides_of
from games.tables.models import Game, GameStatus
from games.tables.naming import seat_name
from games.web.moderation.action import Action, Data, runs, seats_of
from games.web.moderation.carrying_out import reasoned
from games.web.moderation.forms import MomentForm, PlacesForm, ReasonForm
from games.web.moderation.moments import moments_of
from games.web.parts.words import joined


def take_back_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers to go back to an earlier moment, where there is one."""
    choices = moments_of(game) if runs(game) else []
    if not choices or _not_for(person, game, data):
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


def adjudicate_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers to end a game with a result, or to propose or confirm one."""
    proposal = standing_proposal(game, ADJUDICATION)
    mine = proposal is not None and proposal.actor_id == person.pk
    if not runs(game) or mine or _not_for(person, game, data):
        return None
    sides = sides_of(engine.view(log.load(game), None))
    names = {seat.number: seat_name(seat) for seat in seats_of(game)}
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
    return Action(
        "adjudicate",
        _("Adjudicate"),
        about,
        button,
        PlacesForm(
            data,
            sides=[joined(names[seat] for seat in side.seats) for side in sides],
            places=proposal.data["places"] if proposal else as_it_stands(sides),
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


def withdraw_result_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers to withdraw a proposed result."""
    if standing_proposal(game, ADJUDICATION) is None or _not_for(person, game, data):
        return None
    return Action(
        "withdraw-result",
        _("Do not adjudicate"),
        _("Takes the proposed result off the table."),
        _("Withdraw the proposal"),
        ReasonForm(data, auto_id="withdraw-result-%s"),
        reasoned(withdraw_adjudication, "game"),
    )


def void_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers to void a game, or to propose or confirm it."""
    proposal = proposed(game)
    mine = proposal is not None and proposal.actor_id == person.pk
    if game.status not in (GameStatus.RUNNING, GameStatus.FINISHED) or mine:
        return None
    if _not_for(person, game, data):
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
        reasoned(void, "game"),
        grave=True,
    )


def withdraw_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers to withdraw a proposal to void a game."""
    if proposed(game) is None or _not_for(person, game, data):
        return None
    return Action(
        "withdraw-void",
        _("Do not void"),
        _("Takes the proposal to void the game off the table."),
        _("Withdraw the proposal"),
        ReasonForm(data, auto_id="withdraw-void-%s"),
        reasoned(withdraw_proposal, "game"),
    )


def _not_for(person: Person, game: Game, data: Data) -> bool:
    """Whether a form is not shown to a person; who sends it anyway is told why not."""
    return data is None and has_stake(person, game)


def look_action(game: Game, person: Person, data: Data) -> Action | None:
    """Offers a look at the cards, to who may have one."""
    if not runs(game) or not may_look(person, game):
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
