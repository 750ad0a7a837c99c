"""Notices about seasons: what each says, and whether it is still relevant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.common.dates import format_datetime
from games.leagues.models import Entry, EntryStatus, Season, SeasonMessage, SeasonSeat
from games.leagues.naming import entry_name, full_name, points_text
from games.leagues.rules.promotion import Outcome
from games.leagues.rules.standings import Standing
from games.leagues.season.fixtures import fixtures_of
from games.leagues.season.plan import game_kinds
from games.leagues.season.standings import division_standings
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.people.models import Person

# Of a large division a mail shows the top and the neighbours of whom it is for.
ALL_ROWS: Final = 14
TOP_ROWS: Final = 8


def render(notice: Notice) -> Content:
    """Return what a notice about a season tells."""
    season = Season.objects.select_related("league").get(pk=notice.data["season"])
    return _RENDERERS[notice.data["what"]](season, notice)


def is_relevant(notice: Notice) -> bool:
    """Whether a notice about a season is still to be told."""
    season = Season.objects.filter(pk=notice.data["season"]).first()
    if season is None:
        return False
    what = notice.data["what"]
    if what == "asking":
        return season.entries.filter(status=EntryStatus.ASKED).exists()
    if what == "asked":
        mine = season.entries.filter(person=notice.person_id, status=EntryStatus.ASKED)
        return mine.exists()
    if what == "written":
        return SeasonMessage.objects.filter(pk=notice.data["message"]).exists()
    if what == "announced":
        return season.drawn_at is None and season.cancelled_at is None
    if what == "stuck":
        return season.drawn_at is None and season.cancelled_at is None
    if what == "summary":
        return season.adjudicated_at is None
    return True


def topic(notice: Notice) -> Topic:
    """The conversation of a season."""
    season = Season.objects.select_related("league").get(pk=notice.data["season"])
    return Topic(
        name=full_name(season),
        url=season_url(season),
        why=_("You get this mail because you play in this league, or direct it."),
    )


def season_url(season: Season) -> str:
    """The absolute address of the page of a season."""
    return settings.SITE_URL + reverse("season", args=[season.league.slug, season.number])


def _announced(season: Season, notice: Notice) -> Content:
    return Content(
        _("%(season)s: registration") % {"season": full_name(season)},
        (
            _("You can register from %(opens)s until %(closes)s.")
            % {
                "opens": format_datetime(season.registration_opens_at),
                "closes": format_datetime(season.registration_closes_at),
            },
            _("The season begins on %(starts)s and ends on %(ends)s at the latest.")
            % {
                "starts": format_datetime(season.starts_at),
                "ends": format_datetime(season.ends_at),
            },
            *_game_kinds(season),
        ),
        link=(_("Register"), season_url(season)),
    )


def _registered(season: Season, notice: Notice) -> Content:
    return Content(
        _("You are registered for %(season)s.") % {"season": full_name(season)},
        (
            _("Registration closes on %(closes)s; then the divisions are drawn.")
            % {"closes": format_datetime(season.registration_closes_at)},
            _("The games begin on %(starts)s. Until then you can withdraw freely.")
            % {"starts": format_datetime(season.starts_at)},
        ),
        link=(_("To the season"), season_url(season)),
    )


def _asked(season: Season, notice: Notice) -> Content:
    return Content(
        _("You have asked to play in %(season)s.") % {"season": full_name(season)},
        (_("A director decides about it. You get a mail with the answer."),),
        link=(_("To the season"), season_url(season)),
    )


def _asking(season: Season, notice: Notice) -> Content:
    asking = season.entries.filter(status=EntryStatus.ASKED).count()
    return Content(
        ngettext(
            "%(count)d player asks to play in %(season)s.",
            "%(count)d players ask to play in %(season)s.",
            asking,
        )
        % {"count": asking, "season": full_name(season)},
        (_("Approve or decline them on the page for directors."),),
        link=(
            _("To the page for directors"),
            settings.SITE_URL + reverse("direct-season", args=[season.league.slug, season.number]),
        ),
    )


def _reserve(season: Season, notice: Notice) -> Content:
    entry = season.entries.filter(person=notice.person).first()
    lines = []
    if season.drawn_at is None:
        lines.append(
            _("If a place becomes free before the draw, whoever has waited longest gets it.")
        )
    if entry is not None and entry.stands_by:
        lines.append(
            _(
                "When a player withdraws, the one who has waited longest takes over the games that"
                " are not finished. You get a mail when that is you."
            )
        )
    else:
        lines.append(
            _(
                "Would you take over games of a player who leaves during the season? Say so on the"
                " page of the season; otherwise you get no seat then."
            )
        )
    return Content(
        _("You are on the reserve list of %(season)s.") % {"season": full_name(season)},
        tuple(lines),
        link=(_("To the season"), season_url(season)),
    )


def _waiting(season: Season, notice: Notice) -> Content:
    said = _reserve(season, notice)
    return Content(
        said.headline,
        (
            _("So many players could not be paired, and you were among the last who registered."),
            *said.lines,
        ),
        link=said.link,
    )


def _has_place(season: Season, notice: Notice) -> Content:
    said = _registered(season, notice)
    return Content(
        _("You have a place in %(season)s.") % {"season": full_name(season)},
        (_("The reserve list has come to you: there is room for you now."), *said.lines),
        link=said.link,
    )


def _left_out(season: Season, notice: Notice) -> Content:
    return Content(
        _("You do not play in %(season)s.") % {"season": full_name(season)},
        (_("You may begin no games at present, so somebody else gets your place."),),
        link=(_("To the season"), season_url(season)),
    )


def _outage(season: Season, notice: Notice) -> Content:
    since, until = (datetime.fromisoformat(notice.data[key]) for key in ("since", "at"))
    rows = [
        (str(_DATES[name]), *(format_datetime(datetime.fromisoformat(at)) for at in change))
        for name, change in notice.data["dates"].items()
    ]
    return Content(
        _("%(season)s: the dates have moved.") % {"season": full_name(season)},
        (
            _("The site ran no seasons from %(since)s until %(until)s.")
            % {"since": format_datetime(since), "until": format_datetime(until)},
            _("Its dates move by that time, so nobody loses any."),
        ),
        rows=((_("Date"), _("Before"), _("Now")), *rows),
        link=(_("To the season"), season_url(season)),
    )


def _cannot_be_drawn(season: Season, notice: Notice) -> Content:
    return Content(
        _("%(season)s cannot be drawn.") % {"season": full_name(season)},
        (
            _("Registration is over, but the season before is not, or too few have registered."),
            _("The page for directors says why, and what can be done."),
        ),
        link=(
            _("To the page for directors"),
            settings.SITE_URL + reverse("direct-season", args=[season.league.slug, season.number]),
        ),
    )


def _started(season: Season, notice: Notice) -> Content:
    entry = _entry(season, notice.person)
    pairings = fixtures_of(entry) if entry else []
    head = (_("Game"), _("Board"), _("Against"))
    count = len(pairings)
    return Content(
        _("%(season)s has begun.") % {"season": full_name(season)},
        (
            _place(entry),
            ngettext(
                "You play %(count)d game. A mail tells you when it is your turn.",
                "You play %(count)d games. A mail tells you when it is your turn.",
                count,
            )
            % {"count": count},
        ),
        rows=(head, *((line.code, line.board, line.others) for line in pairings)),
        link=(_("To the season"), season_url(season)),
    )


def _substitute(season: Season, notice: Notice) -> Content:
    entry = _entry(season, notice.person)
    gone = entry.substitute_for if entry else None
    said = _started(season, notice)
    return Content(
        _("You play in %(season)s.") % {"season": full_name(season)},
        (
            _("%(name)s has left, and you take over the games that are not finished.")
            % {"name": entry_name(gone) if gone else "–"},
            _("Their points are yours."),
        ),
        rows=said.rows,
        link=said.link,
    )


def _withdrawn(season: Season, notice: Notice) -> Content:
    entry = Entry.objects.select_related("person").get(pk=notice.data["entry"])
    comes = entry.substitutes.select_related("person").first()
    return Content(
        _("%(name)s has left %(season)s.")
        % {"name": entry_name(entry), "season": full_name(season)},
        (
            _("%(name)s takes over the games that are not finished.") % {"name": entry_name(comes)}
            if comes
            else _(
                "Nobody waits on the reserve list. Find a substitute, or the games stand still."
            ),
        ),
        link=(
            _("To the page for directors"),
            settings.SITE_URL + reverse("direct-season", args=[season.league.slug, season.number]),
        ),
    )


def _summary(season: Season, notice: Notice) -> Content:
    entry = _entry(season, notice.person)
    left = (
        SeasonSeat.objects.filter(entry=entry, season_game__settled_at=None).count() if entry else 0
    )
    return Content(
        _("%(season)s: how it stands") % {"season": full_name(season)},
        (
            _place(entry),
            ngettext("%(count)d of your games goes on.", "%(count)d of your games go on.", left)
            % {"count": left},
            _("What is not over on %(ends)s counts as it stands.")
            % {"ends": format_datetime(season.ends_at)},
        ),
        rows=_standings_rows(entry),
        link=(_("To the season"), season_url(season)),
    )


def _result(season: Season, notice: Notice) -> Content:
    entry = _entry(season, notice.person)
    lines = [_place(entry)]
    own = next((line for line in _standings(entry) if entry and line.entry == entry.pk), None)
    if entry is not None and entry.rank and own is not None:
        # Equals share a place; the rank of an entry is what lots made of it.
        lines.append(_("You finished in place %(rank)d.") % {"rank": own.rank})
        lines += _outcome_lines(entry)
    return Content(
        _("%(season)s is over.") % {"season": full_name(season)},
        tuple(lines),
        rows=_standings_rows(entry),
        link=(_("To the season"), season_url(season)),
    )


def _written(season: Season, notice: Notice) -> Content:
    found = SeasonMessage.objects.select_related("author").get(pk=notice.data["message"])
    return Content(
        _("%(name)s writes to all players of %(season)s.")
        % {
            "name": found.author.name if found.author else _("Somebody who left"),
            "season": full_name(season),
        },
        quote=found.text,
        link=(_("To the season"), season_url(season)),
    )


def _corrected(season: Season, notice: Notice) -> Content:
    said = _result(season, notice)
    return Content(
        _("%(season)s: the final standings have changed.") % {"season": full_name(season)},
        (
            _("A game of the season was voided afterwards, so all ranks were counted anew."),
            *said.lines,
        ),
        rows=said.rows,
        link=said.link,
    )


def _outcome_lines(entry: Entry) -> list[str]:
    said = (
        {
            Outcome.PROMOTED: _("You are promoted: next season you play in division %(tier)d."),
            Outcome.RELEGATED: _("You are relegated: next season you play in division %(tier)d."),
            Outcome.STAYS: _("You stay where you are: next season you play in division %(tier)d."),
        }.get(Outcome(entry.outcome))
        if entry.outcome
        else None
    )
    return [said % {"tier": entry.tier}] if said else []


def _entry(season: Season, person: Person) -> Entry | None:
    entries = season.entries.select_related("division__season", "substitute_for__person")
    return entries.filter(person=person, status=EntryStatus.PLAYING).first()


def _place(entry: Entry | None) -> str:
    if entry is None or entry.division is None:
        return _("You do not play in this season any more.")
    return _("You play in %(division)s.") % {"division": entry.division.name}


def _standings(entry: Entry | None) -> list[Standing]:
    """The standings of somebody's division."""
    if entry is None or entry.division is None:
        return []
    division = entry.division
    return division_standings(division.season, [division])[division.pk]


