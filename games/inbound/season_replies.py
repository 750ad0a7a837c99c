"""Replies to mails about a season: register, confirm, withdraw, and ask for the standings.

The first line that is no greeting has to be a command and nothing else, and nothing below may take
it back. Questions that the form asks by ticks count as answered with no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.text.lexicon import clip, normalise
from games.common.dates import format_datetime
from games.common.errors import Refused
from games.common.jobs import ask_on_commit
from games.inbound import languages
from games.inbound.addresses import Address, Letter, NotActedOn, Received
from games.inbound.commands import doubtful_line, tidied
from games.inbound.courtesy import bare_line, before_courtesy, split_first
from games.inbound.doubts import has_doubt
from games.inbound.headers import Headers
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.leagues.mail_addresses import find_by_local_part, is_to_leave, reply_address
from games.leagues.models import Entry, EntryStatus, Partners, Season
from games.leagues.naming import full_name
from games.leagues.notice_texts import in_quotes, season_url
from games.leagues.notifications import season_topic
from games.leagues.season.confirmation import confirm, what_confirming_did
from games.leagues.season.recipients import topic_of
from games.leagues.season.registration import register
from games.leagues.season.standings import standings_rows
from games.leagues.season.withdrawal import withdraw
from games.moderation.roles import seasons_visible_to
from games.notifications import registry
from games.notifications.eligibility import deliverable_address
from games.notifications.mail import identifiers
from games.notifications.mail.render import write_site_answer
from games.notifications.mail.subjects import topic_thread
from games.notifications.models import Notice, NoticeKind
from games.notifications.outbox import SEND_TASK
from games.notifications.registry import Content
from games.people.bot_accounts import check_no_bot_account
from games.people.models import Person

PER_PERSON = 20
"""Messages an hour that are read from one person about one season."""
Outcome = tuple[InboundOutcome, Content]
"""What came of a reply, and what the answer says."""


def find_season_address(local_part: str) -> SeasonAddress | None:
    """Find the address that answers mails about a season; None if it was never given out."""
    found = find_by_local_part(local_part)
    if found is None:
        return None
    season, person = found
    return SeasonAddress(
        door=f"season {season.pk} {person.pk}",
        most=PER_PERSON,
        name=local_part,
        person=person,
        season=season,
    )


@dataclass(kw_only=True)
class SeasonAddress(Address):
    """The address to which one person answers mails about one season."""

    season: Season
    person: Person

    def check_writer(self, headers: Headers, line: InboundMail) -> None:
        super().check_writer(headers, line)
        if not seasons_visible_to(self.person).filter(pk=self.season.pk).exists():
            raise NotActedOn(InboundOutcome.STALE, "the season is hidden from the person")

    def act(self, letter: Letter) -> Received:
        """Carry out a reply and store the answer to it."""
        season, person, now = self.season, self.person, letter.now
        command, doubt = read_command(letter.text, name=person.name)
        letter.check_not_automatic(legible=bool(command))
        outcome, content = self._carry_out(command, doubt, now)
        topic = topic_of(season)
        if deliverable_address(person) is not None:
            thread = topic_thread(topic, season_topic(season), person, NoticeKind.LEAGUE)
            mail = write_site_answer(
                replace(content, reply_to=content.reply_to or reply_address(season, person)),
                thread=thread,
                person=person,
                message_id=identifiers.named_id(letter.key, key=thread.key, person=person),
                in_reply_to=letter.headers.message_id,
                now=now,
                topic=topic,
            )
            mail.save()
            # The answer tells a registration by itself: a second mail would say the same.
            self._registered(now).update(mail=mail)
            ask_on_commit(SEND_TASK)
        return Received(outcome, answered=True)

    def _carry_out(self, command: str, doubt: str, now: datetime) -> Outcome:
        if doubt:
            why = _(
                "“%(text)s”, further down, may change what you want. If you mean %(words)s as it "
                "stands, send it on its own."
            ) % {"text": clip(doubt), "words": in_quotes([command])}
            return InboundOutcome.UNREADABLE, self._says(_("Nothing was done."), why)
        try:
            if command not in ("", "standings"):
                check_no_bot_account(self.person)
            match command:
                case "standings":
                    return InboundOutcome.ANSWERED, self._standings()
                case "register":
                    return InboundOutcome.SEASON, self._register(now)
                case "withdraw" | "for_good":
                    return self._withdraw(command, now)
                case "confirm":
                    done = confirm(season=self.season, person=self.person, now=now)
                    return InboundOutcome.SEASON, self._says(what_confirming_did(done, now))
        except Refused as refusal:
            return InboundOutcome.STALE, self._says(_("Nothing was done."), str(refusal))
        how = _("Write one of these words at the very top of your reply: %(words)s.")
        words = {"words": in_quotes(["register", "confirm", "withdraw", "standings"])}
        headline = _("Your reply was not understood.")
        return InboundOutcome.UNREADABLE, self._says(headline, how % words)

    def _says(self, headline: str, *lines: str, **more: Any) -> Content:
        """An answer that links to the season; ``more`` are further fields of it."""
        link = (_("To the season"), season_url(self.season))
        return Content(headline, lines, link=link, **more)

    def _registered(self, at: datetime) -> QuerySet[Notice]:
        """The notice that the person has registered at this moment."""
        topic = topic_of(self.season)
        return Notice.objects.filter(person=self.person, topic=topic, data__at=at.isoformat())

    def _register(self, now: datetime) -> Content:
        season = self.season
        if season.drawn_at is not None or now >= season.registration_closes_at:
            raise Refused(
                _(
                    "Registration is over. On the season's page you can still join the reserve "
                    "list, which takes over games of players who leave."
                )
            )
        register(season=season, person=self.person, now=now)
        content = registry.render(self._registered(now).latest("pk"))
        lines = [
            _(
                "Two questions of the form count as answered with no: you take over no games of "
                "players who leave, and directors who play in your division do not decide about "
                "it. To answer otherwise, withdraw and register on the season's page."
            )
        ]
        if season.partners == Partners.FIXED:
            lines.append(_("You get a partner by lot, unless you name one on the season's page."))
        return replace(content, lines=(*content.lines, *lines))

    def _withdraw(self, command: str, now: datetime) -> Outcome:
        season, person = self.season, self.person
        words = {"season": full_name(season), "words": in_quotes(["for_good"])}
        for_good = command == "for_good" and is_to_leave(self.name)
        playing = Entry.objects.filter(season=season, person=person, status=EntryStatus.PLAYING)
        if not for_good and playing.exists() and season.adjudicated_at is None:
            return InboundOutcome.ANSWERED, self._says(
                _("You have not withdrawn from %(season)s yet.") % words,
                _(
                    "A player from the reserve list would take over your unfinished games, and you "
                    "could not come back this season. If you want that, reply to this email with "
                    "%(words)s."
                )
                % words,
                reply_to=reply_address(season, person, to_leave=True),
            )
        entry = withdraw(season=season, person=person, now=now)
        lines = []
        if entry.division_id is None and now < season.registration_closes_at:
            again = _("If you change your mind before registration closes, reply with %(words)s.")
            lines.append(again % {"words": in_quotes(["register"])})
        done = _("You have withdrawn from %(season)s.") % words
        return InboundOutcome.SEASON, self._says(done, *lines)

    def _standings(self) -> Content:
        season = self.season
        names = {
            "season": full_name(season),
            "closes": format_datetime(season.registration_closes_at),
        }
        entries = season.entries.select_related("division__season")
        entry = entries.filter(person=self.person, status=EntryStatus.PLAYING).first()
        if entry is not None and entry.division is not None:
            place = _("You play in %(division)s.") % {"division": entry.division.name}
            rows = tuple(standings_rows(entry))
            return self._says(_("%(season)s: standings") % names, place, rows=rows)
        if season.drawn_at is None:
            line = _("The divisions are drawn when registration closes, on %(closes)s.") % names
        else:
            line = _("The season's page shows the standings of all divisions.")
        return self._says(_("You play in no division of %(season)s.") % names, line)


def read_command(text: str | None, *, name: str) -> tuple[str, str]:
    """Return the command in a reply, "" for none, and the line below it that may change it, or "".

    >>> read_command("Hi, confirm, thanks!", name="Ann")
    ('confirm', '')
    >>> read_command("join\\n\\nonly if Bob plays", name="Ann")
    ('register', 'only if Bob plays')
    """
    first, rest = split_first(tidied(lines_above_quote(text or "")))
    beginnings = (first, *map(bare_line, before_courtesy(first, name)))
    command = next(filter(None, map(_command, beginnings)), "")
    if command in ("", "standings"):
        return command, ""
    return command, doubtful_line(rest, name=name, changes=_may_change)


def _may_change(text: str) -> bool:
    return has_doubt(normalise(text)) or bool(_command(bare_line(text)))


def _command(text: str) -> str:
    patterns = languages.SEASON_COMMANDS.items()
    return next((name for name, pattern in patterns if pattern.fullmatch(text)), "")
