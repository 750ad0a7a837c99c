"""Taking a proposal back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.tables.models import Game
from games.votes.closing import close
from games.votes.models import Vote, VoteOutcome


@transaction.atomic
def withdraw(*, game: Game, vote: int, person: Person, now: datetime) -> None:
    """Withdraws the vote with this id.

    :raises Refused: if it is closed, or somebody else proposed it.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    votes = Vote.objects.filter(game=locked, pk=vote, outcome=VoteOutcome.OPEN)
    found = votes.select_related("proposer").first()
    if found is None:
        raise Refused(_("This vote is closed."))
    if found.proposer is None or found.proposer.person_id != person.pk:
        raise Refused(_("Only who proposed something can withdraw it. You can vote no."))
    close(found, VoteOutcome.WITHDRAWN, now)
