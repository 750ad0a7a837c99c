"""How django-allauth makes a person of a sign-up form."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils import translation

from games.people import names
from games.people.models import Person


class AccountAdapter(DefaultAccountAdapter):
    def save_user(
        self, request: HttpRequest, user: Person, form: Any, commit: bool = True
    ) -> Person:
        """Stores name and language with the person."""
        user.name = form.cleaned_data["name"]
        user.name_key = names.key(user.name)
        user.language = translation.get_language() or user.language
        person: Person = super().save_user(request, user, form, commit)
        return person
