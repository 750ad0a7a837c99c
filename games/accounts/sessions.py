"""Sessions in the database, as Django keeps them, read by a prepared query: every request asks."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils.timezone import now

from games.common import sql

_sessions: Final = sql.PreparedQuery(
    lambda key, at: Session.objects.filter(session_key=key, expire_date__gt=at),
    "key",
    sql.EARLIER,
)


class SessionStore(db.SessionStore):
    """The session of a request."""

    def _get_session_from_db(self) -> Session | None:
        found = _sessions.first(self.session_key, now())
        if found is None:
            self._session_key = None
        return found
