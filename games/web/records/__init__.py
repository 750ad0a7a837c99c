"""Records of many games to download, and records from elsewhere to look at."""
