"""Checks that all links within a folder of pages lead to a file, and to a place in it."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.places, self.links = {"", "top"}, []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.places.add(attrs.get("id"))
        self.links += [attrs[name] for name in ("href", "src") if attrs.get(name)]


root = Path(sys.argv[1]).resolve()
# The page for addresses that are not there has links from the root of a server.
pages = {path: Page(path) for path in root.rglob("*.html") if path.name != "404.html"}
wrong, links = [], [(path, link) for path, page in pages.items() for link in page.links]
for path, link in links:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        continue
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    place = unquote(parts.fragment)
    if not target.is_file() or (target in pages and place not in pages[target].places):
        wrong.append(f"{path.relative_to(root)}: {link}")
print(f"{len(links)} links in {len(pages)} pages")
sys.exit("links that lead nowhere:\n" + "\n".join(sorted(set(wrong))) if wrong else 0)
