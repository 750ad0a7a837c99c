"""Draw up the map section of a board file: cities, spaces, labels and a coast.

A tool for those who make boards; nothing of it runs on the site.
"""
