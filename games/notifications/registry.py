"""The registry of notification types: how each is rendered, and whether it is still relevant.

A notice stores ids and numbers. The package that registers its kind turns them into sentences when
a mail is written, in the language of its reader. So no prose is stored, and nothing outdated is
sent.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from games.notifications.models import Notice, NoticeKind

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a notice in the active language, as plain text; the templates escape it.

    ``headline`` is a sentence, and so is each of the ``lines``. ``quote`` is what somebody wrote.
    ``rows`` is a small table whose first row names the columns. ``link`` is a label with an
    absolute address. ``below_prompt`` puts it below what a mail asks for. It holds no
    hand, but where it is ``discreet`` and its reader has mails with all cards: inboxes and lock
    screens show nothing of that. ``reply_to`` is an address that takes replies to what the
    ``lines`` say.
    """

    headline: str
    lines: tuple[str, ...] = ()
    quote: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    link: tuple[str, str] | None = None
    below_prompt: bool = False
    discreet: bool = False
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """The topic of notices about no game: its name, its page, why its mails are sent."""

    name: str
    url: str
    why: str


@dataclass(frozen=True, slots=True)
class NotificationType:
    """The functions and options of one kind of notice; see :func:`register`."""

    render: Callable[[Notice], Content]
    is_relevant: Callable[[Notice], bool]
    needs_seat: bool
    topic: Callable[[Notice], Topic] | None
    public_sentence: Callable[[Notice], str] | None
    private: bool


class RenderError(Exception):
    """A notice that its package cannot render. The others do not wait for it."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(f"{notice} cannot be rendered.")
        self.notice = notice


_types: dict[str, NotificationType] = {}


def register(
    kind: NoticeKind,
    *,
    render: Callable[[Notice], Content],
    is_relevant: Callable[[Notice], bool] = lambda notice: True,
    needs_seat: bool = True,
    topic: Callable[[Notice], Topic] | None = None,
    public_sentence: Callable[[Notice], str] | None = None,
    private: bool = False,
) -> None:
    """Register a kind of notice; call it in a module of :data:`games.apps.NOTIFICATION_MODULES`.

    :param render: its content; the language and time zone of ``notice.person`` are active.
    :param is_relevant: whether it is still relevant; called when the mail is written, and again
        before it leaves.
    :param needs_seat: drop it for people who do not sit at the table (any more).
    :param topic: the topic of a notice about no game.
    :param public_sentence: one sentence for places that anybody may read, such as a chat channel,
        with no name of a person in it; without it such places only learn that there is news.
    :param private: such places do not even learn that there is news.
    """
    _types[kind] = NotificationType(
        render, is_relevant, needs_seat, topic, public_sentence, private
    )


def is_private(kind: str) -> bool:
    """Whether places that others may read must not even learn that there is news of a kind."""
    return kind in _types and _types[kind].private


def registered_types() -> Mapping[str, NotificationType]:
    """The kinds that packages have registered."""
    return _types


def render(notice: Notice) -> Content:
    """The content of a notice of a registered kind.

    :raises RenderError: if its package fails.
    """
    try:
        return _types[notice.kind].render(notice)
    except Exception as error:
        raise RenderError(notice) from error


def render_all(notices: Iterable[Notice]) -> tuple[Content, ...]:
    """Render the notices of one mail, with each link at its last place alone.

    :raises RenderError: for a notice that its package cannot render.
    """
    contents = [render(notice) for notice in notices]
    last = {content.link: number for number, content in enumerate(contents)}
    return tuple(
        content if last[content.link] == number else replace(content, link=None)
        for number, content in enumerate(contents)
    )


def is_relevant(notice: Notice, *, seated: bool) -> bool:
    """Whether a notice of a registered kind is still relevant; in doubt it is."""
    try:
        kind = _types[notice.kind]
        if kind.needs_seat and notice.game_id is not None and not seated:
            return False
        return kind.is_relevant(notice)
    except Exception:
        logger.exception("Nobody knows whether notice %s still holds.", notice.pk)
        return True


def topic_of(notice: Notice) -> Topic:
    """The topic of a notice about no game.

    :raises RenderError: if its package fails, or names none.
    """
    try:
        find = _types[notice.kind].topic
        assert find is not None
        return find(notice)
    except Exception as error:
        raise RenderError(notice) from error
