"""Parses files in Scala and in Haskell, and names what the grammars of tree-sitter do not have.

Arguments: the files.
"""

import sys
from pathlib import Path

import tree_sitter_haskell
import tree_sitter_scala
from tree_sitter import Language, Parser

GRAMMARS = {".scala": tree_sitter_scala, ".hs": tree_sitter_haskell}


def faults(node):
    """Nodes of a tree that are errors, or that are not there."""
    if node.is_error or node.is_missing:
        yield node
    for child in node.children:
        yield from faults(child)


found = 0
for path in map(Path, filter(lambda word: word != "-V", sys.argv[1:])):
    text = path.read_bytes()
    tree = Parser(Language(GRAMMARS[path.suffix].language())).parse(text)
    for node in faults(tree.root_node):
        found += 1
        print(f"{path}:{node.start_point[0] + 1}: {text[node.start_byte : node.end_byte][:60].decode()!r} is not in the grammar")
sys.exit(found > 0)
