"""The notice that a webhook was switched off."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.links import site_url
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register
from games.notifications.webhooks.models import Webhook


def render(notice: Notice) -> Content:
    return Content(
        _("Your webhook has been switched off."),
        (
            *_where(notice),
            _(
                "The last %(count)d attempts to reach it failed, so we no longer send "
                "anything to it."
            )
            % {"count": notice.data["failures"]},
            _("Check what it answered, correct its address if necessary, and switch it on again."),
        ),
        link=(_("Your webhooks"), site_url("webhooks")),
    )


def is_relevant(notice: Notice) -> bool:
    return _meant(notice).exists()


def _meant(notice: Notice) -> QuerySet[Webhook]:
    """The webhook that a notice is about, as long as it is switched off."""
    return Webhook.objects.filter(
        person=notice.person_id, pk=notice.data["webhook"], disabled_at__isnull=False
    )


def _where(notice: Notice) -> list[str]:
    """A sentence that says which webhook it is; of its address only the host is no secret."""
    found = _meant(notice).first()
    if found is None:
        return []
    where = {"style": found.get_style_display(), "host": found.host}
    return [_("It is your %(style)s webhook at %(host)s.") % where]


def topic(notice: Notice) -> Topic:
    return Topic(
        name=_("Your webhooks"),
        url=site_url("webhooks"),
        why=_("You are receiving this email because you have set up a webhook."),
    )


register(NoticeKind.CHANNEL, render=render, is_relevant=is_relevant, topic=topic)
