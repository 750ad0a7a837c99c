"""Django's tag ``csrf_token``, drawn once a page, and ``static``, drawn once a process.

The page of a game has seven forms and as many files, and each of these tags takes long. The
settings put this library in the place of Django's, so templates are written as ever.
"""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token, Variable
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.templatetags import static as django_static

register = template.Library()
register.tags.update(django_static.register.tags)


class FormToken(CsrfTokenNode):
    """The hidden field of a form that proves that it came from this site."""

    def render(self, context: Context) -> str:
        """The field; it is the same in all forms of a page."""
        field = form_token_of(context)
        if not field:
            field = context.night_mail_form_token = super().render(context)  # type: ignore[attr-defined]
        return field


def form_token_of(context: Context) -> str:
    """The field that the forms of this page have had so far, "" if there was none."""
    return getattr(context, "night_mail_form_token", "")


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormToken:
    """Read `{% csrf_token %}`."""
    return FormToken()


class KeptAddress(template.Node):
    """The address of a file of the site, which is the same as long as a process lives."""

    def __init__(self, file: django_static.StaticNode) -> None:
        self.file = file
        self.kept = ""

    def render(self, context: Context) -> str:
        """The address."""
        if not self.kept:
            self.kept = self.file.render(context)
        return self.kept


@register.tag
def static(parser: Parser, token: Token) -> template.Node:
    """Read `{% static "file" %}`; what depends on the page is left to Django."""
    node = django_static.StaticNode.handle_token(parser, token)
    name = node.path.var
    constant = not node.path.filters and not isinstance(name, Variable)
    return KeptAddress(node) if constant and node.varname is None else node
