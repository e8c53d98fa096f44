"""Errors of templates: always with the template's name and the line."""


class TemplateError(ValueError):
    """A template, word, colour or drawing is at fault; the message is one sentence for whoever edits it."""
