#!/bin/sh
# Renders the wave pictures of the guide: src/waves/*.json to *.svg, by the PyPI package wavedrom.
set -eu
cd "$(dirname "$0")"
venv=${TMPDIR:-/tmp}/fftgen-waves
[ -x "$venv/bin/pip" ] || python3 -m venv "$venv"
"$venv/bin/pip" install -q wavedrom==2.0.3.post3
"$venv/bin/python" - src/waves/*.json << 'END'
import re, sys, wavedrom

for source in sys.argv[1:]:
    text = wavedrom.render(open(source).read()).tostring()
    # The package writes all shapes that it has; a picture keeps those that it uses.
    used = set(re.findall(r'xlink:href="#([^"]+)"', text))
    shape = re.compile(r'<g id="([^"]+)">(?:<(?:path|rect)[^>]*/>)*</g>')
    head, tail = text.split("</defs>", 1)
    head = shape.sub(lambda found: found[0] if found[1] in used else "", head)
    paper = '<rect width="100%" height="100%" fill="white"/>'
    picture = (head + "</defs>" + paper + tail).replace("><", ">\n<")
    open(source.removesuffix(".json") + ".svg", "w").write(picture + "\n")
END
