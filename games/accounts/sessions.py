"""Django's sessions in the database, read by a prepared query: every request reads one."""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import OperationalError
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

    def save(self, must_create: bool = False) -> None:
        """Store the session.

        :raises UpdateError: if it was deleted, because its person has signed out elsewhere.
        :raises OperationalError: if the database is down, which Django takes for the same.
        """
        try:
            return super().save(must_create)
        except UpdateError as error:
            away = error.__context__
            if not isinstance(away, OperationalError):
                raise
        raise away
