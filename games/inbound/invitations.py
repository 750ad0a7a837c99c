"""Replies to invitations, carried out and answered; invitations that came back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Final

from django.utils import translation
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.common.links import site_url
from games.inbound import languages
from games.inbound.addresses import Address, Letter, NotActedOn, Received
from games.inbound.courtesy import QUOTES_AND_STOPS, split_first
from games.inbound.headers import SUPPRESS, Headers
from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.quotes import lines_above_quote
from games.inbound.server_reports import read_server_report
from games.lobby.invitations.answering import BadName, Joined, decline, join
from games.lobby.invitations.invite import A_DAY, TO_AN_ADDRESS
from games.lobby.invitations.mails import write_answer
from games.lobby.invitations.models import EmailInvitation, InvitationStatus
from games.lobby.invitations.selectors import owner_of
from games.lobby.invitations.tokens import BOUNCE, find_by_local_part
from games.notifications.mail.bounces import bounce_kind
from games.notifications.mail.opt_outs import (
    address_digests,
    has_opted_out,
    normal_address,
    opt_out,
)
from games.notifications.models import AccountMail, BounceKind

PER_INVITATION: Final = 10
"""Messages an hour that are read about one invitation."""
FORGED_DETAIL: Final = "other address"


class Says(StrEnum):
    JOIN = "join"
    DECLINE = "decline"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class InvitationAnswer:
    """An answer, with the name under which somebody would like to join, or ""."""

    says: Says
    name: str = ""


def find_invitation_address(local_part: str) -> InvitationAddress | None:
    """Find an address of an invitation; None if it was never given out."""
    found = find_by_local_part(local_part)
    if found is None:
        return None
    kind, invitation = found
    return (UndeliveredInvitation if kind == BOUNCE else InvitationAddress)(
        door=f"invitation {invitation.pk}",
        most=PER_INVITATION,
        name=local_part,
        invitation=invitation,
    )


@dataclass(kw_only=True)
class InvitationAddress(Address):
    """The address to which one invitation is answered.

    No hash of the sender is kept: the address may be one that is to be erased.
    """

    invitation: EmailInvitation

    def describe(self, line: InboundMail) -> None:
        super().describe(line)
        line.game = self.invitation.game

    def check_writer(self, headers: Headers, line: InboundMail) -> None:
        if _is_from_invited(headers.sender, self.invitation):
            return
        if headers.may_be_automatic:
            raise NotActedOn(InboundOutcome.AUTOMATIC, SUPPRESS)
        raise NotActedOn(
            InboundOutcome.FORGED,
            FORGED_DETAIL,
            answer=partial(_answer_other_address, self.invitation, headers, line),
        )

    def act(self, letter: Letter) -> Received:
        """Carry out a reply and write the answer to it."""
        answer = None if letter.text is None else read_answer(lines_above_quote(letter.text))
        letter.check_not_automatic(legible=answer is not None)
        owner = owner_of(self.invitation.address)
        language = owner.language if owner else self.invitation.language
        with translation.override(language):
            outcome, title, lines = _carry_out(answer, self.invitation, language, letter.now)
            write_answer(
                invitation=self.invitation,
                recipient=letter.headers.sender,
                title=title,
                lines=lines,
                in_reply_to=letter.headers.message_id,
                now=letter.now,
            )
        return Received(outcome, answered=True)


class UndeliveredInvitation(InvitationAddress):
    """The return path of an invitation. One that cannot be delivered is not repeated.

    Its inviter sees no difference: the mailbox of somebody with an account would show none.
    """

    def take_report(self, raw: bytes, line: InboundMail) -> Received:
        report = read_server_report(raw)
        if report.complaint:
            opt_out(digest=self.invitation.digest, now=line.at)
            return Received(InboundOutcome.MUTED, "complaint")
        if report.failed is None:
            return Received(InboundOutcome.AUTOMATIC, "no report")
        kind = bounce_kind(failed=report.failed, code=report.code, text=report.text)
        mark_undeliverable(invitation=self.invitation, kind=kind)
        return Received(InboundOutcome.BOUNCED, f"{kind} {report.code}".strip())


def mark_undeliverable(*, invitation: EmailInvitation, kind: BounceKind) -> None:
    """Note that an invitation came back; one that is only delayed did not."""
    if kind != BounceKind.DELAYED:
        EmailInvitation.objects.filter(pk=invitation.pk).update(undeliverable=True, next_at=None)


def read_answer(lines: Sequence[str]) -> InvitationAnswer | None:
    """The answer in the lines that somebody wrote above the quote; None where there is none.

    The first line that is no greeting has to be such an answer and nothing else. What is below it
    is not looked at: no word there makes a yes of a no.

    >>> read_answer(["Hi,", "", "Join as “Anna B.”!", "See you"])
    InvitationAnswer(says=<Says.JOIN: 'join'>, name='Anna B')
    >>> read_answer(["no problem, I shall join"]) is None
    True
    """
    first, _rest = split_first(lines)
    if not first:
        return None
    if languages.STOP.fullmatch(first):
        return InvitationAnswer(Says.STOP)
    if languages.DECLINE.fullmatch(first):
        return InvitationAnswer(Says.DECLINE)
    found = languages.JOIN.fullmatch(first)
    if found is None and languages.YES.fullmatch(first) is None:
        return None
    name = (found["name"] or "") if found else ""
    return InvitationAnswer(Says.JOIN, name.strip(QUOTES_AND_STOPS))


def _is_from_invited(sender: str, invitation: EmailInvitation) -> bool:
    """Whether a message comes from the address that was invited, or its owner's other ones."""
    if not sender:
        return False
    if not invitation.address:
        return invitation.digest in address_digests(sender)
    if _normal(sender) == normal_address(invitation.address):
        return True
    owner = owner_of(invitation.address)
    return owner is not None and owner == owner_of(sender)


