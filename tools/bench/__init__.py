"""The figures that Night Mail promises, each measured beside a comparison in the same run."""
