"""Why turbohtml differs: it does not."""

EXPLANATIONS = []
