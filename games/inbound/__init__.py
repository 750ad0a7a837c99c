"""Mail and action links that arrive: read, carried out, answered."""
