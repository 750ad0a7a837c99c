"""Accounts: signing in, account mails, data export, closing. The user model is in people/."""
