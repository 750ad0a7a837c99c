"""How a nudge is told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.notices.kinds import Said, register
from games.notices.models import Notice, NoticeKind
from games.tables.models import Seat
from games.tables.naming import seat_name


def say_nudge(notice: Notice) -> Said:
    """Names who waits; whoever has left the table since waits no more."""
    seat = Seat.objects.select_related("person").filter(
        game=notice.game_id, number=notice.data["by"]
    )
    return Said(_("%(name)s waits for you and asks you to move.") % {"name": seat_name(seat.get())})


register(
    NoticeKind.NUDGE,
    say=say_nudge,
    public=lambda notice: _("Somebody at the table asks for the next move."),
)
