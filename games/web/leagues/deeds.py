"""What directors decide in a season: a form for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.http import QueryDict
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonSeat
from games.leagues.move_dates import movable
from games.leagues.naming import entry_name
from games.leagues.open_division import next_players
from games.leagues.reserve_list import reserves, standing_by
from games.moderation.admit_player import admit_player
from games.moderation.announce_season import announce_season, call_off_season
from games.moderation.approve_player import approve_player, decline_player
from games.moderation.move_dates import move_season
from games.moderation.open_division import open_another_division
from games.moderation.take_out_player import take_out_player
from games.moderation.write_season import change_season, write_to_season
from games.people.models import Person
from games.web.leagues.deed_forms import (
    AdmitForm,
    AnnounceForm,
    ApproveForm,
    DatesForm,
    DivisionForm,
    EntryForm,
)
from games.web.leagues.league_forms import MessageForm, SeasonForm
from games.web.leagues.state import moment
from games.web.moderation.action import Action, Data, Run
from games.web.moderation.carrying_out import reasoned
from games.web.moderation.forms import Choices, ReasonForm


def deeds_in(season: Season) -> list[Action]:
    """Gets what can be decided in a season now."""
    found = [make(season, None) for make in DEEDS.values()]
    return [deed for deed in found if deed is not None]


def deed_in(season: Season, key: str, data: QueryDict) -> Action | None:
    """Gets one of them with the data of its form, None if it cannot be done (any more)."""
    return DEEDS[key](season, data)


def _goes_on(season: Season) -> bool:
    return season.adjudicated_at is None and season.cancelled_at is None


def _announce(season: Season, data: Data) -> Action | None:
    if season.announced_at is not None or season.cancelled_at is not None:
        return None
    return Action(
        "announce",
        _("This plan is yours alone"),
        _(
            "Look at what comes of it below. Once it is announced, people rely on it, and only its"
            " dates can be moved; then it runs by itself."
        ),
        _("Announce the season"),
        AnnounceForm(data, auto_id="announce-%s"),
        reasoned(announce_season, "season"),
    )


def _admit(season: Season, data: Data) -> Action | None:
    # Once it is drawn, there are only games of others to take over.
    list_ = reserves if season.drawn_at is None else standing_by
    waiting = [
        (str(entry.pk), f"{entry_name(entry)} ({moment(entry.registered_at)})")
        for entry in list_(season, now())
    ]
    gone = _leavers(season) if season.drawn_at is not None else None
    if not _goes_on(season) or not waiting or gone == []:
        return None

    def run(actor: Person, where: Season, form: Any, at: datetime) -> object:
        chosen = form.cleaned_data.get("replacing")
        return admit_player(
            actor=actor,
            season=where,
            entry=Entry.objects.get(pk=form.cleaned_data["entry"]),
            replacing=Entry.objects.get(pk=chosen) if chosen else None,
            reason=form.cleaned_data["reason"],
            now=at,
        )

    return Action(
        "admit",
        _("Let somebody in from the reserve list"),
        _("Whoever comes in takes over the games that are not finished; their points, too.")
        if gone
        else _("Before the draw they simply play along."),
        _("Let them play"),
        AdmitForm(data, entries=waiting, gone=gone, auto_id="admit-%s"),
        run,
    )


def _leavers(season: Season) -> Choices:
    """Gets who has withdrawn and left games behind, with how many."""
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


def _asking(season: Season) -> Choices:
    """Who asks to play and waits for a director, the longest waiting first."""
    entries = season.entries.filter(status=EntryStatus.ASKED).select_related("person")
    return [
        (str(entry.pk), f"{entry_name(entry)} ({moment(entry.registered_at)})")
        for entry in entries.order_by("registered_at", "pk")
    ]


def _approve(season: Season, data: Data) -> Action | None:
    asking = _asking(season)
    if not _goes_on(season) or not asking:
        return None
    return Action(
        "approve",
        _("Approve a registration"),
        _("They play, or come on the reserve list if there is no place. They get a mail."),
        _("Approve"),
        ApproveForm(data, entries=asking, auto_id="approve-%s"),
        _about_entry(approve_player),
    )


def _decline(season: Season, data: Data) -> Action | None:
    asking = _asking(season)
    if not _goes_on(season) or not asking:
        return None
    return Action(
        "decline",
        _("Decline a registration"),
        _("They are told why, and cannot ask again for this season."),
        _("Decline"),
        EntryForm(data, entries=asking, auto_id="decline-%s"),
        _about_entry(decline_player),
        grave=True,
    )


def _about_entry(service: Callable[..., object]) -> Run:
    """What carries out a service about the entry that was chosen in a form."""

    def run(actor: Person, where: Season, form: Any, at: datetime) -> object:
        entry = Entry.objects.get(pk=form.cleaned_data["entry"])
        reason = form.cleaned_data["reason"]
        return service(actor=actor, season=where, entry=entry, reason=reason, now=at)

    return run


def _remove(season: Season, data: Data) -> Action | None:
    inside = season.entries.filter(status__in=[EntryStatus.REGISTERED, EntryStatus.PLAYING])
    players = [
        (
            str(entry.pk),
            f"{entry_name(entry)} ({entry.division.name})" if entry.division else entry_name(entry),
        )
        for entry in inside.select_related("person", "division").order_by("registered_at", "pk")
    ]
    if not _goes_on(season) or not players:
        return None

    def run(actor: Person, where: Season, form: Any, at: datetime) -> object:
        entry = Entry.objects.get(pk=form.cleaned_data["entry"])
        reason = form.cleaned_data["reason"]
        return take_out_player(actor=actor, season=where, entry=entry, reason=reason, now=at)

    return Action(
        "remove",
        _("Take a player out"),
        _(
            "The first on the reserve list takes over the unfinished games; finished ones stay with"
            " who played them."
        ),
        _("Take out"),
        EntryForm(data, entries=players, auto_id="remove-%s"),
        run,
        grave=True,
    )


def _dates(season: Season, data: Data) -> Action | None:
    if not movable(season):
        return None
    return Action(
        "dates",
        _("Move the dates"),
        _("Lets the season begin or end earlier or later. Everybody in it is told."),
        _("Move the dates"),
        DatesForm(data, season=season, auto_id="dates-%s"),
        lambda actor, where, form, at: move_season(
            actor=actor,
            season=where,
            dates=form.dates,
            reason=form.cleaned_data["reason"],
            now=at,
        ),
    )


def _division(season: Season, data: Data) -> Action | None:
    if season.drawn_at is None or not _goes_on(season):
        return None
    if not season.entries.filter(status=EntryStatus.RESERVE).exists():
        return None
    tier = season.divisions.count() + 1
    try:
        count = len(next_players(season, now()))
    except Refused as refusal:
        who = str(refusal)
    else:
        who = ngettext(
            "%(count)d player would come in, in order of registration.",
            "%(count)d players would come in, in order of registration.",
            count,
        ) % {"count": count}
    return Action(
        "division",
        _("Open division %(tier)d") % {"tier": tier},
        _("A new division at the bottom, drawn from the reserve list. It begins at once.")
        + f" {who}",
        _("Open the division"),
        DivisionForm(data, initial={"tier": tier}, auto_id="division-%s"),
        reasoned(open_another_division, "season", "tier"),
    )


def _write(season: Season, data: Data) -> Action | None:
    if season.announced_at is None or season.cancelled_at is not None:
        return None
    return Action(
        "write",
        _("Write to all players"),
        _(
            "Everybody in the season gets a mail, unless they want none about leagues, and reads it"
            " on the page of the season. Once a day."
        ),
        _("Write to all"),
        MessageForm(data, auto_id="write-%s"),
        lambda actor, where, form, at: write_to_season(
            actor=actor, season=where, text=form.cleaned_data["text"], now=at
        ),
    )


def _describe(season: Season, data: Data) -> Action | None:
    if season.cancelled_at is not None:
        return None
    return Action(
        "describe",
        _("Title and description"),
        _("What stands beside the number of the season, and above its page."),
        _("Change it"),
        SeasonForm(
            data, initial={"title": season.title, "about": season.about}, auto_id="describe-%s"
        ),
        lambda actor, where, form, at: change_season(
            actor=actor, season=where, now=at, **form.cleaned_data
        ),
    )


def _cancel(season: Season, data: Data) -> Action | None:
    if season.started_at is not None or season.cancelled_at is not None:
        return None
    return Action(
        "cancel",
        _("Call the season off"),
        _("Everybody who registered is told. This cannot be undone."),
        _("Call it off"),
        ReasonForm(data, auto_id="cancel-%s"),
        reasoned(call_off_season, "season"),
        grave=True,
    )


DEEDS: Final[Mapping[str, Callable[[Season, Data], Action | None]]] = {
    "announce": _announce,
    "approve": _approve,
    "decline": _decline,
    "admit": _admit,
    "division": _division,
    "remove": _remove,
    "dates": _dates,
    "write": _write,
    "describe": _describe,
    "cancel": _cancel,
}
