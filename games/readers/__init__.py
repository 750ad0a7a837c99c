"""Games as one reader finds them: person, guest or stranger, at a page or with a program."""
