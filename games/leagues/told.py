"""What the mails of leagues say. A notice holds ids; the words are found when it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.leagues.models import Entry, EntryStatus, Outcome, Season, SeasonSeat
from games.leagues.naming import entry_name, full_name, points_text
from games.leagues.pairings import pairings_of
from games.leagues.reading import kinds_of
from games.leagues.standings_of import standings_of
from games.notices.kinds import Said, Thread, register
from games.notices.models import Notice, NoticeKind
from games.people.models import Person

# Of a large division a mail shows the top and the neighbours of whom it is for.
ALL_ROWS: Final = 14
TOP_ROWS: Final = 8


def say(notice: Notice) -> Said:
    """Gets what a notice about a season tells."""
    season = Season.objects.select_related("league").get(pk=notice.data["season"])
    return _SAYING[notice.data["what"]](season, notice)


def holds(notice: Notice) -> bool:
    """Whether a notice about a season is still to be told."""
    season = Season.objects.filter(pk=notice.data["season"]).first()
    if season is None:
        return False
    what = notice.data["what"]
    if what == "announced":
        return season.drawn_at is None and season.cancelled_at is None
    if what == "stuck":
        return season.drawn_at is None and season.cancelled_at is None
    if what == "summary":
        return season.adjudicated_at is None
    return True


def thread(notice: Notice) -> Thread:
    """Gets the conversation of a season."""
    season = Season.objects.select_related("league").get(pk=notice.data["season"])
    return Thread(
        name=full_name(season),
        url=season_url(season),
        why=_("You get this mail because you play in this league, or direct it."),
    )


def season_url(season: Season) -> str:
    """Gets the absolute address of the page of a season."""
    return settings.SITE_URL + reverse("season", args=[season.league.slug, season.number])


def _announced(season: Season, notice: Notice) -> Said:
    return Said(
        _("%(season)s: registration") % {"season": full_name(season)},
        (
            _("You can register from %(opens)s until %(closes)s.")
            % {
                "opens": _day(season.registration_opens_at),
                "closes": _day(season.registration_closes_at),
            },
            _("The season begins on %(starts)s and ends on %(ends)s at the latest.")
            % {"starts": _day(season.starts_at), "ends": _day(season.ends_at)},
            *_kinds(season),
        ),
        link=(_("Register"), season_url(season)),
    )


def _registered(season: Season, notice: Notice) -> Said:
    return Said(
        _("You are registered for %(season)s.") % {"season": full_name(season)},
        (
            _("Registration closes on %(closes)s; then the divisions are drawn.")
            % {"closes": _day(season.registration_closes_at)},
            _("The games begin on %(starts)s. Until then you can withdraw freely.")
            % {"starts": _day(season.starts_at)},
        ),
        link=(_("To the season"), season_url(season)),
    )


def _reserve(season: Season, notice: Notice) -> Said:
    return Said(
        _("You are on the reserve list of %(season)s.") % {"season": full_name(season)},
        (
            _(
                "When a player withdraws, the one who has waited longest takes over the games that"
                " are not finished. You get a mail when that is you."
            ),
        ),
        link=(_("To the season"), season_url(season)),
    )


def _waiting(season: Season, notice: Notice) -> Said:
    said = _reserve(season, notice)
    return Said(
        said.headline,
        (
            _("So many players could not be paired, and you were among the last who registered."),
            *said.lines,
        ),
        link=said.link,
    )


def _stuck(season: Season, notice: Notice) -> Said:
    return Said(
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


def _started(season: Season, notice: Notice) -> Said:
    entry = _entry(season, notice.person)
    pairings = pairings_of(entry) if entry else []
    head = (_("Game"), _("Board"), _("Against"))
    count = len(pairings)
    return Said(
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


def _substitute(season: Season, notice: Notice) -> Said:
    entry = _entry(season, notice.person)
    gone = entry.substitute_for if entry else None
    said = _started(season, notice)
    return Said(
        _("You play in %(season)s.") % {"season": full_name(season)},
        (
            _("%(name)s has left, and you take over the games that are not finished.")
            % {"name": entry_name(gone) if gone else "–"},
            _("Their points are yours."),
        ),
        rows=said.rows,
        link=said.link,
    )


def _withdrawn(season: Season, notice: Notice) -> Said:
    entry = Entry.objects.select_related("person").get(pk=notice.data["entry"])
    comes = entry.substitutes.select_related("person").first()
    return Said(
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


def _summary(season: Season, notice: Notice) -> Said:
    entry = _entry(season, notice.person)
    left = (
        SeasonSeat.objects.filter(entry=entry, season_game__settled_at=None).count() if entry else 0
    )
    return Said(
        _("%(season)s: how it stands") % {"season": full_name(season)},
        (
            _place(entry),
            ngettext("%(count)d of your games goes on.", "%(count)d of your games go on.", left)
            % {"count": left},
            _("What is not over on %(ends)s counts as it stands.") % {"ends": _day(season.ends_at)},
        ),
        rows=_table(entry),
        link=(_("To the season"), season_url(season)),
    )


def _result(season: Season, notice: Notice) -> Said:
    entry = _entry(season, notice.person)
    lines = [_place(entry)]
    if entry is not None and entry.rank:
        lines.append(_("You finished in place %(rank)d.") % {"rank": entry.rank})
        lines += _moves(entry)
    return Said(
        _("%(season)s is over.") % {"season": full_name(season)},
        tuple(lines),
        rows=_table(entry),
        link=(_("To the season"), season_url(season)),
    )


def _moves(entry: Entry) -> list[str]:
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


def _table(entry: Entry | None) -> tuple[tuple[str, ...], ...]:
    """Gets the standings of somebody's division; of a large one the top and the neighbours."""
    if entry is None or entry.division is None:
        return ()
    division = entry.division
    lines = standings_of(division.season, [division])[division.pk]
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


def _kinds(season: Season) -> list[str]:
    return [
        ngettext(
            "Everybody plays %(count)d game on %(board)s.",
            "Everybody plays %(count)d games on %(board)s.",
            kind.games,
        )
        % {"count": kind.games, "board": engine.load_board(kind.board).name}
        for kind in kinds_of(season)
    ]


def _day(at: object) -> str:
    return date_format(localtime(at), "j F Y, H:i")  # type: ignore[arg-type]


_SAYING: Final[dict[str, Callable[[Season, Notice], Said]]] = {
    "announced": _announced,
    "registered": _registered,
    "reserve": _reserve,
    "waiting": _waiting,
    "stuck": _stuck,
    "started": _started,
    "substitute": _substitute,
    "withdrawn": _withdrawn,
    "summary": _summary,
    "result": _result,
}

register(NoticeKind.LEAGUE, say=say, holds=holds, needs_seat=False, thread=thread)
