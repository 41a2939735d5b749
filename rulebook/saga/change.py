"""Copies of states and units; the one of the whole rulebook."""

from rulebook.change import change

__all__ = ["change"]
