"""Registering for a season, and agreeing on a partner for it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.errors import Refused
from games.leagues import mails
from games.leagues.locking import lock_season
from games.leagues.models import Entry, EntryStatus, Partners, Season
from games.lobby.contributions import tidy_contribution
from games.people.models import Person
from games.people.sanctions import is_suspended


@transaction.atomic
def register(
    *, season: Season, person: Person, partner: str = "", contribution: str = "", now: datetime
) -> Entry:
    """Enters a person for a season, or puts them on its reserve list.

    The reserve list takes who comes when the season is full, or after the divisions were drawn.
    ``partner`` is the name of somebody who is registered; the two are a pair once that one names
    this person too. ``contribution`` goes into the shuffles of all games of the season (P-2).

    :raises Refused: if registration is not open, the person has registered, or has withdrawn from
        a season that has begun.
    """
    locked = lock_season(season)
    if locked.announced_at is None:
        raise Refused(_("This season has not been announced yet."))
    if now < locked.registration_opens_at:
        raise Refused(
            _("Registration opens on %(date)s. Come back then.")
            % {"date": date_format(localtime(locked.registration_opens_at), "j F Y, H:i")}
        )
    if locked.adjudicated_at is not None or now >= locked.ends_at:
        raise Refused(_("This season is over. Register for the next one."))
    if is_suspended(person, now=now):
        raise Refused(_("You are suspended and cannot register. Running games go on."))
    entry = Entry.objects.filter(season=locked, person=person).first()
    if entry is not None and entry.status != EntryStatus.WITHDRAWN:
        raise Refused(_("You have registered already."))
    if entry is not None and entry.division_id is not None:
        raise Refused(_("You have withdrawn from this season. Register for the next one."))
    entry = entry or Entry(season=locked, person=person)
    entry.status = _status(locked, now)
    entry.contribution = tidy_contribution(contribution)
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


def _status(season: Season, now: datetime) -> EntryStatus:
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