def _standings_rows(entry: Entry | None) -> tuple[tuple[str, ...], ...]:
    """The standings of somebody's division; of a large one the top and the neighbours."""
    if entry is None or entry.division is None:
        return ()
    lines = _standings(entry)
    names = {
        other.pk: entry_name(other)
        for other in Entry.objects.filter(division=entry.division).select_related("person")
    }
    own = next(line.order for line in lines if line.entry == entry.pk)
    if len(lines) > ALL_ROWS:
        lines = [line for line in lines if line.order < TOP_ROWS or abs(line.order - own) <= 1]
    head = (_("Place"), _("Player"), _("Points"), _("Games"))
    return (
        head,
        *(
            (str(line.rank), names[line.entry], points_text(line.points), str(line.played))
            for line in lines
        ),
    )


def _game_kinds(season: Season) -> list[str]:
    return [
        ngettext(
            "Everybody plays %(count)d game on %(board)s.",
            "Everybody plays %(count)d games on %(board)s.",
            kind.games,
        )
        % {"count": kind.games, "board": engine.load_board(kind.board).name}
        for kind in game_kinds(season)
    ]


_DATES: Final = {
    "registration_closes_at": gettext_lazy("Registration closes"),
    "starts_at": gettext_lazy("The games begin"),
    "ends_at": gettext_lazy("Last day"),
}
_RENDERERS: Final[dict[str, Callable[[Season, Notice], Content]]] = {
    "announced": _announced,
    "registered": _registered,
    "reserve": _reserve,
    "waiting": _waiting,
    "place": _has_place,
    "left_out": _left_out,
    "outage": _outage,
    "stuck": _cannot_be_drawn,
    "started": _started,
    "substitute": _substitute,
    "withdrawn": _withdrawn,
    "asked": _asked,
    "asking": _asking,
    "written": _written,
    "summary": _summary,
    "result": _result,
    "corrected": _corrected,
}

register(NoticeKind.LEAGUE, say=render, holds=is_relevant, needs_seat=False, thread=topic)
