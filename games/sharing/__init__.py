"""A game outside the site: a picture for previews of links, an animation, and secret links."""
