"""The pages on which people set what the site does for them."""
