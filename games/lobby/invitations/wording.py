"""The words of an invitation. The inviter contributes only their name on the site."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.core.terms import describe_terms, terms_of
from games.common.dates import DateFormat, format_local
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.selectors import VALID_FOR
from games.people.models import Person
from games.tables.models import Game
from games.tables.plan_choice import describe_plans

# Mail programs turn letters around a dot into a link.
DOT_OF_A_HOST: Final = re.compile(r"\.(?=\S)")


def shown_name(person: Person) -> str:
    """Return the name of a person in a form that no mail program turns into a link.

    >>> shown_name(Person(name="win.prizes.example")), shown_name(Person(name="J. de Vries"))
    ('win prizes example', 'J. de Vries')
    """
    return DOT_OF_A_HOST.sub(" ", person.name)


def describe(invitation: EmailInvitation) -> dict[str, str]:
    """Return what the mail and the page of an invitation say.

    ``headline`` says who invites to what, ``seen`` what the inviter learns, and ``until`` is the
    last day, in the active zone. The name of a club is not in it: an owner wrote it.
    """
    game, name = invitation.game, shown_name(invitation.inviter)
    if game is None:
        said = {
            "subject": _("Invitation to a club"),
            "headline": _("%(name)s invites you to a club.") % {"name": name},
            "facts": _(
                "A club is a private group of players. Its members see each other's tables "
                "first, and can play for it in leagues."
            ),
        }
    else:
        board = {"name": name, "board": game.board_name}
        said = {
            "subject": _("Invitation to a game on %(board)s") % board,
            "headline": _("%(name)s invites you to a game on %(board)s.") % board,
            "facts": _table_facts(game),
        }
    return said | {
        "until": format_local(invitation.created_at + VALID_FOR, DateFormat.LONG_WEEKDAY_DATE),
        "seen": _("%(name)s will see beside your address whether you have joined or declined.")
        % {"name": name},
    }


def _table_facts(game: Game) -> str:
    """Return the players, free seats, clock and plans of a table, in one sentence."""
    free = game.seat_count - game.seats.count()
    return _("%(players)s, %(free)s; %(pace)s; %(plans)s.") % {
        "players": ngettext("%(count)d player", "%(count)d players", game.seat_count)
        % {"count": game.seat_count},
        "free": ngettext("%(count)d seat still free", "%(count)d seats still free", free)
        % {"count": free},
        "pace": describe_terms(terms_of(game)),
        "plans": describe_plans(game.plans, game.plan_pace),
    }


def how_to_reply() -> str:
    """Return the sentence that says how to answer by mail."""
    return _(
        "To join, reply with “join”, or with “join as” and the name that others will see, for "
        "example: join as Anna. To decline, reply with “no”."
    )
