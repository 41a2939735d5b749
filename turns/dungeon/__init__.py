"""The pages of a running game in the dungeon: the same addresses as any battle's, other rules behind them."""
