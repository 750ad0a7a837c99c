"""Pages of a development site only: the mailbox, log-in links."""
