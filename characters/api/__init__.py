"""The API of characters: the verbs of the pages, for programs."""
