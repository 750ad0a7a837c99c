"""What becomes of a person's seats, words and data when an account is shut or closed for good."""
