"""Where mails lead to, where mail comes in, and the mailbox of developers."""
