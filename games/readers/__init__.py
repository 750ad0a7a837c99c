"""Games for one reader: person, guest or anonymous user, on a page or by a program."""
