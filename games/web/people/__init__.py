"""Pages about the people somebody plays with: following, opponents, groups, games to watch."""
