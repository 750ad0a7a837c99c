"""`python -m tools.league`: a league of bots with absences, bans and an outage, then checked.

It has a clock and a database of its own, and checks that standings, games and ratings are
consistent at the end.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from tools.site.databases import open_site


def main() -> None:
    """Play the league; end with status 1 if the checks find faults."""
    parser = argparse.ArgumentParser(prog="python -m tools.league", description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seasons", type=int, default=3)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    os.environ["NIGHT_MAIL_LOG_LEVEL"] = "ERROR"
    open_site()

    from django.db import connection

    from tools.league.league import Scale, Simulation

    with connection.cursor() as cursor:
        # Nobody needs the database after a crash of the machine.
        cursor.execute("PRAGMA synchronous = OFF")
    began = time.monotonic()
    scale = Scale(players=options.players, seasons=options.seasons)
    simulation = Simulation(scale, options.seed)
    simulation.run()
    for what, count in simulation.counts.items():
        print(f"{count:>10,}  {what}")
    for fault in simulation.faults:
        print(f"FAULT: {fault}")
    print(f"{'faulty' if simulation.faults else 'consistent'}, in {time.monotonic() - began:.0f} s")
    if simulation.faults:
        sys.exit(f"The simulation found {len(simulation.faults)} faults.")


if __name__ == "__main__":
    main()
