"""How the others at a table hear that something was said."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.notices.addresses import game_url
from games.notices.kinds import Said, register
from games.notices.models import Notice, NoticeKind
from games.talk.models import Message


def say(notice: Notice) -> Said:
    """Gets what a notice tells: who said what."""
    assert notice.game is not None
    message = Message.objects.select_related("author").get(pk=notice.data["message"])
    assert message.author is not None
    return Said(
        _("%(name)s wrote at the table:") % {"name": message.author.name},
        quote=message.text,
        link=(_("Answer at the table"), f"{game_url(notice.game)}#talk"),
        aside=True,
    )


def holds(notice: Notice) -> bool:
    """Whether the message is still there to be read."""
    found = Message.objects.filter(pk=notice.data["message"], removed_at=None)
    return found.exclude(author=None).exists()


def public(notice: Notice) -> str:
    """Gets the sentence for places that anybody may read."""
    return _("Somebody wrote at the table.")


register(NoticeKind.TALK, say=say, holds=holds, public=public)
