"""Decisions that directors can take in a season: a form for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.http import QueryDict
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.dates import format_datetime
from games.common.errors import Refused
from games.leagues.models import Entry, EntryStatus, Season, SeasonSeat
from games.leagues.naming import entry_name
from games.leagues.season.dates import movable_dates
from games.leagues.season.draw import players_of_next_division
from games.leagues.season.reserve_list import reserves, willing_reserves
from games.moderation.seasons.announcement import (
    announce_season,
    call_off_season,
    change_season,
    write_to_players_as_director,
)
from games.moderation.seasons.dates import move_season_dates
from games.moderation.seasons.entries import (
    admit_player,
    approve_player,
    decline_player,
    open_another_division,
    withdraw_player_by_director,
)
from games.people.models import Person
from games.web.leagues.forms import (
    AdmitForm,
    AnnounceForm,
    ApproveForm,
    DatesForm,
    DivisionForm,
    EntryForm,
    MessageForm,
    SeasonForm,
)
from games.web.moderation.action_forms import ActionForm, Data, Run, call_with_reason
from games.web.moderation.forms import Choices, ReasonForm


def season_actions(season: Season) -> list[ActionForm]:
    """Return what can be decided in a season now."""
    found = [make(season, None) for make in SEASON_ACTIONS.values()]
    return [deed for deed in found if deed is not None]


def season_action(season: Season, key: str, data: QueryDict) -> ActionForm | None:
    """One of them with the data of its form, None if it cannot be done (any more)."""
    return SEASON_ACTIONS[key](season, data)


def _goes_on(season: Season) -> bool:
    return season.adjudicated_at is None and season.cancelled_at is None


def _announce(season: Season, data: Data) -> ActionForm | None:
    if season.announced_at is not None or season.cancelled_at is not None:
        return None
    return ActionForm(
        "announce",
        _("This plan is yours alone"),
        _(
            "Look at what comes of it below. Once it is announced, people rely on it, and only its"
            " dates can be moved; then it runs by itself."
        ),
        _("Announce the season"),
        AnnounceForm(data, auto_id="announce-%s"),
        call_with_reason(announce_season, "season"),
    )


def _admit(season: Season, data: Data) -> ActionForm | None:
    # Once it is drawn, there are only games of others to take over.
    list_ = reserves if season.drawn_at is None else willing_reserves
    waiting = [
        (str(entry.pk), f"{entry_name(entry)} ({format_datetime(entry.registered_at)})")
        for entry in list_(season, now())
    ]
    gone = _withdrawn_with_games(season) if season.drawn_at is not None else None
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

    return ActionForm(
        "admit",
        _("Let somebody in from the reserve list"),
        _("Whoever comes in takes over the games that are not finished; their points, too.")
        if gone
        else _("Before the draw they simply play along."),
        _("Let them play"),
        AdmitForm(data, entries=waiting, gone=gone, auto_id="admit-%s"),
        run,
    )


def _withdrawn_with_games(season: Season) -> Choices:
    """Return who has withdrawn and left games behind, with how many."""
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


def _waiting_for_approval(season: Season) -> Choices:
    """Who asks to play and waits for a director, the longest waiting first."""
    entries = season.entries.filter(status=EntryStatus.ASKED).select_related("person")
    return [
        (str(entry.pk), f"{entry_name(entry)} ({format_datetime(entry.registered_at)})")
        for entry in entries.order_by("registered_at", "pk")
    ]


def _approve(season: Season, data: Data) -> ActionForm | None:
    asking = _waiting_for_approval(season)
    if not _goes_on(season) or not asking:
        return None
    return ActionForm(
        "approve",
        _("Approve a registration"),
        _("They play, or come on the reserve list if there is no place. They get a mail."),
        _("Approve"),
        ApproveForm(data, entries=asking, auto_id="approve-%s"),
        _about_entry(approve_player),
    )


def _decline(season: Season, data: Data) -> ActionForm | None:
    asking = _waiting_for_approval(season)
    if not _goes_on(season) or not asking:
        return None
    return ActionForm(
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


def _remove(season: Season, data: Data) -> ActionForm | None:
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
        return withdraw_player_by_director(
            actor=actor, season=where, entry=entry, reason=reason, now=at
        )

    return ActionForm(
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


def _dates(season: Season, data: Data) -> ActionForm | None:
    if not movable_dates(season):
        return None
    return ActionForm(
        "dates",
        _("Move the dates"),
        _("Lets the season begin or end earlier or later. Everybody in it is told."),
        _("Move the dates"),
        DatesForm(data, season=season, auto_id="dates-%s"),
        lambda actor, where, form, at: move_season_dates(
            actor=actor,
            season=where,
            dates=form.dates,
            reason=form.cleaned_data["reason"],
            now=at,
        ),
    )


def _division(season: Season, data: Data) -> ActionForm | None:
    if season.drawn_at is None or not _goes_on(season):
        return None
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
    return ActionForm(
        "division",
        _("Open division %(tier)d") % {"tier": tier},
        _("A new division at the bottom, drawn from the reserve list. It begins at once.")
        + f" {who}",
        _("Open the division"),
        DivisionForm(data, initial={"tier": tier}, auto_id="division-%s"),
        call_with_reason(open_another_division, "season", "tier"),
    )


def _write(season: Season, data: Data) -> ActionForm | None:
    if season.announced_at is None or season.cancelled_at is not None:
        return None
    return ActionForm(
        "write",
        _("Write to all players"),
        _(
            "Everybody in the season gets a mail, unless they want none about leagues, and reads it"
            " on the page of the season. Once a day."
        ),
        _("Write to all"),
        MessageForm(data, auto_id="write-%s"),
        lambda actor, where, form, at: write_to_players_as_director(
            actor=actor, season=where, text=form.cleaned_data["text"], now=at
        ),
    )


def _describe(season: Season, data: Data) -> ActionForm | None:
    if season.cancelled_at is not None:
        return None
    return ActionForm(
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


def _cancel(season: Season, data: Data) -> ActionForm | None:
    if season.started_at is not None or season.cancelled_at is not None:
        return None
    return ActionForm(
        "cancel",
        _("Call the season off"),
        _("Everybody who registered is told. This cannot be undone."),
        _("Call it off"),
        ReasonForm(data, auto_id="cancel-%s"),
        call_with_reason(call_off_season, "season"),
        grave=True,
    )


SEASON_ACTIONS: Final[Mapping[str, Callable[[Season, Data], ActionForm | None]]] = {
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
