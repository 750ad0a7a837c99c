"""`make faults`: a whole site of real processes is played on and disturbed, round after round."""
