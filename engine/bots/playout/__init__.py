"""Games played out in numbers: a quick model of the rules and a light policy for every seat."""
