"""Decisions of directors about divisions, from the announcement until the games begin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, cast

from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.leagues.models import EntryStatus, Partners, Season
from games.leagues.naming import entry_name
from games.leagues.season.groups import Group
from games.leagues.season.plan_checks import SeasonCannotBePaired
from games.leagues.season.rearrange import arrangement, can_rearrange, current_groups
from games.leagues.season.reserve_list import willing_reserves
from games.moderation.decision import DecisionService
from games.moderation.seasons import divisions
from games.people.models import Person
from games.web.leagues import forms
from games.web.moderation.decision_forms import DecisionForm, Options
from games.web.moderation.forms import Choices

Choose = Callable[[Season, Person], Options | None]


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
    if season.drawn_at is None or season.partners == Partners.FIXED:
        return None
    players = [(str(entry.pk), entry_name(entry)) for entry in willing_reserves(season, now())]
    return _form(season, _tiers(_groups(season)), players)


def _to_merge(season: Season, actor: Person) -> Options | None:
    tiers = pairwise(_tiers(_groups(season)))
    return _form(season, [(one[0], f"{one[1]} + {other[1]}") for one, other in tiers])


DRAWN_AGAIN: Final = _(
    "The divisions that this changes are drawn again, without those who have left, and their "
    "players get an email."
)


def _decision(key: str, service: DecisionService, options: Choose) -> DecisionForm[Season]:
    return DecisionForm(
        key=key,
        service=service,
        form=forms.ArrangementForm,
        options=options,
    )


def _to_split(season: Season, actor: Person) -> Options | None:
    return _form(season, _tiers(_groups(season)))


DIVISION_DECISIONS: Final = (
    _decision("move-player", divisions.move_player, _to_move),
    _decision("add-player", divisions.add_player, _to_add),
    _decision("merge", divisions.merge_divisions, _to_merge),
    _decision("split", divisions.split_division, _to_split),
)
