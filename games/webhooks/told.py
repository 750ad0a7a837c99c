"""How a webhook that was switched off is told."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.notices.kinds import Said, Thread, register
from games.notices.models import Notice, NoticeKind
from games.webhooks.models import Webhook


def say(notice: Notice) -> Said:
    return Said(
        _("Your webhook is switched off."),
        (
            _("The last %(count)d attempts to reach it have failed, so nothing is sent to it now.")
            % {"count": notice.data["failures"]},
            _("Look at what it answered, correct its address if need be, and switch it on again."),
        ),
        link=(_("Your webhook"), settings.SITE_URL + reverse("webhook")),
    )


def holds(notice: Notice) -> bool:
    return Webhook.objects.filter(person=notice.person_id, disabled_at__isnull=False).exists()


def thread(notice: Notice) -> Thread:
    return Thread(
        name=_("Your webhook"),
        url=settings.SITE_URL + reverse("webhook"),
        why=_("You get this mail because you have set up a webhook."),
    )


register(NoticeKind.CHANNEL, say=say, holds=holds, thread=thread)
