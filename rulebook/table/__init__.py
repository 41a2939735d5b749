"""What happens around every table, whatever is played: the clock, absences, who plays what, the record."""
