"""Push messages to browsers: subscriptions, encryption, and delivery through push services."""
