"""The types of every answer, for the HTTP description and for the pages' types.

Answers are written as JSON by the code that makes them; these models describe them, and a test holds each answer to its
model.
"""

from pydantic import BaseModel


class AnswerModel(BaseModel):
    """A part of an answer. A field without a default is always there."""


class EmptyAnswer(AnswerModel):
    """The request was carried out; there is nothing to say about it."""
