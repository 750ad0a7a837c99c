"""``python -m engine``: simulate, check, show, play, bench."""

from __future__ import annotations

import sys

from engine.cli import main

sys.exit(main())
