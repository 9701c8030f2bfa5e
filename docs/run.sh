#!/bin/sh
# Prints docs/run.svg: the commands below, run in a scratch directory over made-up URLs, and what they print.
#
#     PATH=target/release:$PATH docs/run.sh > docs/run.svg
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cut -f1 "$root/testdata/quality.tsv" > urls.txt
# The same order everywhere.
LC_ALL=C
export LC_ALL

while IFS= read -r command; do
    printf '$ %s\n' "$command"
    sh -c "$command"
done > screen <<'COMMANDS'
wc -l < urls.txt | tr -d ' '
urlsift urls.txt | wc -l | tr -d ' '
urlsift --count --print shape urls.txt | sort -rn | head -n 5
urlsift --explain urls.txt | head -n 11
COMMANDS

# Some systems put blanks before the numbers of wc: neither they nor the command that removes them is shown. Not every
# viewer heeds `xml:space`, so each blank is drawn as a non-breaking one: what is indented stays indented.
sed 's/^\(\$ .*wc -l.*\) | tr -d .*/\1/' screen | awk '
    { line[NR] = $0; if (length($0) > widest) widest = length($0) }
    END {
        width = int(widest * 7.83) + 40; height = NR * 19 + 56
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n", width, height, width, height
        print "<title>urlsift in a terminal</title>"
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16191d\"/>"
        split("#e5534b #daaa3f #57ab5a", lights, " ")
        for (i = 1; i <= 3; i++) printf "<circle cx=\"%d\" cy=\"18\" r=\"6\" fill=\"%s\"/>\n", i * 18, lights[i]
        print "<g font-family=\"ui-monospace, Menlo, Consolas, \x27DejaVu Sans Mono\x27, monospace\" font-size=\"13\" fill=\"#c9d1d9\" xml:space=\"preserve\">"
        for (i = 1; i <= NR; i++) {
            text = line[i]
            gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); gsub(/>/, "\\&gt;", text)
            fill = text ~ /^\$ / ? " fill=\"#6cb6ff\" font-weight=\"bold\"" : ""
            gsub(/ /, "\\&#160;", text)
            printf "<text x=\"20\" y=\"%d\"%s>%s</text>\n", i * 19 + 36, fill, text
        }
        print "</g>"
        print "</svg>"
    }'
