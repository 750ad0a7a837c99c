"""Register for a season: conditions, registration, partners, approval."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.dates import format_datetime
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season
from games.leagues.season import recipients
from games.leagues.season.confirmation import asks_to_confirm, count_as_confirmed
from games.leagues.season.locking import lock_season, store
from games.leagues.season.reserve_list import fill_places, who_may_play
from games.leagues.selectors import leagues_of
from games.lobby.groups.groups import check_not_alike, lock_group
from games.lobby.seating import clean_contribution
from games.people.groups import PlayerGroup, is_member
from games.people.locking import lock_person
from games.people.models import Person
from games.people.sanctions import is_suspended
from games.players.models import FEWEST_GAMES
from games.players.selectors import ratings_of, reliability_of


def why_not_admitted(season: Season, person: Person, entry: Entry | None) -> str:
    """Return why a person cannot register: what is required, and what they have; or "".

    The rating is the one over all boards. A person with too few turns for a reliability is
    admitted, as at a table of the lobby. ``entry`` is the one that they had before.
    """
    if entry is not None and entry.declined_at is not None:
        return _("The directors declined your registration. An email told you why.")
    if person.is_bot_account and not season.bot_accounts:
        return _("This season does not admit bot accounts.")
    league = season.league
    if league.by_invitation and not leagues_of(person).filter(pk=league.pk).exists():
        return _("You need the invitation link of this league. Ask a director for it.")
    return _why_rating_does_not_fit(season, person) or _why_reliability_does_not_fit(season, person)


def conditions(season: Season) -> list[str]:
    """Return the conditions of a season for registration, as sentences."""
    least, most = season.least_rating, season.most_rating
    sentences = []
    if least is not None and most is not None:
        sentences.append(_("A rating from %(least)d to %(most)d.") % {"least": least, "most": most})
    elif least is not None:
        sentences.append(_("A rating of at least %(least)d.") % {"least": least})
    elif most is not None:
        sentences.append(_("A rating of at most %(most)d.") % {"most": most})
    if season.least_reliability is not None:
        sentences.append(
            _("At least %(percent)d%% of turns on time.") % {"percent": season.least_reliability}
        )
    if season.bot_accounts:
        sentences.append(_("Bot accounts may register."))
    if season.league.by_invitation:
        sentences.append(_("You need the invitation link of the league."))
    if season.by_approval:
        sentences.append(_("A director approves each registration."))
    if asks_to_confirm(season):
        sentences.append(_("Everybody confirms in the three days before the draw."))
    return sentences


def _why_rating_does_not_fit(season: Season, person: Person) -> str:
    least, most = season.least_rating, season.most_rating
    if least is None and most is None:
        return ""
    ranked = [one for one in ratings_of(person) if one.board == "" and one.ranked]
    if not ranked:
        return _(
            "This season requires a rating, which you get after %(games)d rated games. "
            "Play some in the lobby first."
        ) % {"games": FEWEST_GAMES}
    points = ranked[0].rating.points
    if least is not None and points < least:
        return _(
            "This season requires a rating of at least %(asked)d, and yours is %(points)d."
        ) % {"asked": least, "points": points}
    if most is not None and points > most:
        return _("This season requires a rating of at most %(asked)d, and yours is %(points)d.") % {
            "asked": most,
            "points": points,
        }
    return ""


def _why_reliability_does_not_fit(season: Season, person: Person) -> str:
    least = season.least_reliability
    if least is None:
        return ""
    reliability = reliability_of([person.pk])[person.pk]
    if not reliability.known or reliability.percent >= least:
        return ""
    return _(
        "This season is for players who take %(asked)d%% of their turns on time, and "
        "you have taken %(percent)d%%."
    ) % {"asked": least, "percent": reliability.percent}


@transaction.atomic
def register(
    *,
    season: Season,
    person: Person,
    partner: str = "",
    club: int | None = None,
    contribution: str = "",
    stands_by: bool = False,
    accepts_directors: bool = False,
    now: datetime,
) -> Entry:
    """Enter a person for a season, or put them on its reserve list.

    If directors approve registrations, one of them decides first. The reserve list takes people who
    come when the season is full or the divisions are drawn. ``partner`` is the name of somebody who
    is registered; the two are a pair once that person names this one, too. ``club`` is the id of
    one of the person's clubs; all readers of the season see its name. ``contribution`` goes
    into the shuffles of all games of the season (P-2). ``stands_by`` says that the person takes
    over games of players who leave; after registration it is required. ``accepts_directors``
    says that directors who play there, too, may decide.

    :raises Refused: if registration is not open, the person has registered, or has withdrawn from
        a season that has begun, or is not admitted to it, or the club is not theirs; the text says
        why.
    """
    # An account that registers can no longer become a bot account.
    person = lock_person(person)
    locked = lock_season(season)
    if locked.announced_at is None:
        raise Refused(_("This season has not been announced yet."))
    if now < locked.registration_opens_at:
        raise Refused(
            _("Registration opens on %(date)s. Come back then.")
            % {"date": format_datetime(locked.registration_opens_at)}
        )
    if locked.adjudicated_at is not None or now >= locked.ends_at:
        raise Refused(_("This season is over. Register for the next one."))
    if is_suspended(person, now=now):
        raise Refused(_("You are suspended and cannot register. Your running games go on."))
    entry = Entry.objects.filter(season=locked, person=person).first()
    if entry is not None and entry.status != EntryStatus.WITHDRAWN:
        raise Refused(_("You have already registered."))
    if entry is not None and entry.division_id is not None:
        raise Refused(_("You have withdrawn from this season. Register for the next one."))
    if why := why_not_admitted(locked, person, entry):
        raise Refused(why)
    if now < locked.registration_closes_at:
        fill_places(locked, now)
    entry = entry or Entry(season=locked, person=person)
    entry.status = EntryStatus.ASKED if locked.by_approval else status_on_registration(locked, now)
    entry.club = _own_club(locked, person, club) if club is not None else None
    entry.contribution = clean_contribution(contribution)
    late = locked.drawn_at is not None or now >= locked.registration_closes_at
    entry.stands_by = stands_by or late
    entry.accepts_directors = accepts_directors
    entry.registered_at = now
    entry.withdrawn_at = None
    # A program gets no mail that could ask it.
    entry.confirmed_at = now if person.is_bot_account else None
    count_as_confirmed(locked, entry, now)
    entry.save()
    if partner.strip():
        _name_partner(locked, entry, partner)
    recipients.notify_registered(entry, now)
    return entry


def _own_club(season: Season, person: Person, club: int) -> PlayerGroup:
    """Return the club of a person, locked; the season and the person are locked before it.

    :raises Refused: if it has ended, is not theirs, or looks like another one in the season.
    """
    if not is_member(club, person):
        raise Refused(_("You are not a member of this club. Choose another, or none."))
    locked = lock_group(PlayerGroup(pk=club))
    check_not_alike(locked, PlayerGroup.objects.filter(entries__season=season))
    return locked


@transaction.atomic
def choose_partner(*, season: Season, person: Person, partner: str, now: datetime) -> Entry:
    """Set the partner of a registered person; "" removes it.

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
    """Set whether a person on the reserve list takes over games of players who leave.

    :raises Refused: if they are not on that list, or the season is over.
    """
    locked = lock_season(season)
    entry = Entry.objects.filter(season=locked, person=person, status=EntryStatus.RESERVE).first()
    if entry is None or locked.adjudicated_at is not None:
        raise Refused(_("You are not on the reserve list of this season."))
    store(entry, stands_by=willing)
    return entry


