#!/bin/sh
# Builds the site into target/site: all documents, the help of the commands, reports of some cores, and the page of web/dist if there is one.
# Documents keep their places beside each other, so that links hold.
#   docs/site/build.sh MDBOOK FFTGEN
set -eu
cd "$(dirname "$0")/../.."
mdbook=$1 fftgen=$2 pages=target/site-pages
rm -rf "$pages"
mkdir -p "$pages/benches" "$pages/flags" "$pages/gallery"
cp ./*.md "$pages"
cp -r docs "$pages"
# What the site has no page for.
sed 's#(docs/guide/src/SUMMARY.md)#(docs/guide/src/getting-started.md)#; s#\[examples\](examples)#examples#' README.md > "$pages/README.md"
cp -r benches/plots "$pages/benches"
[ ! -d web/dist ] || cp -r web/dist "$pages/try"

{
    echo '# Gallery'
    echo
    echo 'Pages that the program has written:'
    echo
    while read -r arguments; do
        # shellcheck disable=SC2086  # one word an argument
        page=$(cd "$pages/gallery" && "$fftgen" $arguments)
        echo "- [\`fftgen $arguments\`]($page)"
    done << END
report --size 20 --width 4 --precision fp32
report --size 1024 --width 2 --precision fixed16
report --size 64x64 --width 4 --precision fixed16
report --size 1024 --width 1 --precision fixed16 --cycles 6200
report --kind rfft --size 1024 --width 2 --precision fixed16
END
    "$fftgen" sweep --quiet docs/site/sweep.yaml --out "$pages/gallery/sweep" --html "$pages/gallery/sweep.html"
    echo '- [`fftgen sweep sweep.yaml --html sweep.html`](sweep.html)'
    [ ! -d web/dist ] || echo '- [The generator in a page](../try/index.html)'
} > "$pages/gallery/gallery.md"

{
    echo '[fftgen](README.md)'
    echo '[Gallery](gallery/gallery.md)'
    echo '# The guide'
    sed -n 's#^\(- .*\](\)#\1docs/guide/src/#p' docs/guide/src/SUMMARY.md
    echo '# Flags'
    for command in generate explain verify model report synth sweep list doctor schema; do
        { echo "# fftgen $command"; echo '```text'; "$fftgen" "$command" --help; echo '```'; } > "$pages/flags/$command.md"
        echo "- [fftgen $command](flags/$command.md)"
    done
    echo '# Design'
    echo '- [Architecture](ARCHITECTURE.md)'
    sed -n 's#^\(- .*(docs/design/[a-z-]*.md)\).*#\1#p' ARCHITECTURE.md
    echo '- [Glossary](docs/glossary.md)'
    echo '- [Contributing](CONTRIBUTING.md)'
    echo '# Results'
    echo '- [Benchmarks](BENCHMARKS.md)'
    echo '- [Changelog](CHANGELOG.md)'
} > "$pages/SUMMARY.md"

rm -rf target/site
MDBOOK_BOOK__SRC="../../$pages" MDBOOK_BOOK__TITLE=fftgen MDBOOK_OUTPUT__HTML__PRINT__ENABLE=false \
    "$mdbook" build docs/guide --dest-dir "$PWD/target/site"
python3 docs/site/links.py target/site
