"""How a webhook that was switched off is told."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.notices.kinds import Said, Thread, register
from games.notices.models import Notice, NoticeKind
from games.webhooks.models import Webhook


def say(notice: Notice) -> Said:
    return Said(
        _("Your webhook is switched off."),
        (
            *_where(notice),
            _("The last %(count)d attempts to reach it have failed, so nothing is sent to it now.")
            % {"count": notice.data["failures"]},
            _("Look at what it answered, correct its address if need be, and switch it on again."),
        ),
        link=(_("Your webhooks"), settings.SITE_URL + reverse("webhooks")),
    )


def holds(notice: Notice) -> bool:
    return _meant(notice).exists()


def _meant(notice: Notice) -> QuerySet[Webhook]:
    """Gets what a notice is about, as long as it is switched off."""
    mine = Webhook.objects.filter(person=notice.person_id, disabled_at__isnull=False)
    # Before there could be several, no notice said which.
    return mine.filter(pk=notice.data["webhook"]) if "webhook" in notice.data else mine


def _where(notice: Notice) -> list[str]:
    """Says which one it is; of its address only the host is no secret."""
    found = _meant(notice).first()
    if found is None:
        return []
    where = {"style": found.get_style_display(), "host": found.host}
    return [_("It is the one for %(style)s at %(host)s.") % where]


def thread(notice: Notice) -> Thread:
    return Thread(
        name=_("Your webhooks"),
        url=settings.SITE_URL + reverse("webhooks"),
        why=_("You get this mail because you have set up a webhook."),
    )


register(NoticeKind.CHANNEL, say=say, holds=holds, thread=thread)
