"""People and programs at a site under test: their accounts, and what they send over HTTP."""
