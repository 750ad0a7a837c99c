"""The site's side of the games: what is stored, the people in it and the mail to them."""

from __future__ import annotations
