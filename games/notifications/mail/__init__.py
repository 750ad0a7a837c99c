"""Mail: composed from notices, rendered, sent, bounced, unsubscribed from."""
