"""Games outside the site: pictures, animations, secret links, and files of records (records/)."""
