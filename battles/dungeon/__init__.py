"""Preparing an adventure of the dungeon: the draft's form, what is wrong with it, its map drawn, its pages."""
