"""The lessons of each mechanic, and the course of a board.

The course has the lessons of the mechanics that the board file switches on. The active lesson is
the first one that has not ended and whose condition holds.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

import engine
from engine.actions import DrawTickets, Share
from games.practice.lessons.model import (
    Lesson,
    Mechanic,
    decides,
    did,
    drew,
    drew_twice,
    is_bullet,
    is_plain,
    is_tunnel,
    my_turn,
)
from games.practice.lessons.routes_and_tickets import ROUTES_AND_TICKETS

END: Final = Mechanic(
    lambda board: True,
    "",
    Lesson(
        0,
        "score",
        _("That was a whole game"),
        _(
            "Routes, tickets and bonuses make up the total; an incomplete ticket "
            "costs you its points."
        ),
        "score",
        lambda moment: moment.is_over,
    ),
)

TEAMS: Final = Mechanic(
    lambda board: board.teams is not None,
    _("partner and rack"),
    Lesson(
        2,
        "place",
        _("Hand or rack?"),
        _(
            "One of your two cards goes to your hand, the other to the rack. You and your"
            " partner both pay from the rack, and only you two see it."
        ),
        "decision",
        decides("place"),
        did("game.card_placed"),
    ),
    Lesson(
        20,
        "partner",
        _("You have a partner"),
        _(
            "You score together: your routes count for your partner's tickets, and "
            "theirs for yours. You both see the tickets in your team's rack."
        ),
        "tickets",
        lambda moment: my_turn(moment) and drew_twice(moment),
    ),
    Lesson(
        45,
        "share",
        _("Share a ticket"),
        _(
            "Your partner cannot see the tickets in your hand. Instead of another "
            "move you can put some in the rack, for good. You need not do it now."
        ),
        "decision",
        lambda moment: (
            moment.claimed()
            and any(moment.may(Share((ticket,))) for ticket in moment.view.tickets[0])
        ),
    ),
)

TUNNELS: Final = Mechanic(
    lambda board: any(map(is_tunnel, board.tracks.values())),
    _("tunnels"),
    Lesson(
        1,
        "tunnel-asks",
        _("The tunnel costs more"),
        _(
            "Each card of your colour and each locomotive turned up costs you one "
            "more card. Pay, or withdraw: you take your cards back and your turn "
            "ends."
        ),
        "decision",
        decides("tunnel"),
        did("game.tunnel_built", "game.tunnel_withdrawn"),
    ),
    Lesson(
        30,
        "tunnel",
        _("Try a tunnel"),
        _(
            "Routes whose spaces have dark ends are tunnels. You lay down your cards, then "
            "more are turned up and may cost you more. Keep a card or two to spare."
        ),
        "routes",
        lambda moment: drew_twice(moment) and moment.claims(is_tunnel),
        did("game.tunnel_opened"),
    ),
)

BULLET_TRAINS: Final = Mechanic(
    lambda board: board.bullet_trains is not None,
    _("bullet trains and the progress bonus"),
    Lesson(
        30,
        "bullet",
        _("Build a bullet route"),
        _(
            "Bullet routes belong to everybody and count for everybody's tickets. "
            "They score no points when you build them, but you make progress."
        ),
        "routes",
        lambda moment: drew_twice(moment) and moment.claims(is_bullet),
        did("game.bullet_train_placed"),
    ),
    Lesson(
        6,
        "progress",
        _("The progress bonus"),
        _(
            "At the end, the player with the most progress gets the largest bonus. "
            "A player with none loses points."
        ),
        "players",
        did("game.bullet_train_placed"),
    ),
)

BASE: Final = Mechanic(
    lambda board: True,
    _("cards, routes and tickets"),
    Lesson(
        5,
        "draw",
        _("Take a card"),
        _("Take the top card of the deck, or a face-up card."),
        "cards",
        my_turn,
        drew,
    ),
    Lesson(
        4,
        "second",
        _("Now a second card"),
        _("You draw two cards in a turn. A locomotive counts as any colour."),
        "cards",
        decides("second"),
        lambda moment: moment.kind != "second" and drew_twice(moment),
    ),
    Lesson(
        10,
        "tickets",
        _("The aim of the game"),
        _(
            "A ticket names two cities. Connect them with your routes to score its "
            "points; otherwise you lose them at the end."
        ),
        "tickets",
        lambda moment: my_turn(moment) and drew_twice(moment),
    ),
    Lesson(
        40,
        "claim",
        _("Claim a route"),
        _(
            "Pay one card of its colour for each space; a grey route takes any one "
            "colour. Longer routes score more. You can pay for the lit routes now."
        ),
        "routes",
        lambda moment: moment.claims(is_plain),
        lambda moment: moment.claimed(is_plain),
    ),
    Lesson(
        3,
        "keep",
        _("Which tickets?"),
        _("Keep at least one. Those near your own routes are the easiest to complete."),
        "decision",
        decides("keep"),
        did("game.tickets_kept"),
    ),
    Lesson(
        50,
        "more-tickets",
        _("More tickets"),
        _(
            "You can draw new tickets instead of making another move. Near the end "
            "that is a risk: do it only if you see how to complete one."
        ),
        "decision",
        lambda moment: moment.claimed() and moment.may(DrawTickets()),
    ),
    Lesson(
        7,
        "final-round",
        _("The final round"),
        _("A player is down to the last trains. Everybody has one more turn: make it count."),
        "decision",
        lambda moment: moment.view.last_seat is not None and my_turn(moment),
    ),
    Lesson(
        60,
        "go-on",
        _("Play on by yourself"),
        _(
            "Draw and claim until somebody has two trains or fewer. Then come the "
            "final round and the final scores."
        ),
        "decision",
        lambda moment: moment.claimed() and my_turn(moment),
    ),
)

MECHANICS: Final = (BASE, BULLET_TRAINS, TEAMS, TUNNELS, *ROUTES_AND_TICKETS, END)


def course(board: engine.Board) -> list[Lesson]:
    """The lessons of a board, in their order."""
    found = [lesson for each in MECHANICS if each.on(board) for lesson in each.lessons]
    return sorted(found, key=lambda lesson: lesson.rank)
