"""Notices about seasons: what each says, and whether it is still relevant."""

from __future__ import annotations

from django.utils.timezone import now
from django.utils.translation import gettext

from games.common.dates import format_datetime
from games.common.links import site_url
from games.leagues.mail_addresses import reply_address
from games.leagues.models import EntryStatus, Season, SeasonMessage
from games.leagues.naming import full_name
from games.leagues.notice_texts import TEXTS, in_quotes, season_url
from games.leagues.selectors import entries_to_confirm
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.votes.selectors import agreed_votes


def render(notice: Notice) -> Content:
    """The content of a notice about a season."""
    season = Season.objects.select_related("league").get(pk=notice.data["season"])
    text = TEXTS[notice.data["what"]]
    values = {
        "season": full_name(season),
        "opens": format_datetime(season.registration_opens_at),
        "closes": format_datetime(season.registration_closes_at),
        "starts": format_datetime(season.starts_at),
        "ends": format_datetime(season.ends_at),
        **text.values(season, notice),
    }
    link = (gettext("To the season"), season_url(season))
    if text.for_directors:
        page = site_url("direct-season", season.league.slug, season.number)
        link = (gettext("To the directors' page"), page)
    lines = [str(line) % values for line in text.lines] + [*values.get("more", ())]
    answer = reply_address(season, notice.person) if text.replies else ""
    if answer:
        how = gettext("You can also reply to this email with %(words)s.")
        lines.append(how % {"words": in_quotes(text.replies)})
    return Content(
        str(text.headline) % values,
        tuple(filter(None, lines)),
        quote=values.get("quote", ""),
        rows=values.get("rows", ()),
        link=values.get("link", link),
        reply_to=answer,
    )


def is_relevant(notice: Notice) -> bool:
    """Whether a notice about a season is still relevant."""
    season = Season.objects.filter(pk=notice.data["season"]).first()
    if season is None:
        return False
    match notice.data["what"]:
        case "asking":
            return season.entries.filter(status=EntryStatus.ASKED).exists()
        case "asked" | "unanswered":
            own = season.entries.filter(person=notice.person_id, status=EntryStatus.ASKED)
            return own.exists()
        case "written":
            return SeasonMessage.objects.filter(pk=notice.data["message"]).exists()
        case "vote":
            return agreed_votes(now()).filter(pk=notice.data["vote"]).exists()
        case "announced" | "stuck":
            return season.drawn_at is None and season.cancelled_at is None
        case "confirm" | "remind":
            return entries_to_confirm(notice.person).filter(season=season).exists()
        case "summary":
            return season.adjudicated_at is None
    return True


def topic(notice: Notice) -> Topic:
    """The conversation of a season."""
    return season_topic(Season.objects.select_related("league").get(pk=notice.data["season"]))


def season_topic(season: Season) -> Topic:
    """The conversation of a season, for a mail that no notice leads."""
    return Topic(
        name=full_name(season),
        url=season_url(season),
        why=gettext(
            "You are receiving this email because you are a player or director in this league."
        ),
    )


register(NoticeKind.LEAGUE, render=render, is_relevant=is_relevant, needs_seat=False, topic=topic)
