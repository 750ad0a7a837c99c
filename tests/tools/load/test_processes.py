"""What processes have spent."""

from __future__ import annotations

import os
import subprocess
import sys

from tools.site.spent import processor_time

BUSY = "import time\nwhile time.process_time() < 0.2: pass"


def test_what_a_process_spent_is_known_after_its_end() -> None:
    before = processor_time(os.getpid())
    subprocess.run([sys.executable, "-c", BUSY], check=True)
    assert processor_time(os.getpid()) >= before + 0.15
