"""Limits of an account with which a program plays."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.people.models import LONGEST_RUN_BY, Person
from games.people.reserved_names import is_reserved

SHORTEST_RUN_BY: Final = 2


def check_no_bot_account(person: Person) -> None:
    """Refuse bot accounts: for actions that only people may take.

    :raises Refused: if the account is a bot account.
    """
    if person.is_bot_account:
        raise Refused(only_by_api())


def only_by_api() -> str:
    """Return the message for a bot account that uses another way than the API."""
    return _("This is a bot account: it plays through the API only.")


def clean_run_by(text: str) -> str:
    """Return the name of the person who runs a bot account, without surrounding space.

    :raises Refused: if it is empty, too long, reserved, or has unprintable characters.
    """
    text = " ".join(text.split())
    if not SHORTEST_RUN_BY <= len(text) <= LONGEST_RUN_BY or not text.isprintable():
        raise Refused(
            _("Say in 2 to %(most)d characters who runs this bot account.")
            % {"most": LONGEST_RUN_BY}
        )
    if is_reserved(text):
        raise Refused(_("Name the person or group that runs it, not the staff of this site."))
    return text
