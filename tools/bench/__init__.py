"""The figures that Night Mail promises, each measured beside a yardstick in the same run."""
