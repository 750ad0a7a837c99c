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
        ended = _("You are no longer waiting for other tables.") if notice.data["others"] else ""
        return Content(_("This is the table you were waiting for."), (ended,) if ended else ())
    reasons = {
        Fate.NO_SEAT_LEFT: _(
            "There were enough players, but you hold as many seats from the lobby as you may. "
            "Finish a game, or leave a table that has not begun, and ask for a table again."
        ),
        Fate.MAY_NOT_PLAY: _(
            "There were enough players, but you may not start new games for now. Ask for a table "
            "again when you may."
        ),
        Fate.NO_SUCH_TABLE: _("Such tables are no longer played here. Ask for another one."),
    }
    return Content(
        _("You are no longer waiting for a table."),
        (reasons[Fate(notice.data["fate"])],),
        link=(_("Ask for a table"), site_url("pairing")),
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
