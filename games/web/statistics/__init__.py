"""Pages of statistics: of boards, players, seasons and leagues."""
