"""Names of games, which their organisers choose before the start."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.seating import lock_organised
from games.people.confusables import is_ignorable
from games.people.models import Person
from games.people.names import clean_name
from games.tables.models import LONGEST_NAME, Game

# A name appears in the lobby and in subjects of mails: it must contain no link.
ADDRESS: Final = re.compile(r"@|://|\bwww\.", re.IGNORECASE)
# Controls, private characters, halves of characters, and those that nobody has assigned.
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})


def clean_game_name(name: str) -> str:
    """Return the name in composed Unicode with single spaces; "" is no name.

    >>> clean_game_name("  Friday   night ")
    'Friday night'

    :raises Refused: if it is too long, or contains an address or invisible characters.
    """
    # Turn line breaks into spaces before looking for unprintable characters.
    name = clean_name(name)
    if len(name) > LONGEST_NAME:
        raise Refused(
            _("The name of a game can have up to %(most)d characters.") % {"most": LONGEST_NAME}
        )
    if any(unicodedata.category(one) in UNPRINTABLE or is_ignorable(one) for one in name):
        raise Refused(_("The name of a game cannot contain invisible characters. Type it again."))
    if ADDRESS.search(name):
        raise Refused(_("The name of a game cannot contain a web address or an email address."))
    return name


@transaction.atomic
def rename_game(*, game: Game, person: Person, name: str) -> None:
    """Change or remove the name of a game that has not begun.

    It is final from the start on: mail programs thread by the subject.

    :raises Refused: if the game has begun, the person does not organise it, or the name will not
        do (:func:`clean_game_name`).
    """
    locked = lock_organised(game, person, _("Only the organiser can name this game."))
    locked.name = clean_game_name(name)
    locked.save(update_fields=["name"])
