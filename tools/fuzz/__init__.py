"""`make fuzz`: damaged requests to every address of the site, none of which may end in an error."""
