"""ApiToken, for programs that act for a person; GameSession, begun by a link in a mail."""

from __future__ import annotations

from typing import ClassVar, Final

from django.core import signing
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Seat

LONGEST_TOKEN_NAME: Final = 60
END_SALT: Final = "games.accounts.game_sessions"


class Scope(models.TextChoices):
    """A permission of a token. No scope allows address, password or closing."""

    GAMES_READ = "games:read", _("See your games as you see them, with your cards and tickets")
    GAMES_MOVE = "games:move", _("Make moves and give orders for you")
    LOBBY_WRITE = "lobby:write", _("Open tables for you, join and leave them")
    TALK_WRITE = "talk:write", _("Write to the others at your tables")
    NOTES = "notes", _("Read and change your private notes")
    LEAGUES_READ = "leagues:read", _("See leagues as you see them")
    BOT_BECOME = "bot:become", _("Make this account a bot account, for good")
    LEAGUES_WRITE = "leagues:write", _("Register you for seasons, and withdraw you")
    ACCOUNT_READ = "account:read", _("Read your settings and the data about you")


class ApiToken(models.Model):
    """An API token. Its text was shown once; ``digest`` is its SHA-256.

    ``hint`` has its last letters, so that its owner can tell tokens apart. ``sign_in_mark`` is the
    person's ``sign_in_digest``: like sessions, a token ends with a new password and when the
    person signs out everywhere.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=4)
    sign_in_mark = models.CharField(max_length=64)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"token {self.pk} of {self.person_id}"


class GameSession(models.Model):
    """A browser in which a person plays one seat without having signed in.

    ``sign_in_mark`` is the person's ``sign_in_digest``, as in :class:`ApiToken`. ``browser`` and
    ``system`` are names or "".
    """

    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="game_sessions"
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="game_sessions")
    sign_in_mark = models.CharField(max_length=64)
    browser = models.CharField(max_length=30, blank=True)
    system = models.CharField(max_length=30, blank=True)
    began_at = models.DateTimeField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["-began_at", "-pk"]

    def __str__(self) -> str:
        return f"game session of {self.person_id}"

    @property
    def end_token(self) -> str:
        """Return the token of the page where its holder can end the session."""
        return signing.dumps(self.pk, salt=END_SALT)
