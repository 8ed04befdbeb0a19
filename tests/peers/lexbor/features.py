"""What lexbor, in selectolax, makes of the document in the argument: its tree. The binding has no errors and no places."""

import importlib.metadata
import sys

from selectolax.lexbor import LexborHTMLParser

print(f"lexbor, by selectolax {importlib.metadata.version('selectolax')}")
print(f"  tree    {LexborHTMLParser(sys.argv[1]).html}")
