"""What turbohtml makes of the document in the argument: its tree, the errors, and where the last element is."""

import importlib.metadata
import sys

import turbohtml

document = turbohtml.parse(sys.argv[1], source_locations=True)
last = document.find_all()[-1]
start = last.source_location.start_tag
errors = ", ".join(f"{error.code} at {error.line}:{error.col}" for error in document.errors)
print(f"turbohtml {importlib.metadata.version('turbohtml')}")
print(f"  tree    {document.serialize()}")
print(f"  errors  {errors}")
print(f"  place   {last.tag} at {start.start_offset}..{start.end_offset}")
