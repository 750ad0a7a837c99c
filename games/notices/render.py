"""Renders a mail for one reader and stores nothing."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.language.lexicon import lexicon_for
from games.notices import addresses
from games.notices.buttons import buttons
from games.notices.conversation import about_game
from games.notices.examples import example
from games.notices.headers import WIDTH
from games.notices.letter import Letter, leading, write_letter
from games.notices.message import build_message
from games.notices.models import Mail, Notice, NoticeKind
from games.notices.picture import board_picture, theme_for
from games.notices.reply_addresses import reply_address
from games.notices.story import Story, read_story
from games.people.models import Person
from games.tables.models import Game, Seat
from games.tables.naming import seat_names

ITEM = re.compile(r"(- |\d{1,2}\. )?")
"""What an item of a list begins with."""
# Who is nudged gets the mail about the turn, with a line more.
TEMPLATES: Mapping[str, str] = {NoticeKind.NUDGE: "turn"}


def write_mail(
    *,
    game: Game,
    seat: Seat,
    address: str,
    notices: Sequence[Notice],
    now: datetime,
    token: str = "",
) -> Mail:
    """Gets an unsaved mail that tells these notices to the person in the seat.

    ``token`` makes it a mail that can be answered with a move.
    """
    person = seat.person
    assert person is not None
    story = read_story(game=game, seat=seat, privacy=person.mail_privacy)
    message_id = addresses.message_id(leading(notices), key=addresses.game_key(game), person=person)
    with translation.override(person.language), timezone.override(person.zone):
        letter = write_letter(
            game=game,
            seat=seat,
            person=person,
            names=seat_names(game),
            notices=notices,
            story=story,
            now=now,
        )
        return put_on_paper(
            game=game,
            person=person,
            seat=seat.number,
            address=address,
            letter=letter,
            story=story,
            template=TEMPLATES.get(letter.kind, letter.kind),
            message_id=message_id,
            token=token,
            now=now,
        )


def put_on_paper(
    *,
    game: Game,
    person: Person,
    seat: int,
    address: str,
    letter: Letter,
    story: Story,
    template: str,
    message_id: str,
    now: datetime,
    token: str = "",
    answer: str | None = None,
    report: object = None,
) -> Mail:
    """Gets an unsaved mail; the caller has switched to the reader's language and time zone.

    ``report`` is what the template of an answer tells besides the letter.
    """
    picture = board_picture(table=story.table, theme=theme_for(person.theme))
    cid = f"board.{game.code}.{story.table.seq}@{settings.MAIL_DOMAIN}"
    lexicon = lexicon_for(person.language)
    conversation = about_game(game, letter.board, person)
    context = {
        **conversation.head,
        "letter": letter,
        "report": report,
        "buttons": buttons(game=game, person=person, seat=seat, story=story) if letter.ask else [],
        "reply": bool(token),
        "example": example(story.table.pending.get(seat, ""), story.table.board, lexicon),
        "help_word": lexicon.word("help"),
        "language": person.language,
        "game_url": conversation.url,
        "picture": f"cid:{cid}" if picture else "",
    }
    text = tidy(render_to_string(f"mail/{template}.txt", context))
    html = tight(render_to_string(f"mail/{template}.html", context))
    envelope = conversation.envelope(
        person=person,
        address=address,
        message_id=message_id,
        kind=template,
        now=now,
        reply_to=reply_address(token) if token else "",
        answer=answer,
    )
    return Mail(
        person=person,
        game=game,
        message_id=message_id,
        recipient=address,
        subject=envelope.subject,
        source=build_message(
            envelope=envelope, text=text, html=html, picture=picture, picture_cid=cid
        ),
        answer=answer is not None,
        next_attempt_at=now,
        created_at=now,
    )


def tidy(text: str) -> str:
    """A text without the holes that template tags leave, in lines of at most 78 characters.

    >>> tidy("\\n a line  \\n\\n\\n\\nanother\\n\\n")
    'a line\\n\\nanother\\n'
    """
    lines = (part for line in text.splitlines() for part in _wrapped(line.strip()))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _wrapped(line: str) -> list[str]:
    """A line in several where it is too long; a link is never broken."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent=" " * len(ITEM.match(line)[0]),  # type: ignore[index]
        break_long_words="://" not in line,
        break_on_hyphens=False,
    )


def tight(html: str) -> str:
    """Gets a page without indentation and empty lines: mail programs clip long ones.

    >>> tight("<p>\\n    a\\n\\n  </p>")
    '<p>\\na\\n</p>\\n'
    """
    return "\n".join(line.strip() for line in html.splitlines() if line.strip()) + "\n"
