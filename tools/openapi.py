"""``python -m tools.openapi``: write the description of the API (`make openapi`)."""

from __future__ import annotations

import os

import django


def main() -> None:
    """Write games/api/openapi.json."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    django.setup()
    from games.api import schema

    schema.STORED.write_text(schema.text())


if __name__ == "__main__":
    main()
