"""The texts of notices about seasons, and the values that fill them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import engine
from games.common.dates import format_datetime
from games.common.links import site_url
from games.language.boards import board_name
from games.leagues.mail_addresses import confirm_url
from games.leagues.models import Entry, EntryStatus, Season, SeasonMessage, SeasonSeat
from games.leagues.naming import entry_name, full_name
from games.leagues.rules.promotion import Outcome
from games.leagues.season.fixtures import fixture_rows
from games.leagues.season.plan import game_kinds
from games.leagues.season.standings import standings_around, standings_rows
from games.notifications.models import Notice
from games.people.models import Person
from games.tables.seat_names import seat_names
from games.votes.models import Vote
from games.votes.wording import describe_proposal

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeasonText:
    """The text of a notice, filled in with the name and dates of its season and with ``values``.

    Empty lines are left out. The values may contain ``more`` lines, ``rows``, a ``quote``, and a
    ``link`` that replaces the one to the season or to the page ``for_directors``. ``replies`` are
    commands of games/inbound/season_replies.py with which the mail can be answered.
    """

    headline: str | Promise
    lines: tuple[str | Promise, ...] = ()
    values: Callable[[Season, Notice], Values] = lambda season, notice: {}
    for_directors: bool = False
    replies: tuple[str, ...] = ()


REPLIES: Final = {
    "register": _("register"),
    "confirm": _("confirm"),
    "withdraw": _("withdraw"),
    "for_good": _("withdraw for good"),
    "standings": _("standings"),
}
"""The words to write for each command, which the replies.toml of the language has to list."""


def in_quotes(commands: Sequence[str]) -> str:
    """Return the words for these commands, to be written in a reply."""
    return _(" or ").join(f"“{REPLIES[command]}”" for command in commands)


def season_url(season: Season) -> str:
    """The absolute address of the page of a season."""
    return site_url("season", season.league.slug, season.number)


def _announced(season: Season, notice: Notice) -> Values:
    kinds = [
        ngettext(
            "Everybody plays %(count)d game on %(board)s.",
            "Everybody plays %(count)d games on %(board)s.",
            kind.games_each,
        )
        % {"count": kind.games_each, "board": board_name(engine.load_board(kind.board))}
        for kind in game_kinds(season)
    ]
    return {"more": kinds, "link": (gettext("Register"), season_url(season))}


def _asking(season: Season, notice: Notice) -> Values:
    asking = season.entries.filter(status=EntryStatus.ASKED).count()
    headline = ngettext(
        "%(count)d player has asked to play in %(season)s.",
        "%(count)d players have asked to play in %(season)s.",
        asking,
    )
    return {"headline": headline % {"count": asking, "season": full_name(season)}}


def _confirm(season: Season, notice: Notice) -> Values:
    entry = season.entries.filter(person=notice.person).first()
    if entry is not None and entry.status == EntryStatus.RESERVE:
        without = _("Otherwise you get no place that becomes free before the draw.")
    else:
        without = _("Otherwise you go on the reserve list, and the draw is made without you.")
    return {"without": without, **_to_confirm(season, notice)}


def _to_confirm(season: Season, notice: Notice) -> Values:
    label = gettext("Take over games") if season.drawn_at else gettext("Confirm my place")
    return {"link": (label, confirm_url(season, notice.person))}


def _reserve(season: Season, notice: Notice) -> Values:
    entry = season.entries.filter(person=notice.person).first()
    before_draw = ""
    if season.drawn_at is None:
        before_draw = gettext(
            "If a place becomes free before the draw, it goes to the player who has waited longest."
        )
    if entry is not None and entry.stands_by:
        substitution = _(
            "When a player withdraws, the player who has waited longest takes over the "
            "unfinished games. If that is you, you will get an email."
        )
    else:
        substitution = _(
            "Would you take over the games of a player who leaves during the season? "
            "Say so on the season's page; otherwise you will not be asked."
        )
    return {"before_draw": before_draw, "substitution": substitution}


def _outage(season: Season, notice: Notice) -> Values:
    def at(stamp: str) -> str:
        return format_datetime(datetime.fromisoformat(stamp))

    head = (gettext("Date"), gettext("Before"), gettext("Now"))
    rows = [
        (str(_DATES[name]), *(at(stamp) for stamp in change))
        for name, change in notice.data["dates"].items()
    ]
    since, until = notice.data["since"], notice.data["at"]
    return {"since": at(since), "until": at(until), "rows": (head, *rows)}


def _started(season: Season, notice: Notice) -> Values:
    entry = _entry(season, notice.person)
    rows = fixture_rows(entry)
    count = len(rows) - 1
    games = ngettext(
        "You play %(count)d game. You will get an email when it is your turn.",
        "You play %(count)d games. You will get an email when it is your turn.",
        count,
    ) % {"count": count}
    return {"place": _place(entry), "games": games, "rows": rows}


def _substitute(season: Season, notice: Notice) -> Values:
    entry = _entry(season, notice.person)
    gone = entry.substitute_for if entry else None
    return {"name": entry_name(gone) if gone else "–", "rows": fixture_rows(entry)}


def _withdrawn(season: Season, notice: Notice) -> Values:
    entry = Entry.objects.select_related("person").get(pk=notice.data["entry"])
    comes = entry.substitutes.select_related("person").first()
    if comes:
        line = _("%(name)s takes over the unfinished games.")
        then = line % {"name": entry_name(comes)}
    else:
        then = gettext(
            "Nobody is waiting on the reserve list. Find a substitute, or the games stand still."
        )
    return {"name": entry_name(entry), "then": then}


def _summary(season: Season, notice: Notice) -> Values:
    entry = _entry(season, notice.person)
    left = (
        SeasonSeat.objects.filter(entry=entry, season_game__settled_at=None).count() if entry else 0
    )
    games = ngettext(
        "%(count)d of your games is still in play.",
        "%(count)d of your games are still in play.",
        left,
    )
    return {
        "place": _place(entry),
        "games": games % {"count": left},
        "rows": standings_rows(entry),
    }


def _result(season: Season, notice: Notice) -> Values:
    entry = _entry(season, notice.person)
    more = []
    own = next((line for line in standings_around(entry) if entry and line.entry == entry.pk), None)
    if entry is not None and entry.rank and own is not None:
        # Equals share a place; lots decided the rank of an entry.
        more.append(_("You finished in place %(rank)d.") % {"rank": own.rank})
        if entry.outcome in _OUTCOMES:
            more.append(_OUTCOMES[Outcome(entry.outcome)] % {"tier": entry.tier})
    return {"place": _place(entry), "more": more, "rows": standings_rows(entry)}


def _vote(season: Season, notice: Notice) -> Values:
    vote = Vote.objects.select_related("game").get(pk=notice.data["vote"])
    return {
        "game": vote.game.code,
        "proposal": describe_proposal(vote, seat_names(vote.game)),
        "until": format_datetime(vote.expires_at),
        "link": (gettext("To the directors' page"), site_url("direct", vote.game.code)),
    }


def _written(season: Season, notice: Notice) -> Values:
    found = SeasonMessage.objects.select_related("author").get(pk=notice.data["message"])
    author = found.author.name if found.author else _("Somebody who left")
    return {"name": author, "quote": found.text}


def _entry(season: Season, person: Person) -> Entry | None:
    entries = season.entries.select_related("division__season", "substitute_for__person")
    return entries.filter(person=person, status=EntryStatus.PLAYING).first()


def _place(entry: Entry | None) -> str:
    if entry is None or entry.division is None:
        return gettext("You no longer play in this season.")
    return _("You play in %(division)s.") % {"division": entry.division.name}


_DATES: Final = {
    "registration_closes_at": _("Registration closes"),
    "starts_at": _("The games begin"),
    "ends_at": _("Last day"),
}
_OUTCOMES: Final = {
    Outcome.PROMOTED: _("You are promoted: next season you play in division %(tier)d."),
    Outcome.RELEGATED: _("You are relegated: next season you play in division %(tier)d."),
    Outcome.STAYS: _("You stay in your division: next season you play in division %(tier)d."),
}
_COMING_DATES: Final = (
    _("Registration closes on %(closes)s; then the divisions are drawn."),
    _("The games begin on %(starts)s. Until then you can withdraw freely."),
)
_CONFIRM: Final = (
    _("Confirm by %(closes)s; then the divisions are drawn."),
    "%(without)s",
    _("If you cannot play, withdraw: it lets somebody else in."),
)
_ON_RESERVE_LIST: Final = _("You are on the reserve list of %(season)s.")
TEXTS: Final = {
    "announced": SeasonText(
        _("%(season)s: registration"),
        (
            _("You can register from %(opens)s until %(closes)s."),
            _("The season begins on %(starts)s and ends on %(ends)s at the latest."),
        ),
        _announced,
        replies=("register",),
    ),
    "registered": SeasonText(
        _("You are registered for %(season)s."), _COMING_DATES, replies=("withdraw",)
    ),
    "confirm": SeasonText(
        _("%(season)s: confirm your place"), _CONFIRM, _confirm, replies=("confirm", "withdraw")
    ),
    "remind": SeasonText(
        _("%(season)s: you have not confirmed yet."),
        _CONFIRM,
        _confirm,
        replies=("confirm", "withdraw"),
    ),
    "silent": SeasonText(
        _ON_RESERVE_LIST,
        (
            _("You did not confirm your place, so the draw was made without you."),
            _(
                "If you still want to play, confirm now. When a player leaves, the first on the "
                "list who wants to play takes over the games."
            ),
        ),
        _to_confirm,
        replies=("confirm", "withdraw"),
    ),
    "reserve": SeasonText(
        _ON_RESERVE_LIST,
        ("%(before_draw)s", "%(substitution)s"),
        _reserve,
        replies=("withdraw",),
    ),
    "waiting": SeasonText(
        _ON_RESERVE_LIST,
        (
            _(
                "This number of players could not be paired, and you were among the last "
                "to register."
            ),
            "%(before_draw)s",
            "%(substitution)s",
        ),
        _reserve,
        replies=("withdraw",),
    ),
    "place": SeasonText(
        _("You have a place in %(season)s."),
        (
            _("You have reached the top of the reserve list: there is a place for you now."),
            *_COMING_DATES,
        ),
        replies=("withdraw",),
    ),
    "left_out": SeasonText(
        _("You do not play in %(season)s."),
        (_("You may not start games at present, so your place goes to somebody else."),),
    ),
    "outage": SeasonText(
        _("%(season)s: the dates have moved."),
        (
            _("Because of an outage, no season moved on from %(since)s to %(until)s."),
            _("The dates of this season have moved by that time, so nobody loses any."),
        ),
        _outage,
    ),
    "stuck": SeasonText(
        _("%(season)s cannot be drawn."),
        (
            _(
                "Registration is over, but the previous season is not, or too few players "
                "have registered."
            ),
            _("The directors' page says why, and what you can do."),
        ),
        for_directors=True,
    ),
    "ended_undrawn": SeasonText(
        _("%(season)s was cancelled."),
        (_("Too few players were left when the divisions were to be drawn."),),
    ),
    "started": SeasonText(
        _("%(season)s has begun."), ("%(place)s", "%(games)s"), _started, replies=("standings",)
    ),
    "unanswered": SeasonText(
        _("%(season)s has begun without you."),
        (_("No director answered your request. If one still does, you go on the reserve list."),),
    ),
    "substitute": SeasonText(
        _("You play in %(season)s."),
        (
            _("%(name)s has left, and you take over the unfinished games."),
            _("You also get the points from them."),
        ),
        _substitute,
    ),
    "withdrawn": SeasonText(
        _("%(name)s has left %(season)s."), ("%(then)s",), _withdrawn, for_directors=True
    ),
    "asked": SeasonText(
        _("You have asked to play in %(season)s."),
        (_("A director will decide. You will get the answer by email."),),
        replies=("withdraw",),
    ),
    "asking": SeasonText(
        "%(headline)s",
        (_("Approve or decline them on the directors' page."),),
        _asking,
        for_directors=True,
    ),
    "vote": SeasonText(
        _("%(season)s: the players of a game are waiting for a director."),
        (
            _("All players of game %(game)s have agreed: %(proposal)s."),
            _("Confirm or refuse it by %(until)s; after that, it lapses."),
        ),
        _vote,
    ),
    "written": SeasonText(_("%(name)s writes to all players of %(season)s."), values=_written),
    "summary": SeasonText(
        _("%(season)s: standings"),
        (
            "%(place)s",
            "%(games)s",
            _("Games that are still in play on %(ends)s count as they stand."),
        ),
        _summary,
        replies=("standings",),
    ),
    "result": SeasonText(_("%(season)s is over."), ("%(place)s",), _result),
    "corrected": SeasonText(
        _("%(season)s: the final standings have changed."),
        (
            _("A game of the season was voided afterwards, so all ranks were worked out again."),
            "%(place)s",
        ),
        _result,
    ),
}
