"""Notices that somebody wrote at the table."""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, register
from games.tables.models import Seat
from games.talk.messages import heard_by
from games.talk.models import Message


def render(notice: Notice) -> Content:
    """The content of a notice: the message and its author."""
    assert notice.game is not None
    message = Message.objects.select_related("author").get(pk=notice.data["message"])
    assert message.author is not None
    return Content(
        _("%(name)s wrote at the table:") % {"name": message.author.shown_name},
        quote=message.text,
        link=(_("Reply to the table"), f"{site_url('game', notice.game.code)}#talk"),
        below_prompt=True,
    )


def is_relevant(notice: Notice) -> bool:
    """Whether the message is still there to be read, by somebody who has not blocked its author.

    Somebody who was at the page later has seen it there.
    """
    seen = Seat.objects.filter(
        game=OuterRef("game"), person=notice.person_id, present_at__gt=OuterRef("at")
    )
    found = Message.objects.filter(~Exists(seen), pk=notice.data["message"], removed_at=None)
    return heard_by(notice.person_id, found).exclude(author=None).exists()


def public_sentence(notice: Notice) -> str:
    """The sentence for places that anybody may read."""
    return _("Somebody has written at your table.")


register(NoticeKind.TALK, render=render, is_relevant=is_relevant, public_sentence=public_sentence)
