"""The API of the story: the verbs of its pages, for programs."""
