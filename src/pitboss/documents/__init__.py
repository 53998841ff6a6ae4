"""Documents: the JSON shapes, sentences and signs that commands and pages share."""
