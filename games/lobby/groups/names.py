"""Names of groups, which their owners choose."""

from __future__ import annotations

import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.lobby.game_names import ADDRESS, UNPRINTABLE
from games.people.groups import LONGEST_GROUP_NAME
from games.people.names import name_objection
from games.people.reserved_names import is_reserved

SHORTEST: Final = 2


def clean_group_name(name: str) -> str:
    """Return the name in composed Unicode with single spaces.

    :raises Refused: if it is too short or long, contains an address or invisible characters,
        seen, mixes alphabets, or is reserved.
    """
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST_GROUP_NAME:
        raise Refused(
            _("The name of a group must have %(shortest)d to %(longest)d characters.")
            % {"shortest": SHORTEST, "longest": LONGEST_GROUP_NAME}
        )
    if any(unicodedata.category(one) in UNPRINTABLE for one in name):
        raise Refused(_("A name cannot contain invisible characters. Type it again."))
    if objection := name_objection(name):
        raise Refused(objection)
    if is_reserved(name):
        raise Refused(_("This name could be taken for the staff of the site. Choose another."))
    if ADDRESS.search(name):
        raise Refused(_("The name of a group cannot contain a web address or an email address."))
    return name
