"""Calendar feeds of deadlines, to subscribe to (RFC 5545)."""
