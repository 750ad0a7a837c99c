"""Following players, and the people one has played with: head-to-head results, favourites."""
