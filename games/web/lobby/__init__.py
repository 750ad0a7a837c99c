"""The pages on which tables are laid and seats are taken."""
