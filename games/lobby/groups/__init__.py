"""Private groups of players: members by invitation, and tables of their own."""
