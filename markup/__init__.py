"""What people type, read and made safe: private passages, BBCode and Markdown, mentions, dice.

Pure functions over text: nothing here asks the database who somebody is.
"""
