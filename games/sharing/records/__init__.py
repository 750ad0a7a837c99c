"""Records of many games as one file, and records from elsewhere that somebody has checked."""