def status_on_registration(season: Season, now: datetime) -> EntryStatus:
    """Return the status of a newcomer: registered or reserve. The caller holds the lock."""
    if season.drawn_at is not None or now >= season.registration_closes_at:
        return EntryStatus.RESERVE
    return EntryStatus.RESERVE if is_full(season) else EntryStatus.REGISTERED


def is_full(season: Season) -> bool:
    """Whether as many have registered as may play."""
    if season.most_players is None:
        return False
    return season.entries.filter(status=EntryStatus.REGISTERED).count() >= season.most_players


def _name_partner(season: Season, entry: Entry, name: str) -> None:
    if not season.paired:
        raise Refused(
            _("Partners change from game to game in this season, so you cannot name one.")
        )
    if season.drawn_at is not None:
        raise Refused(_("The divisions have been drawn, so partners can no longer change."))
    wanted = None
    if name.strip():
        found = season.entries.filter(status=EntryStatus.REGISTERED).exclude(pk=entry.pk)
        wanted = found.filter(person__name__iexact=name.strip()).first()
        if wanted is None:
            raise Refused(
                _("Nobody called “%(name)s” has registered. Ask your partner to register first.")
                % {"name": name.strip()[:40]}
            )
    store(entry, partner=wanted)


@transaction.atomic
def approve_registration(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Approve a registration: registered, or on the reserve list if there is no place.

    :raises Refused: if it does not wait (any more), the person may begin no games, or the season is
        over.
    """
    locked = lock_season(season)
    found = _waiting_for_approval(locked, entry)
    if locked.adjudicated_at is not None:
        raise Refused(_("This season is over."))
    if not who_may_play([found], now):
        raise Refused(_("This player may not start games."))
    found.status = status_on_registration(locked, now)
    count_as_confirmed(locked, found, now)
    found.save(update_fields=["status", "confirmed_at"])
    recipients.notify_registered(found, now)
    return found


@transaction.atomic
def decline_registration(*, season: Season, entry: Entry, now: datetime) -> Entry:
    """Decline a registration, for this season.

    :raises Refused: if it does not wait (any more).
    """
    found = _waiting_for_approval(lock_season(season), entry)
    store(found, status=EntryStatus.WITHDRAWN, withdrawn_at=now, declined_at=now)
    return found


def _waiting_for_approval(season: Season, entry: Entry) -> Entry:
    asking = season.entries.filter(pk=entry.pk, status=EntryStatus.ASKED)
    found = asking.select_related("person").first()
    if found is None:
        raise Refused(_("This player is not asking to play, or no longer does."))
    return found
