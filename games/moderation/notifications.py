"""Notices of decisions: to players in their game or season, to a person about their account."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import notifications as league_notifications
from games.moderation import audit, moved_deadlines
from games.moderation.appeals import make_token
from games.moderation.audit import reason_texts
from games.moderation.games.take_back import difference
from games.moderation.models import AuditEntry, ModerationAction
from games.moderation.place import season_of
from games.moderation.proposals import PROPOSALS
from games.moderation.seasons.wording import league_sentence, names_of_entries, season_sentence
from games.moderation.second_voice import is_second_voice
from games.moderation.wording import (
    game_sentence,
    line_sentence,
    next_step,
    person_sentence,
    role_sentence,
)
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.people.models import Person
from games.people.sanctions import Sanction
from games.tables.models import Game
from games.tables.seat_names import seat_names


def render(notice: Notice) -> Content:
    """Return the decision, the role that took it, and its reason."""
    entry = AuditEntry.objects.select_related("game", "league").get(pk=notice.data["entry"])
    reason = _words(entry, notice.person)
    who = _who(entry)
    if "season" in notice.data:
        season = season_of(entry)
        # People who are asked for a second voice confirm on the directors' page.
        asked = _is_asked(entry, notice.person)
        page = "direct-season" if asked else "season-decisions"
        decisions = reverse(page, args=[season.league.slug, season.number])
        extended = entry.action == ModerationAction.EXTEND_SEASON and "ends_at" in entry.data
        return Content(
            season_sentence(entry, names_of_entries([entry]), notice.person),
            _lines(entry, who),
            quote=reason,
            rows=moved_deadlines.rows_in_season(entry, notice.person) if extended else (),
            link=(_("To the decisions"), settings.SITE_URL + decisions),
        )
    if notice.game is None and entry.league is not None:
        subject = audit.people_of([entry]).get(entry.subject_id or 0)
        name = subject.name if subject else _("somebody who has left")
        path = reverse("league", args=[entry.league.slug])
        return Content(
            league_sentence(entry, name, notice.person),
            (role_sentence(entry, who),),
            quote=reason,
            link=(_("To the league"), settings.SITE_URL + path),
        )
    if notice.game is None:
        paragraphs = filter(None, (line_sentence(entry), role_sentence(entry)))
        return Content(
            person_sentence(entry), tuple(paragraphs), quote=reason, link=_appeal_link(entry)
        )
    if entry.data.get("asked") == notice.person_id:
        return _seat_offered(entry, notice.game, reason)
    rows: tuple[tuple[str, ...], ...] = ()
    if entry.action == ModerationAction.TAKE_BACK:
        rows = _numbers_before_and_after(entry)
    elif "due" in entry.data:
        rows = moved_deadlines.rows_in_game(entry)
    return Content(
        game_sentence(entry, seat_names(notice.game)),
        _lines(entry, who),
        quote=reason,
        rows=rows,
        link=_link(notice.game, manage=_is_asked(entry, notice.person)),
    )


def _lines(entry: AuditEntry, who: str) -> tuple[str, ...]:
    """Who decided, and what comes next."""
    return tuple(filter(None, (role_sentence(entry, who), next_step(entry))))


def _words(entry: AuditEntry, reader: Person) -> str:
    """The public reason, and the private message if this reader may see it.

    A message is for the subject of the decision, or for all recipients if there is no subject. That
    of a proposal is sent when it is carried out.
    """
    texts = reason_texts([entry.reason, entry.message])
    words = [texts.get(entry.reason, "")]
    if entry.subject_id in (None, reader.pk) and entry.action not in PROPOSALS:
        private = texts.get(entry.message, "")
        words.append(_("Not published: %(text)s") % {"text": private} if private else "")
    return "\n\n".join(filter(None, words))


def _who(entry: AuditEntry) -> str:
    """The name of who decided."""
    actor = audit.people_of([entry]).get(entry.actor_id)
    return actor.name if actor else _("somebody who has left")


def _is_asked(entry: AuditEntry, reader: Person) -> bool:
    """Whether a reader of a proposal, or of an objection to one, may confirm it."""
    proposal = entry.proposal if entry.action == ModerationAction.OBJECT else entry
    if proposal is None or proposal.action not in PROPOSALS:
        return False
    return is_second_voice(reader, proposal)


def _link(game: Game, *, manage: bool) -> tuple[str, str]:
    """The link to the decisions in a game, or to the lobby while it has not begun."""
    if manage:
        return _("To the decisions"), settings.SITE_URL + reverse("direct", args=[game.code])
    if game.version < 0:
        return _("To the lobby"), settings.SITE_URL + reverse("lobby")
    return _("To the decisions"), settings.SITE_URL + reverse("decisions", args=[game.code])


def _appeal_link(entry: AuditEntry) -> tuple[str, str] | None:
    """The link to the page on which the person appeals against a sanction."""
    if entry.action not in (ModerationAction.MUTE, ModerationAction.SUSPEND, ModerationAction.BAN):
        return None
    sanction = Sanction.objects.filter(pk=entry.data["sanction"]).first()
    if sanction is None:
        return None
    path = reverse("appeal", args=[make_token(sanction)])
    return (_("Read it again, or appeal"), settings.SITE_URL + path)


def _seat_offered(entry: AuditEntry, game: Game, reason: str) -> Content:
    """Ask a person whether they want a seat of a running game."""
    seat = entry.data["seat"]
    name = seat_names(game)[seat]
    address = reverse("take-seat", args=[game.code, seat])
    if not game.public:
        address = f"{address}?invitation={game.invitation}"
    return Content(
        _("Would you like to play on in the seat of %(name)s?") % {"name": name},
        (
            role_sentence(entry),
            _(
                "The game is already running. You take over the cards, tickets and points "
                "as they are."
            ),
            _("It is up to you: nothing happens unless you take the seat."),
        ),
        quote=reason,
        link=(_("Look at the seat"), settings.SITE_URL + address),
    )


def topic(notice: Notice) -> Topic:
    """The conversation of what is decided in a season, or about a person."""
    if "season" in notice.data:
        return league_notifications.topic(notice)
    return Topic(
        name=_("Moderation"),
        url=settings.SITE_URL + reverse("home"),
        why=_("You are receiving this email because it is about your account."),
    )


def public_sentence(notice: Notice) -> str:
    """The sentence for places that anybody may read."""
    if "season" in notice.data:
        return _("A director has made a decision in a season.")
    if notice.game is None:
        return _("There is news about your account.")
    return _("A director has made a decision in the game.")


def _numbers_before_and_after(entry: AuditEntry) -> tuple[tuple[str, ...], ...]:
    """The public numbers before and after a take-back, which are no secret."""
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
    NoticeKind.DIRECTOR_DECISION,
    render=render,
    needs_seat=False,
    topic=topic,
    public_sentence=public_sentence,
)
