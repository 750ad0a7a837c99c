"""How people hear of what was decided: players in their game, others in a mail of its own."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import told as leagues_told
from games.moderation import audit, deadlines
from games.moderation.appeal import make_token
from games.moderation.difference import difference
from games.moderation.in_season import season_of
from games.moderation.models import AuditEntry, Deed
from games.moderation.reasons import reasons
from games.moderation.wording import by_whom, in_the_game, to_the_person
from games.moderation.wording_in_league import in_the_league
from games.moderation.wording_in_season import in_the_season, names_in
from games.notices.kinds import Said, Thread, register
from games.notices.models import Notice, NoticeKind
from games.people.sanctions import Sanction
from games.tables.models import Game
from games.tables.naming import seat_names


def say(notice: Notice) -> Said:
    """Gets what was decided, by which office, and why."""
    entry = AuditEntry.objects.select_related("game", "league").get(pk=notice.data["entry"])
    reason = reasons([entry.reason]).get(entry.reason, "")
    if "season" in notice.data:
        season = season_of(entry)
        decisions = reverse("season-decisions", args=[season.league.slug, season.number])
        extended = entry.deed == Deed.EXTEND_SEASON and "ends_at" in entry.data
        return Said(
            in_the_season(entry, names_in([entry]), notice.person),
            (by_whom(entry),),
            quote=reason,
            rows=deadlines.in_season(entry, notice.person) if extended else (),
            link=(_("To the decisions"), settings.SITE_URL + decisions),
        )
    if notice.game is None and entry.league is not None:
        subject = audit.people_of([entry]).get(entry.subject_id or 0)
        name = subject.name if subject else _("somebody who has left")
        path = reverse("league", args=[entry.league.slug])
        return Said(
            in_the_league(entry, name, notice.person),
            (by_whom(entry),),
            quote=reason,
            link=(_("To the league"), settings.SITE_URL + path),
        )
    if notice.game is None:
        return Said(
            to_the_person(entry), (by_whom(entry),), quote=reason, link=_appeal_against(entry)
        )
    if entry.data.get("asked") == notice.person_id:
        return _asked(entry, notice.game, reason)
    rows: tuple[tuple[str, ...], ...] = ()
    if entry.deed == Deed.TAKE_BACK:
        rows = _numbers(entry)
    elif "due" in entry.data:
        rows = deadlines.in_game(entry)
    return Said(
        in_the_game(entry, seat_names(notice.game)),
        (by_whom(entry),),
        quote=reason,
        rows=rows,
        link=(
            _("To the decisions"),
            settings.SITE_URL + reverse("decisions", args=[notice.game.code]),
        ),
    )


def _appeal_against(entry: AuditEntry) -> tuple[str, str] | None:
    """The link to the page on which the person appeals against what an entry has forbidden."""
    if entry.deed not in (Deed.MUTE, Deed.SUSPEND, Deed.BAN):
        return None
    sanction = Sanction.objects.filter(pk=entry.data["sanction"]).first()
    if sanction is None:
        return None
    path = reverse("appeal", args=[make_token(sanction)])
    return (_("Read it again, or appeal once"), settings.SITE_URL + path)


def _asked(entry: AuditEntry, game: Game, reason: str) -> Said:
    """Asks a person whether they want a seat of a running game."""
    seat = entry.data["seat"]
    name = seat_names(game)[seat]
    address = reverse("take-seat", args=[game.code, seat])
    if not game.public:
        address = f"{address}?invitation={game.invitation}"
    return Said(
        _("Would you play on in the seat of %(name)s?") % {"name": name},
        (
            by_whom(entry),
            _("The game is running. You take the cards, tickets and points as they are."),
            _("It is up to you: nothing happens unless you take the seat."),
        ),
        quote=reason,
        link=(_("Look at the seat"), settings.SITE_URL + address),
    )


def thread(notice: Notice) -> Thread:
    """Gets the conversation of what is decided in a season, or about a person."""
    if "season" in notice.data:
        return leagues_told.thread(notice)
    return Thread(
        name=_("Moderation"),
        url=settings.SITE_URL + reverse("home"),
        why=_("You get this mail because it is about your account."),
    )


def public(notice: Notice) -> str:
    """Gets the sentence for places that anybody may read."""
    if "season" in notice.data:
        return _("A director has decided something in a season.")
    if notice.game is None:
        return _("There is news about an account.")
    return _("A director has decided something in the game.")


def _numbers(entry: AuditEntry) -> tuple[tuple[str, ...], ...]:
    """Gets the public numbers before and after a take-back: what nobody need keep from others."""
    assert entry.game is not None
    names = seat_names(entry.game)
    rows = [
        (
            names[change.seat],
            f"{change.before.points} → {change.after.points}",
            f"{change.before.trains} → {change.after.trains}",
            f"{change.before.cards} → {change.after.cards}",
        )
        for change in difference(entry.game, entry, None).changes
    ]
    return ((_("Player"), _("Points"), _("Trains"), _("Cards")), *rows) if rows else ()


register(
    NoticeKind.CORRECTION,
    say=say,
    needs_seat=False,
    thread=thread,
    public=public,
)
