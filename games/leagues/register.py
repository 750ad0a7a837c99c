"""Registering for a season, and agreeing on a partner for it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.language.moments import moment
from games.leagues import mails
from games.leagues.admission import why_not_admitted
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Partners, Season
from games.leagues.reserve_list import fill_places
from games.lobby.contributions import tidy_contribution
from games.people.models import Person
from games.people.sanctions import is_suspended


@transaction.atomic
def register(
    *,
    season: Season,
    person: Person,
    partner: str = "",
    contribution: str = "",
    stands_by: bool = False,
    now: datetime,
) -> Entry:
    """Enters a person for a season, or puts them on its reserve list.

    Where directors approve registrations, one of them decides first. The reserve list takes who
    comes when the season is full, or after the divisions were drawn.
    ``partner`` is the name of somebody who is registered; the two are a pair once that one names
    this person too. ``contribution`` goes into the shuffles of all games of the season (P-2).
    ``stands_by`` says that the person takes over games of who leaves; whoever comes once
    registration is over comes for that.

    :raises Refused: if registration is not open, the person has registered, or has withdrawn from
        a season that has begun, or is not admitted to it; the text says why.
    """
    locked = lock_season(season)
    if locked.announced_at is None:
        raise Refused(_("This season has not been announced yet."))
    if now < locked.registration_opens_at:
        raise Refused(
            _("Registration opens on %(date)s. Come back then.")
            % {"date": moment(locked.registration_opens_at)}
        )
    if locked.adjudicated_at is not None or now >= locked.ends_at:
        raise Refused(_("This season is over. Register for the next one."))
    if is_suspended(person, now=now):
        raise Refused(_("You are suspended and cannot register. Running games go on."))
    entry = Entry.objects.filter(season=locked, person=person).first()
    if entry is not None and entry.status != EntryStatus.WITHDRAWN:
        raise Refused(_("You have registered already."))
    if entry is not None and entry.declined_at is not None:
        raise Refused(_("The directors have declined your registration. A mail told you why."))
    if entry is not None and entry.division_id is not None:
        raise Refused(_("You have withdrawn from this season. Register for the next one."))
    if why := why_not_admitted(locked, person):
        raise Refused(why)
    if now < locked.registration_closes_at:
        fill_places(locked, now)
    entry = entry or Entry(season=locked, person=person)
    entry.status = EntryStatus.ASKED if locked.by_approval else status_of_newcomer(locked, now)
    entry.contribution = tidy_contribution(contribution)
    late = locked.drawn_at is not None or now >= locked.registration_closes_at
    entry.stands_by = stands_by or late
    entry.registered_at = now
    entry.withdrawn_at = None
    entry.save()
    if partner.strip():
        _name_partner(locked, entry, partner)
    mails.tell_registered(entry, now)
    return entry


@transaction.atomic
def choose_partner(*, season: Season, person: Person, partner: str, now: datetime) -> Entry:
    """Names the one whom a registered person wants to play beside; empty takes that back.

    :raises Refused: if pairs are not fixed in this season, the divisions are drawn, or nobody of
        that name is registered.
    """
    locked = lock_season(season)
    entry = Entry.objects.filter(
        season=locked, person=person, status=EntryStatus.REGISTERED
    ).first()
    if entry is None:
        raise Refused(_("You have not registered for this season."))
    _name_partner(locked, entry, partner)
    return entry


@transaction.atomic
def stand_by(*, season: Season, person: Person, willing: bool) -> Entry:
    """Says whether a person on the reserve list takes over games of who leaves.

    :raises Refused: if they are not on that list, or the season is over.
    """
    locked = lock_season(season)
    entry = Entry.objects.filter(season=locked, person=person, status=EntryStatus.RESERVE).first()
    if entry is None or locked.adjudicated_at is not None:
        raise Refused(_("You are not on the reserve list of this season."))
    entry.stands_by = willing
    entry.save(update_fields=["stands_by"])
    return entry


def status_of_newcomer(season: Season, now: datetime) -> EntryStatus:
    """Whether who comes now is registered or on the reserve list; the caller holds the lock."""
    if season.drawn_at is not None or now >= season.registration_closes_at:
        return EntryStatus.RESERVE
    registered = season.entries.filter(status=EntryStatus.REGISTERED).count()
    full = season.most_players is not None and registered >= season.most_players
    return EntryStatus.RESERVE if full else EntryStatus.REGISTERED


def _name_partner(season: Season, entry: Entry, name: str) -> None:
    if season.partners != Partners.FIXED:
        raise Refused(_("Partners change from game to game in this season: nobody names one."))
    if season.drawn_at is not None:
        raise Refused(_("The divisions are drawn: partners cannot change any more."))
    wanted = None
    if name.strip():
        found = season.entries.filter(status=EntryStatus.REGISTERED).exclude(pk=entry.pk)
        wanted = found.filter(person__name__iexact=name.strip()).first()
        if wanted is None:
            raise Refused(
                _("Nobody named “%(name)s” has registered. Ask them to register first.")
                % {"name": name.strip()[:40]}
            )
    entry.partner = wanted
    entry.save(update_fields=["partner"])
