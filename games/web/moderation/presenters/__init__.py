"""Content of the pages of directors and moderators."""
