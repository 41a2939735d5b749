"""The running battle, for programs: the same verbs as the pages, refused with the rulebook's own codes."""
