"""Founding a league."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues.describe import check_league_name, slug_of, tidy_league_name
from games.leagues.models import League
from games.people.models import Person

# Addresses of pages beside those of leagues.
TAKEN = frozenset({"new"})


@transaction.atomic
def create_league(
    *,
    name: str,
    directors: Sequence[Person],
    founder: Person | None,
    about: str = "",
    now: datetime,
) -> League:
    """Makes a league that these people direct. ``founder`` None is the operator of the site.

    :raises Refused: if the founder is not of the staff, or the name cannot be used.
    """
    if founder is not None and not founder.is_staff:
        raise Refused(_("The people who keep the site found leagues. Ask them for one."))
    name = tidy_league_name(name)
    check_league_name(name)
    slug = slug_of(name)
    if slug in TAKEN or League.objects.filter(slug=slug).exists():
        raise Refused(_("There is a league of that name already. Choose another name."))
    if not directors:
        raise Refused(_("A league needs at least one director."))
    league = League.objects.create(name=name, slug=slug, about=about.strip()[:2000], created_at=now)
    league.directors.set(directors)
    return league
