"""The `saga` ruleset; README.md maps its chapters to modules and tests."""
