"""Turn an account into a bot account, for good; set who runs it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.absence.models import HandOver
from games.common.errors import Refused
from games.leagues.models import Entry
from games.people.bot_accounts import clean_run_by
from games.people.groups import Membership
from games.people.locking import lock_person
from games.people.models import Person
from games.players.follows.models import Favourite, Follow
from games.tables.models import Game, Seat


@transaction.atomic
def become_bot_account(*, person: Person, run_by: str, now: datetime) -> Person:
    """Make the account of a person a bot account; nothing turns it back.

    Its follows are deleted. ``run_by`` says publicly who runs it.

    :raises Refused: if it is one already, has or had a seat, a table, a season, a group or an
        office, or ``run_by`` is empty.
    """
    # Taking a seat locks the same row: the account has a seat before, or is a bot account.
    locked = lock_person(person)
    if locked.is_bot_account:
        raise Refused(_("This is a bot account already."))
    run_by = clean_run_by(run_by)
    if locked.is_staff or locked.is_superuser or locked.groups.exists():
        raise Refused(_("The account of a moderator or administrator cannot become a bot account."))
    if locked.directed_leagues.exists() or any(rows.exists() for rows in _traces_of_play(locked)):
        raise Refused(
            _(
                "Only a new account can become a bot account: one that never had a seat at a table,"
                " practice games included, nor registered for a season, nor belonged to a club. "
                "Sign up with another address."
            )
        )
    Follow.objects.filter(person=locked).delete()
    Favourite.objects.filter(person=locked).delete()
    locked.bot_since, locked.run_by = now, run_by
    locked.save(update_fields=["bot_since", "run_by"])
    return locked


def _traces_of_play(person: Person) -> list[QuerySet]:
    return [
        Seat.objects.filter(person=person),
        HandOver.objects.filter(person_before=person),
        Game.objects.filter(organiser=person),
        Entry.objects.filter(person=person),
        Membership.objects.filter(person=person),
    ]


@transaction.atomic
def change_run_by(*, person: Person, run_by: str) -> None:
    """Change who runs a bot account.

    :raises Refused: if it is the account of a person, or ``run_by`` is empty.
    """
    locked = lock_person(person)
    if not locked.is_bot_account:
        raise Refused(_("This is not a bot account."))
    locked.run_by = clean_run_by(run_by)
    locked.save(update_fields=["run_by"])