def _answer_other_address(invitation: EmailInvitation, headers: Headers, line: InboundMail) -> None:
    """Tell somebody else, once for each invitation and seldom, that nothing was done.

    Anybody can write any sender on a message; so this is not to be a way of writing to others.
    """
    told = InboundMail.objects.filter(door=line.door, detail=FORGED_DETAIL).exists()
    lately = AccountMail.objects.filter(
        kind="invitation_answer", recipient=headers.sender, created_at__gt=line.at - A_DAY
    )
    often = lately.count() >= TO_AN_ADDRESS
    if headers.sender and not told and not often and not has_opted_out(headers.sender):
        with translation.override(invitation.language):
            write_answer(
                invitation=invitation,
                recipient=headers.sender,
                title=_("Nothing was done."),
                lines=[
                    _(
                        "This invitation was sent to another address. Reply from that "
                        "address, or open the link in the invitation."
                    )
                ],
                in_reply_to=headers.message_id,
                answerable=False,
                now=line.at,
            )


def _carry_out(
    answer: InvitationAnswer | None, invitation: EmailInvitation, language: str, now: datetime
) -> tuple[InboundOutcome, str, Sequence[str]]:
    if answer is None:
        return InboundOutcome.UNREADABLE, _("Your reply was not understood."), _help(invitation)
    try:
        if answer.says == Says.JOIN:
            joined = join(invitation=invitation, name=answer.name, language=language, now=now)
            return InboundOutcome.JOINED, *_joined(joined, invitation)
        decline(invitation=invitation, now=now)
    except BadName as refusal:
        lines = [str(refusal)]
        if refusal.offers:
            lines += [_("These names are free. Reply with one of these lines:")]
            lines += [_("join as %(name)s") % {"name": offer} for offer in refusal.offers]
        else:
            lines += [_("Reply with “join as” and another name.")]
        return InboundOutcome.ILLEGAL, _("You have not joined yet."), lines
    except Refused as refusal:
        return InboundOutcome.STALE, _("Nothing was done."), [str(refusal)]
    if answer.says == Says.STOP:
        opt_out(digest=invitation.digest, now=now)
        done = _("You have declined, and will get no more invitations at this address.")
        return InboundOutcome.DECLINED, done, []
    return InboundOutcome.DECLINED, _("You have declined the invitation."), []


def _joined(joined: Joined, invitation: EmailInvitation) -> tuple[str, list[str]]:
    lines = []
    if invitation.group is not None:
        lines.append(_("You are a member of the club now."))
    elif joined.has_begun:
        lines.append(_("The game has begun. You get an email when it is your turn: reply to it."))
    else:
        lines.append(_("The game begins when everybody has joined. You will get an email then."))
    if joined.is_new:
        url = site_url("account_request_login_code")
        lines += [
            _(
                "Your address is your account. You can play by email alone, and need no "
                "password. To change your name or settings, or to close the account, sign in "
                "with a code, which we send to this address: %(url)s"
            )
            % {"url": url},
        ]
    if invitation.game is not None and not joined.has_begun:
        lines.append(_("If you change your mind before it begins, reply with “no”."))
    return _("You have joined as %(name)s.") % {"name": joined.person.name}, lines


def _help(invitation: EmailInvitation) -> list[str]:
    if invitation.status == InvitationStatus.JOINED:
        return [_("To make a move, reply to the latest email about your game.")]
    return [
        _(
            "Reply with “join”, with “join as” and a name, or with “no”. To get no more "
            "invitations, reply with “stop”."
        )
    ]


def _normal(address: str) -> str:
    try:
        return normal_address(address)
    except UnicodeError:
        return ""
