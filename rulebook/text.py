"""Words in the languages of the house, for what a ruleset itself has names for."""

from dataclasses import dataclass

LANGUAGES = ("en", "es")


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in both languages of the house."""

    en: str
    es: str

    def say(self, language: str) -> str:
        """The words in a language; a regional code counts as its language, any other as English."""
        return self.es if language.split("-")[0].lower() == "es" else self.en
