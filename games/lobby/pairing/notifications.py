"""Notices of people who waited for a table: it has started, or they wait no longer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.links import site_url
from games.lobby.pairing.models import Fate
from games.notifications.models import Notice, NoticeKind
from games.notifications.registry import Content, Topic, register


def render_pairing(notice: Notice) -> Content:
    """Return what became of a person's wishes: with a game, that it is the table they got."""
    if notice.game_id is not None:
        other = _("If you were waiting for others too, you no longer are.")
        return Content(_("This is the table you were waiting for."), (other,))
    return Content(
        _("You are no longer waiting for a table."),
        (_("Enough players were there, but %(why)s.") % {"why": Fate(notice.data["fate"]).label},),
        link=(_("Ask for a table again"), site_url("pairing")),
    )


register(
    NoticeKind.PAIRING,
    render=render_pairing,
    topic=lambda notice: Topic(
        name=_("Pair me"),
        url=site_url("pairing"),
        why=_("You are receiving this email because you were waiting for a table."),
    ),
    private=True,
)
