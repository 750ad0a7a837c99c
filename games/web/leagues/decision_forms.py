"""Decisions of directors in a season and about a league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, cast

from django.contrib import messages
from django.http import HttpRequest
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.common.dates import format_datetime
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, League, Season, SeasonSeat
from games.leagues.naming import entry_name
from games.leagues.season.dates import movable_dates
from games.leagues.season.draw import players_of_next_division
from games.leagues.season.groups import Group
from games.leagues.season.plan import SeasonCannotBePaired
from games.leagues.season.rearrange import arrangement, can_rearrange, current_groups
from games.leagues.season.reserve_list import reserves, willing_reserves
from games.leagues.selectors import entries_in
from games.moderation import offices
from games.moderation.decision import DecisionService
from games.moderation.models import AuditEntry
from games.moderation.roles import is_moderator
from games.moderation.seasons import announcement, divisions, entries
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.wording import names_of_entries, season_sentence
from games.people.models import Person
from games.web.leagues import forms
from games.web.leagues.presenters.asking import asking_rows
from games.web.moderation.decision_forms import TOO_LATE, DecisionForm, Decisions, Options
from games.web.moderation.forms import Choices


def _players(entries: Iterable[Entry], note: Callable[[Entry], str]) -> Choices:
    """Choices of players, each with what ``note`` says of them in brackets; "" for nothing."""
    choices = []
    for entry in entries:
        name, said = entry_name(entry), note(entry)
        choices.append((str(entry.pk), f"{name} ({said})" if said else name))
    return choices


def _registered_at(entry: Entry) -> str:
    return format_datetime(entry.registered_at)


def _division_name(entry: Entry) -> str:
    return entry.division.name if entry.division else ""


def _to_approve(season: Season, actor: Person) -> Options | None:
    """All who ask, ticked but for the actor, who does not decide about that."""
    entries = list(entries_in(season, EntryStatus.ASKED))
    others = [entry.pk for entry in entries if entry.person_id != actor.pk]
    choices = [(row.entry.pk, row) for row in asking_rows(season, entries)]
    return {"choices": {"entry": choices}, "initial": {"entry": others}} if entries else None


def _to_decline(season: Season, actor: Person) -> Options | None:
    choices = _players(entries_in(season, EntryStatus.ASKED), _registered_at)
    return {"choices": {"entry": choices}} if choices else None


def _admissible(season: Season, actor: Person) -> Options | None:
    # Once it is drawn, there are only games of others to take over.
    list_ = reserves if season.drawn_at is None else willing_reserves
    waiting = _players(list_(season, now()), _registered_at)
    gone = _withdrawn_with_games(season) if season.drawn_at is not None else None
    if not waiting or gone == []:
        return None
    found: Options = {"choices": {"entry": waiting, "replacing": gone}}
    if gone is None:
        found["description"] = _("Before the draw, players from the reserve list simply join in.")
    return found


def _withdrawn_with_games(season: Season) -> Choices:
    """Entries that have withdrawn and left games behind, with the number of games."""
    seats = SeasonSeat.objects.filter(
        entry__season=season, entry__status=EntryStatus.WITHDRAWN, season_game__settled_at=None
    )
    left = Counter(seats.values_list("entry", flat=True))
    people = Entry.objects.filter(pk__in=left).select_related("person").order_by("withdrawn_at")
    return [
        (
            str(entry.pk),
            ngettext("%(name)s (%(count)d game)", "%(name)s (%(count)d games)", left[entry.pk])
            % {"name": entry_name(entry), "count": left[entry.pk]},
        )
        for entry in people
    ]


def _inside(season: Season, actor: Person) -> Options | None:
    inside = entries_in(season, EntryStatus.REGISTERED, EntryStatus.PLAYING)
    players = _players(inside.select_related("division"), _division_name)
    return {"choices": {"entry": players}} if players else None


def _next_division(season: Season, actor: Person) -> Options | None:
    if not season.entries.filter(status=EntryStatus.RESERVE).exists():
        return None
    tier = season.divisions.count() + 1
    try:
        count = len(players_of_next_division(season, now()))
    except Refused as refusal:
        who = str(refusal)
    else:
        who = ngettext(
            "%(count)d player would come in, in order of registration.",
            "%(count)d players would come in, in order of registration.",
            count,
        ) % {"count": count}
    about = _("A new division at the bottom, filled from the reserve list. It begins at once.")
    return {
        "title": _("Open division %(tier)d") % {"tier": tier},
        "description": f"{about} {who}",
        "initial": {"tier": tier},
    }


DRAWN_AGAIN: Final = _(
    "The divisions that this changes are drawn again, without those who have left, and their "
    "players get an email."
)


def _groups(season: Season) -> Sequence[Group]:
    """The divisions as drawn or previewed; none if they cannot be changed.

    The season keeps them for the other forms of its page, as Django keeps related rows.
    """
    kept, at = vars(season), now()
    if "groups" not in kept:
        try:
            kept["groups"] = current_groups(season, at) if can_rearrange(season, at) else ()
        except SeasonCannotBePaired:
            kept["groups"] = ()
    return cast(Sequence[Group], kept["groups"])


def _tiers(groups: Sequence[Group]) -> Choices:
    return [
        (
            str(tier),
            ngettext(
                "Division %(tier)d (%(count)d player)",
                "Division %(tier)d (%(count)d players)",
                len(group.entries),
            )
            % {"tier": tier, "count": len(group.entries)},
        )
        for tier, group in enumerate(groups, 1)
    ]


def _form(
    season: Season, tier: Choices, entry: Choices | None = None, exchange: Choices | None = None
) -> Options | None:
    """The options of a form with these choices; None if there is nothing to choose from."""
    if not tier or entry == []:
        return None
    options: Options = {
        "choices": {"tier": tier, "entry": entry, "exchange": exchange},
        "initial": {"seen": arrangement(season)},
    }
    return options if season.drawn_at is None else {**options, "description": DRAWN_AGAIN}


def _to_move(season: Season, actor: Person) -> Options | None:
    groups = _groups(season)
    tiers = {pk: tier for tier, group in enumerate(groups, 1) for pk in group.entries}
    entries = season.entries.exclude(status=EntryStatus.WITHDRAWN).select_related("person")
    found = entries.in_bulk(tiers)
    players = [(str(pk), f"{entry_name(found[pk])} ({tiers[pk]})") for pk in tiers if pk in found]
    if len(groups) < 2:
        return None
    return _form(season, _tiers(groups), players, [("", "–"), *players])


def _to_add(season: Season, actor: Person) -> Options | None:
    if season.drawn_at is None or season.paired:
        return None
    players = [(str(entry.pk), entry_name(entry)) for entry in willing_reserves(season, now())]
    return _form(season, _tiers(_groups(season)), players)


def _to_merge(season: Season, actor: Person) -> Options | None:
    tiers = pairwise(_tiers(_groups(season)))
    return _form(season, [(one[0], f"{one[1]} + {other[1]}") for one, other in tiers])


def _to_split(season: Season, actor: Person) -> Options | None:
    return _form(season, _tiers(_groups(season)))


def decided(entry: AuditEntry | None) -> str:
    """What was decided in a season, as the message of the next page."""
    if entry is None:
        return gettext("This has already been done.")
    done = gettext("It is in the audit log, and the people concerned are told.")
    return f"{season_sentence(entry, names_of_entries([entry]))} {done}"


def _done(request: HttpRequest, done: AuditEntry | entries.Approvals | None) -> str:
    """The text for what was decided; of approvals also why some were refused."""
    if not isinstance(done, entries.Approvals):
        return decided(done)
    for entry, why in done.refused:
        messages.error(request, f"{entry_name(entry)}: {why}")
    names = ", ".join(map(entry_name, done.approved))
    return gettext("Approved: %(names)s.") % {"names": names}


def _about_divisions(
    key: str, service: DecisionService, options: Callable[[Season, Person], Options | None]
) -> DecisionForm[Season]:
    """A decision about divisions, from the announcement until the games begin."""
    return DecisionForm(key=key, service=service, form=forms.ArrangementForm, options=options)


SEASON_DECISIONS: Final = Decisions[Season](
    "season",
    DecisionForm(
        key="announce",
        service=announcement.announce_season,
        form=forms.AnnounceForm,
        possible=lambda season: season.announced_at is None and season.cancelled_at is None,
    ),
    DecisionForm(
        key="approve",
        service=entries.approve_players,
        form=forms.ApproveForm,
        possible=lambda season: season.goes_on,
        options=_to_approve,
    ),
    DecisionForm(
        key="decline",
        service=entries.decline_player,
        form=forms.EntryForm,
        possible=lambda season: season.goes_on,
        options=_to_decline,
        irreversible=True,
    ),
    DecisionForm(
        key="admit",
        service=entries.admit_player,
        form=forms.AdmitForm,
        possible=lambda season: season.goes_on,
        options=_admissible,
    ),
    DecisionForm(
        key="division",
        service=entries.open_another_division,
        form=forms.DivisionForm,
        possible=lambda season: season.drawn_at is not None and season.goes_on,
        options=_next_division,
    ),
    _about_divisions("move-player", divisions.move_player, _to_move),
    _about_divisions("add-player", divisions.add_player, _to_add),
    _about_divisions("merge", divisions.merge_divisions, _to_merge),
    _about_divisions("split", divisions.split_division, _to_split),
    DecisionForm(
        key="remove",
        service=entries.withdraw_player_by_director,
        form=forms.EntryForm,
        possible=lambda season: season.goes_on,
        options=_inside,
        irreversible=True,
    ),
    DecisionForm(
        key="dates",
        service=move_season_dates,
        form=forms.DatesForm,
        possible=lambda season: bool(movable_dates(season)),
        options=lambda season, actor: {"season": season},
    ),
    DecisionForm(
        key="write",
        service=announcement.write_to_players_as_director,
        form=forms.MessageForm,
        possible=lambda season: season.announced_at is not None and season.cancelled_at is None,
    ),
    DecisionForm(
        key="describe",
        service=announcement.change_season,
        form=forms.SeasonForm,
        possible=lambda season: season.cancelled_at is None,
        options=lambda season, actor: {"initial": {"title": season.title, "about": season.about}},
    ),
    DecisionForm(
        key="cancel",
        service=announcement.call_off_season,
        possible=lambda season: season.started_at is None and season.cancelled_at is None,
        irreversible=True,
    ),
    done=_done,
    too_late=TOO_LATE,
)


def _directors(league: League, actor: Person) -> Options:
    directors = league.directors.order_by("name")
    return {"choices": {"director": [(str(one.pk), one.name) for one in directors]}}


LEAGUE_DECISIONS: Final = Decisions[League](
    "league",
    DecisionForm(
        key="describe",
        service=offices.change_league,
        form=forms.LeagueForm,
        options=lambda league, actor: {"initial": {"name": league.name, "about": league.about}},
    ),
    DecisionForm(
        key="add-director",
        service=offices.decide_add_director,
        form=forms.NewDirectorForm,
    ),
    DecisionForm(
        key="remove-director",
        service=offices.decide_remove_director,
        form=forms.DirectorForm,
        options=_directors,
        irreversible=True,
    ),
    DecisionForm(
        key="entry",
        service=offices.decide_entrance,
        form=forms.EntranceForm,
        options=lambda league, actor: {"initial": {"who": league.entry}},
    ),
    DecisionForm(
        key="new-link",
        service=offices.decide_new_link,
        form=forms.DirectorsReasonForm,
        possible=lambda league: league.by_invitation,
        irreversible=True,
    ),
    DecisionForm(
        key="archive",
        service=offices.decide_archive,
        form=forms.DirectorsReasonForm,
        possible=lambda league: league.archived_at is None,
    ),
    DecisionForm(
        key="bring-back",
        service=offices.decide_bring_back,
        form=forms.DirectorsReasonForm,
        possible=lambda league: league.archived_at is not None,
    ),
    DecisionForm(
        key="rate",
        service=offices.decide_rating,
        form=forms.DirectorsReasonForm,
        possible=lambda league: not league.rated,
        shown=lambda league, actor: is_moderator(actor),
        irreversible=True,
    ),
)
