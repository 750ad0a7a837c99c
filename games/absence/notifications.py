"""Notices of hand-overs, and of vacations that began by themselves."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.absence.models import HandOver
from games.common.dates import DateFormat, format_datetime
from games.common.links import site_url
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, register
from games.people.models import Person
from games.tables.models import Seat


def render_replaced(notice: Notice) -> Content:
    """Return the content about a hand-over, for predecessor, substitute or anybody else."""
    assert notice.game is not None
    if "open_since" in notice.data:
        return _render_open_seat(notice)
    over = HandOver.objects.select_related("person_before", "person_after").get(
        pk=notice.data["hand_over"]
    )
    link = (_("To the game"), site_url("game", notice.game.code))
    if over.person_before_id == notice.person_id:
        return Content(
            _("Somebody else is now playing in your seat."),
            (
                _("Links and reply addresses in your emails about this game no longer work."),
                _("You can still watch the game."),
            ),
            link=link,
        )
    if over.person_after_id == notice.person_id:
        return Content(
            _("You are now playing in a seat of this game."),
            (
                _("Its cards, tickets and points are yours now."),
                _("Your turn starts with its full time."),
            ),
            link=link,
        )
    names = {"before": _name(over.person_before, over.bot_before)}
    if over.bot_after:
        return Content(_("A bot is playing on for %(before)s.") % names, link=link)
    names["after"] = _name(over.person_after, "")
    return Content(_("%(after)s is playing on for %(before)s.") % names, link=link)


def _render_open_seat(notice: Notice) -> Content:
    assert notice.game is not None
    return Content(
        _("Your table is looking for somebody to play on for you."),
        (_("To keep your seat, make a move, or say on the game's page that you are back."),),
        link=(_("To the game"), site_url("game", notice.game.code)),
    )


def is_replaced_relevant(notice: Notice) -> bool:
    """Whether a seat still looks for a substitute; news that one has come is always relevant."""
    if "open_since" not in notice.data:
        return True
    seats = Seat.objects.filter(game=notice.game_id, person=notice.person_id)
    return seats.filter(open_since__isnull=False).exists()


def render_away(notice: Notice) -> Content:
    """Return the content for a person whose time ran out, so that their vacation began."""
    assert notice.game is not None
    until = datetime.fromisoformat(notice.data["until"])
    return Content(
        _("Your time ran out, so a vacation has begun for you."),
        (
            _("It lasts until %(until)s, in all your games that allow vacations.")
            % {"until": format_datetime(until, DateFormat.LONG_WEEKDAY_TIME)},
            _("You can still make moves. You can end the vacation in your settings."),
        ),
        link=(_("Vacation"), site_url("vacation")),
    )


def is_away_relevant(notice: Notice) -> bool:
    """Whether the turn is still open for which the vacation began."""
    decision = notice.data.get("decision")
    seats = Seat.objects.filter(game=notice.game_id, person=notice.person_id)
    return seats.filter(decision=decision).exists()


def _name(person: Person | None, bot: str) -> str:
    if person is not None:
        return person.shown_name
    return _("a bot") if bot else _("somebody who has left")


register(
    NoticeKind.REPLACED,
    render=render_replaced,
    is_relevant=is_replaced_relevant,
    needs_seat=False,
    public_sentence=lambda notice: _("Somebody else is now playing in a seat of this game."),
)
register(NoticeKind.AWAY, render=render_away, is_relevant=is_away_relevant)
