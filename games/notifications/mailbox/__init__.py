"""The mailbox of a development site: mail is kept in the database instead of sent."""

from __future__ import annotations
