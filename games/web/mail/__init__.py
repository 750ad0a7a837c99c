"""Pages behind the links in mails, and the addresses that hosted mail services post to."""
