#!/usr/bin/env bash
# Compares what two builds of the program print, over many lists and options.
# shellcheck disable=SC2016 # What stands in single quotes is run later, for each list.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: benches/golden.sh [-q] [-e] [-j JOBS] [-m TEXT] OLD NEW [LIST...]

Runs the two programs OLD and NEW over generated lists of every shape and over each LIST, which may be compressed, with the
options of every form of output, on one thread and on two. Prints a line for each command of which standard output, a
written file, the exit status or standard error differs, with the first lines that do, and then how many there are. The status
is 1 if there are any, 2 after an error.

Options:
  -q       Quick: the most telling commands only, over a few lists
  -e       Do not compare standard error, where messages stand
  -j JOBS  Run as many commands at once [one for each processor]
  -m TEXT  Run only commands that contain TEXT
  -h       Show this

What a program printed is kept as hashes, by the program's checksum, in target/golden, or in the directory that GOLDEN_CACHE
names: the old program runs once only. Generated lists are kept there too.

Times are masked: how long a run took, in --stats and --report; the time on the clock and the sizes of files, in what is
printed of a state whose lines bear no time. Hash keys are drawn anew in every run and are not masked: no output may depend on
them. Of the lists on which searches reach a limit, where the key does have a say, commands that show it are left out.
TEXT
}

# Commands over every list of URLs, without `urlsift $J` before them and `list` behind. Those of --quick come first.
quick=(
    ""
    "--literal"
    "-t 80"
    "--literal -t 80"
    "--two-pass"
    "--keep 3"
    "--count"
    "--explain"
    "--format jsonl"
    "--keep 3 --format jsonl"
    "-t 80 --format jsonl"
    "--format csv"
    "--print shape"
    "--params names --format jsonl"
    "--max-per-host 5 --format jsonl"
    "--not-ext static --has-params --dropped"
    "--merge-hosts --format jsonl"
    "--stats"
    "--report out.html"
)
others=(
    "-t 100"
    "-t 90"
    "-t 60"
    "-t 87.5 --explain"
    "--literal -t 90"
    "--literal -t 60"
    "--literal --explain"
    "--literal --format jsonl"
    "--literal -t 80 --format jsonl"
    "--weights host=1,path=3,params=3 -t 85"
    "--weights path=5,fragment=0,scheme=2 -t 90 --format jsonl"
    "--two-pass -t 80"
    "--two-pass --literal"
    "--two-pass --format jsonl"
    "--two-pass --explain"
    "--two-pass --count"
    "--two-pass --stats"
    "--two-pass --keep 2 --max-per-host 5"
    "--two-pass --prefer shortest"
    "--two-pass --prefer longest --format jsonl"
    "--count --prefer params"
    "--count --prefer https --format jsonl"
    "--two-pass --prefer status"
    "--count --format csv --print url"
    "--count --invalid drop"
    "--keep 3 --dropped"
    "--keep 2 --explain"
    "--keep 2 --stats"
    "--keep 2 -t 80"
    "--explain --color always"
    "--explain -t 80"
    "--explain --no-learn"
    "--explain --null"
    "--no-learn"
    "--no-learn -t 80 --format jsonl"
    "--dropped"
    "--dropped -t 80"
    "--dropped --format tsv"
    "--explain --format csv"
    "--format tsv"
    "--format tsv --keep 3 --dropped"
    "--print shape --dropped"
    "--print shape --format jsonl"
    "--print canonical"
    "--print url"
    "--print host --keep 2"
    "--print path --no-learn"
    "--params names"
    "--params names --explain"
    "--params names --two-pass"
    "--params names --keep 2 --stats=json"
    "--metric simhash"
    "--metric simhash -t 80 --format jsonl"
    "--metric simhash --explain --literal"
    "--max-per-host 5"
    "--max-per-host 5 --keep 2"
    "--max-per-host 2 --stats --literal"
    "--not-ext static,pdf"
    "--ext none,html,php --explain"
    "--no-params --count"
    "--host *.test --not-host www.* --format jsonl"
    "--scheme https --match /p --stats"
    "--not-match [0-9]{4} --param page,*id* --dropped"
    "--not-junk --explain"
    "--scope scope --format tsv"
    "--status 2xx,404 --format jsonl"
    "--merge-hosts"
    "--merge-hosts -t 80 --explain"
    "--class int,uuid,slug"
    "--no-class int --no-class text --format jsonl"
    "--protect gallery --protect user --print shape"
    "--ignore-param q --ignore-param p* --format jsonl"
    "--select-param page,sort --no-default-ignores"
    "--invalid drop --stats=json"
    "--invalid fail"
    "--null"
    "--color always --count"
    "--stats=json -t 80"
    "--stats --literal"
    "--stats -t 80 --merge-hosts"
    "--base https://base.example/start/ --format jsonl"
    "--extract --stats"
    "--quiet --output out.txt"
    "--literal --report out.html"
    "-t 80 --two-pass --report out.html"
    "--window 1h --format jsonl"
    "--as text"
    "--as text -t 60 --format jsonl"
)
# Whole commands over every list of URLs.
quick_commands=(
    'urlsift sweep $J list'
    'urlsift cluster $J list'
    'urlsift $J --state s first; urlsift $J --state s --stats second; urlsift state info s | undated'
)
other_commands=(
    'urlsift sweep $J --json --examples 3 list'
    'urlsift sweep $J --literal list'
    'urlsift sweep $J --no-learn --merge-hosts list'
    'urlsift cluster $J -t 80 list'
    'urlsift cluster $J -t 80 --format jsonl list'
    'urlsift cluster $J --literal -t 60 --format tsv list'
    'urlsift cluster $J --leader list'
    'urlsift cluster $J --leader -t 80 --members 3 --format jsonl list'
    'urlsift cluster $J --min-size 3 --top 20 --members 4 --merge-hosts list'
    'urlsift cluster $J --as text list'
    'urlsift cluster $J --as text -t 60 --verify 50 --distance 8 list'
    'urlsift $J --state s first; exported s | undated; urlsift $J --state s --format jsonl second'
    'urlsift $J --state s -t 80 first; urlsift $J --state s -t 80 --count second; exported s | undated'
    'urlsift $J --state s --literal --keep 2 first; urlsift $J --state s --literal --keep 2 --stats=json second'
    'urlsift $J --state s --max-per-host 3 first; urlsift $J --state s --max-per-host 3 --format tsv second'
    'urlsift $J --state s --params names first; urlsift $J --state s --params names second'
    'urlsift $J --state s --metric simhash first; urlsift $J --state s --metric simhash second'
    'urlsift $J --state s --merge-hosts first; urlsift $J --state s --merge-hosts --dry-run --dropped second'
    'urlsift $J --state s first; urlsift $J --state s --window 30d --at-least 3 second'
    'urlsift $J --state s --remember all --window 30d list; urlsift state recent s --limit 100000 --like "$(head -n 9 list | tail -n 1)" | undated | sort'
)
# Commands in which the number of threads has no say, over every list of URLs.
single_commands=(
    'urlsift keys list'
    'urlsift keys -t 80 list | head -n 5000'
    'urlsift keys --literal --key 00112233445566778899aabbccddeeff list'
    'head -n 3000 list | tr -d "\0" | urlsift classes -'
    'head -n 3000 list | tr -d "\0" | urlsift classes --format jsonl -'
    'pairs | while IFS=$tab read -r a b; do urlsift compare -- "$a" "$b"; echo "$?"; done'
    'pairs | while IFS=$tab read -r a b; do urlsift compare --literal -t 60 -- "$a" "$b"; urlsift compare --metric simhash -- "$a" "$b"; done'
)
# Over a feed, whose lines bear their time.
feed_commands=(
    'urlsift $J --window 5s --time-field seen list'
    'urlsift $J --window 5s --time-field seen --literal --format jsonl list'
    'urlsift $J --window 7s --time-field seen --slice 2s --stats list'
    'urlsift $J --window 10s --time-field seen --literal --at-least 4 list'
    'urlsift $J --window 10s --time-field seen --max-per-host 3 --literal list'
    'urlsift $J --window 10s --time-field seen --keep 2 --literal --dropped list'
    'urlsift $J --window 10s --time-field seen --count list'
    'urlsift $J --window 5s --time-field seen --two-pass list'
    'urlsift $J --window 5s --time-field seen --as text -t 80 list'
    'urlsift $J --state s --window 10s --time-field seen first; urlsift $J --state s --window 10s --time-field seen second; urlsift state info s | unsized; exported s'
    'urlsift $J --state s --window 10s --time-field seen --literal first; urlsift $J --state s --window 10s --time-field seen --literal second; urlsift state info --format jsonl s | unsized; exported s'
    'urlsift $J --state s --time-field seen --literal first; urlsift $J --state s --time-field seen --literal --format jsonl second; exported s'
    'urlsift $J --state s --window 20s --time-field seen --literal --at-least 3 first; urlsift $J --state s --window 20s --time-field seen --literal --at-least 3 second; exported s'
    'urlsift $J --state s --window 10s --time-field seen --remember all first; urlsift $J --state s --window 10s --time-field seen --remember all second; urlsift state recent s --like https://site3.example/page3; urlsift state info s | unsized'
    'urlsift $J --state a --time-field seen first; urlsift $J --state b --time-field seen second; urlsift state merge --output s a b; exported s'
    'urlsift $J --state a --time-field seen --literal first; urlsift state export a >x; urlsift state import b --literal x; urlsift $J --state b --time-field seen --literal second; exported b'
    'urlsift $J --state a --time-field seen --literal list | wc -l; urlsift state forget a --host site3.example; exported a; urlsift $J --state a --time-field seen --literal first'
    'urlsift $J --state a --time-field seen --literal list | wc -l; urlsift state rebuild a; urlsift state info a | unsized; exported a'
    'urlsift $J --print url --format csv list'
    'urlsift $J --field url --count list'
)
# Over the first lines of "mixed", each with a time.
timed_commands=(
    'urlsift $J --state s --time-field seen first; urlsift $J --state s --time-field seen --format jsonl second; exported s'
    'urlsift $J --state s --time-field seen first; urlsift $J --state s --time-field seen second; urlsift state rebuild s -t 80; urlsift $J --state s --time-field seen -t 80 third; exported s'
    'urlsift $J --state a --time-field seen first; urlsift $J --state b --time-field seen second; urlsift state merge --output s a b; urlsift $J --state s --time-field seen third; exported s'
    'urlsift $J --state s --time-field seen list >printed; urlsift state forget s --host "$(urlsift --print host list | sed -n 7p)"; urlsift $J --state s --time-field seen list'
    'urlsift $J --state s --time-field seen list; urlsift state export s >x; urlsift state import b x; urlsift $J --state b --time-field seen list; exported b'
    'urlsift $J --window 20m --time-field seen --format jsonl list'
    'urlsift $J --window 20m --time-field seen --at-least 5 -t 80 list'
    'urlsift $J --window 20m --slice 3m --time-field seen --max-per-host 20 --stats list'
    'urlsift $J --state s --window 20m --time-field seen first; urlsift $J --state s --window 20m --time-field seen -o out.txt second; exported s'
    'urlsift $J --state s --window 2h --time-field seen --remember all first; urlsift $J --state s --window 2h --time-field seen --remember all second; urlsift state recent s --limit 100000 --like "$(sed -n 9p list)" | sort; urlsift state info s | unsized'
)
# Over texts and sequences of requests.
record_commands=(
    'urlsift $J --as text list'
    'urlsift $J --as text -t 60 --format jsonl list'
    'urlsift $J --as text -t 70 --explain list'
    'urlsift $J --as text -t 60 --two-pass --count list'
    'urlsift $J --as text -t 60 --keep 2 --stats list'
    'urlsift $J --as text --metric simhash -t 80 list'
    'urlsift $J --as text -t 70 --report out.html list'
    'urlsift $J --as text -t 70 --state s first; urlsift $J --as text -t 70 --state s second; exported s | undated'
    'urlsift cluster $J --as text -t 60 list'
    'urlsift cluster $J --as text -t 60 --leader --format jsonl list'
    'urlsift sweep $J --as text list'
    'urlsift $J --as events list'
    'urlsift $J --as events -t 60 --format jsonl list'
    'urlsift $J --as events -t 70 --explain list'
    'urlsift $J --as events --shingle 1 --by client -t 80 --print shape list'
    'urlsift $J --as events -t 70 --keep 2 --stats list'
    'urlsift $J --as events -t 70 --state s first; urlsift $J --as events -t 70 --state s second; exported s | undated'
    'urlsift cluster $J --as events -t 60 list'
    'urlsift cluster $J --as events --shingle 1 -t 60 --verify 50 --distance 8 --format jsonl list'
    'urlsift keys --as text list'
    'urlsift keys --as events -t 80 list | head -n 3000'
    'pairs | head -n 40 | while IFS=$tab read -r a b; do urlsift compare --as text -- "$a" "$b"; urlsift compare --as events -- "$a" "$b"; done'
)
# Over an access log.
log_commands=(
    'urlsift $J --log list'
    'urlsift $J --log --base https://www.example --format jsonl list'
    'urlsift $J --log --window 10m --stats list'
    'urlsift $J --log --status 2xx,404 --format tsv list'
    'urlsift $J --log --time-field of-the-log --state s first; urlsift $J --log --time-field of-the-log --state s second; exported s'
    'urlsift $J --extract --base https://www.example list'
    'urlsift sessions list'
    'urlsift sessions --around 3 --gap 300 list'
    'urlsift sessions -q list | urlsift cluster $J --as events --by post -t 60'
)
# Over a table.
table_commands=(
    'urlsift $J --column url list'
    'urlsift $J --column 2 --format jsonl list'
    'urlsift $J --column url --status 2xx --explain list'
    'urlsift $J --column url --time-field seen --window 1m --count list'
    'urlsift $J --column url --state s --time-field seen first; urlsift $J --column url --state s --time-field seen second; exported s'
    'urlsift $J --column url --two-pass --prefer status list'
)
# One after the other in one run: which pairs of options are refused, and what the others print. What is said is not compared.
paired=(
    "-t 80" "--literal" "--metric simhash" "--weights host=2" "--no-learn" "--merge-hosts" "--class int" "--no-class int" "--protect abc"
    "--ignore-param id" "--select-param id" "--no-default-ignores" "--params names" "--two-pass" "--as text" "--as events" "--shingle 3"
    "--by post" "--ext php" "--not-ext static" "--host *.test" "--has-params" "--no-params" "--param id" "--match a" "--status 200"
    "--max-per-host 2" "--state s" "--state-wait" "--dry-run" "--window 1h" "--remember all" "--slice 1m" "--at-least 2" "--time-field seen"
    "--field url" "--column url" "--log" "--extract" "--base https://a.test/" "--invalid drop" "--null" "--dropped" "--keep 2"
    "--prefer longest" "--count" "--explain" "--format jsonl" "--format csv" "--print shape" "--print host" "--stats" "--report out.html"
    "--output out.txt" "--quiet"
)

# What reads differently on every run, in all that is compared.
masked() {
    sed -E -e 's/^(time +)[0-9.,]+ s +[0-9,]+ records.s/\1TIME/' -e 's/"(seconds|records_per_second)":[0-9.e+-]+/"\1":TIME/g' \
        -e 's|<dt>Time</dt><dd>[^<]*</dd>|<dt>Time</dt>|'
}

# What reads differently in states.
unsized() {
    sed -E -e 's/^(stored +).*/\1SIZE/' -e 's/^(all lines +)[0-9.,]+ [A-Za-z]+/\1SIZE/' -e 's/"(bytes|segments|all_lines_bytes)":[0-9]+/"\1":SIZE/g'
}
undated() {
    unsized | sed -E -e 's/"slices":\[\[[^]]*\](,\[[^]]*\])*\]/"slices":TIMES/g' \
        -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/TIME/g' | sed -E '/^ +[0-9,]+  TIME$/d'
}

# The groups of a state, whose hosts come in the order of their hashes.
exported() {
    # The exact form holds the drawn key of the hashes.
    urlsift state export "$1" | grep -vE '^\{"(exact"|sha256"|host":"[0-9a-f]+","entries")' | sort
}

# Every line with the one behind it, at forty places of the list.
pairs() {
    tr -d '\0\t\r' <list | cut -c 1-2000 | awk -v every="$(($(wc -l <list) / 40 + 2))" '
        NR % every == 1 { before = $0 } NR % every == 2 { print before "\t" $0 }'
}

# refusals OPTION: what becomes of it beside each of the others.
refusals() {
    local option
    for option in "${paired[@]}"; do
        rm -rf s s.* s-* out.*
        local status=0 words
        read -ra words <<<"$1 $option"
        urlsift "${words[@]}" <list >printed 2>/dev/null || status=$?
        cat out.* 2>/dev/null | masked >>printed || true
        echo "$1 $option: $status $(cksum <printed)"
    done
}

tab=$'\t'

main() {
    is_quick=false with_errors=true only='' jobs=$(getconf _NPROCESSORS_ONLN)
    while getopts 'qej:m:h' option; do
        case $option in
            q) is_quick=true ;;
            e) with_errors=false ;;
            j) jobs=$OPTARG ;;
            m) only=$OPTARG ;;
            h) usage && exit ;;
            *) usage >&2 && exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    [ $# -ge 2 ] || { usage >&2 && exit 2; }
    old=$(realpath "$1") new=$(realpath "$2")
    shift 2
    local list given=()
    for list; do
        [ -r "$list" ] || fail "cannot read $list"
        given+=("$(realpath "$list")")
    done
    [ -x "$old" ] || fail "$old is no program"
    [ -x "$new" ] || fail "$new is no program"

    script=$(realpath "$0")
    cd "$(dirname "$0")/.."
    cache=$(realpath -m "${GOLDEN_CACHE:-${CARGO_TARGET_DIR:-target}/golden}")
    mkdir -p "$cache"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    masks=$(declare -f masked unsized undated exported pairs refusals one_run fingerprint | cat - <(echo "${paired[*]}") | sha256sum | cut -c 1-16)
    export cache scratch masks tab

    prepare "${given[@]}"
    [ -z "$only" ] || { grep -F -- "$only" "$scratch/work" >"$scratch/some" || fail "no command contains $only"; mv "$scratch/some" "$scratch/work"; }
    if $is_quick; then
        say "$(wc -l <"$scratch/work") quick commands"
    else
        say "$(wc -l <"$scratch/work") commands"
    fi
    outputs old "$old"
    outputs new "$new"
    compare
}

fail() {
    echo "golden.sh: $*" >&2
    exit 2
}

say() {
    echo "golden.sh: $*" >&2
}

# Makes the lists, and writes what is to be run: list, threads, command.
prepare() {
    local sources lists shape option list command
    sources=$({ cat benches/{generate,corpus,feed,katana,records}.rs; declare -f prepare odd access_log table timed; cat testdata/formats/*; } | sha256sum | cut -c 1-16)
    lists=$cache/lists.$sources
    if [ ! -e "$lists/done" ]; then
        say "generating lists"
        local part=$lists.$$
        mkdir -p "$part"
        rustc -O --edition 2024 benches/generate.rs -o "$part/generate" 2>"$part/complaints" || { cat "$part/complaints" >&2 && exit 2; }
        for shape in mixed hosts paths params values near; do
            "$part/generate" "$shape" "$([ "$shape" = mixed ] && echo 40000 || echo 10000)" >"$part/$shape"
        done
        for shape in half-params word-grid known-paths unfamiliar-7 unfamiliar-16 few-names two-words deep-paths; do
            "$part/generate" "$shape" 2000 >"$part/$shape"
        done
        "$part/generate" feed 40000 >"$part/feed"
        for shape in messages behaviours; do
            "$part/generate" "$shape" 8000 | cut -f 2- >"$part/$shape"
        done
        odd <"$part/mixed" >"$part/odd"
        access_log <"$part/mixed" >"$part/log"
        table <"$part/mixed" >"$part/table"
        timed <"$part/mixed" >"$part/timed"
        cp -r testdata/formats "$part/formats"
        head -n 300 "$part/odd" >"$part/few"
        touch "$part/done"
        mv -T "$part" "$lists" 2>/dev/null || rm -rf "$part"
    fi
    ln -s "$lists" "$scratch/lists"

    local urls=(mixed odd) all=("${quick[@]}") whole=("${quick_commands[@]}") threads=(1 2)
    mkdir "$scratch/given"
    for list; do
        shape=$(basename "$list")
        case $list in
            *.xz) xz -dc "$list" >"$scratch/given/$shape" ;;
            *.gz) gzip -dc "$list" >"$scratch/given/$shape" ;;
            *) cp "$list" "$scratch/given/$shape" ;;
        esac
        urls+=("$shape")
    done
    if ! $is_quick; then
        all+=("${others[@]}") whole+=("${other_commands[@]}")
        urls+=(hosts paths params values near)
    fi
    for list in "${urls[@]}"; do
        # Lists of one shape are alike on any number of threads if these are; half the time is saved.
        if [ "$list" = hosts ]; then threads=(1); fi
        for option in "${all[@]}"; do
            work "$list" "urlsift \$J${option:+ $option} list"
        done
        for command in "${whole[@]}"; do
            work "$list" "$command"
        done
        if $is_quick; then
            continue
        fi
        for command in "${single_commands[@]}"; do
            work "$list" "$command" 1
        done
    done
    if ! $is_quick; then
        threads=(1 2)
        # Expensive lists, with what prints every decision.
        for list in half-params word-grid known-paths unfamiliar-7 unfamiliar-16 few-names two-words deep-paths; do
            for option in "" "--literal" "-t 80" "-t 90 --format jsonl" "--literal -t 80 --format jsonl" "--explain" "--two-pass --keep 2" "--stats"; do
                work "$list" "urlsift \$J${option:+ $option} list"
            done
            work "$list" 'urlsift cluster $J list'
        done
        for list in messages behaviours; do
            for command in "${record_commands[@]}"; do
                work "$list" "$command"
            done
        done
        for command in "${log_commands[@]}"; do
            work log "$command"
        done
        for command in "${timed_commands[@]}"; do
            work timed "$command"
        done
        for command in "${table_commands[@]}"; do
            work table "$command"
        done
        for option in "${paired[@]}"; do
            work few "refusals '$option'" 1
        done
        for option in "" "--format jsonl" "--explain" "--stats"; do
            work few "for file in \$formats/*; do urlsift \$J $option <\"\$file\"; done"
        done
    fi
    for command in "${feed_commands[@]}"; do
        work feed "$command"
        if $is_quick; then
            threads=(1)
        fi
    done
}

# work LIST COMMAND [THREADS]
work() {
    local chosen=("${threads[@]}") count
    [ $# = 2 ] || chosen=("$3")
    for count in "${chosen[@]}"; do
        printf '%s\t%s\t%s\n' "$1" "$count" "$2" >>"$scratch/work"
    done
}

# Every way in which a URL is written and records hold one, and what is none.
odd() {
    awk '
        { site = $0; sub(/^[a-z]+:\/\//, "", site); path = site; sub(/^[^\/]*/, "", path); host = site; sub(/\/.*/, "", host) }
        NR > 20000 { exit }
        NR % 24 == 0 { print "  " $0 "\t" ; next }
        NR % 24 == 1 { print $0 "\r"; next }
        NR % 24 == 2 { print site; next }
        NR % 24 == 3 { print path; next }
        NR % 24 == 4 { printf "{\"url\":\"%s\",\"status_code\":%d,\"seen\":%d}\n", $0, 200 + NR % 5 * 51, 1700000000 + NR; next }
        NR % 24 == 5 { printf "%s [%d] [text/html]\n", $0, 200 + NR % 7 * 33; next }
        NR % 24 == 6 { print toupper($0); next }
        NR % 24 == 7 { print ""; next }
        NR % 24 == 8 { gsub(/a/, "%61"); gsub(/e/, "%65"); print; next }
        NR % 24 == 9 { print "//" site; next }
        NR % 24 == 10 { print "https://user:secret@" host ":8443" path; next }
        NR % 24 == 11 { print "http://[2001:db8::" NR % 50 "]" path; next }
        NR % 24 == 12 { print "http://192.0.2." NR % 200 ":" 8000 + NR % 3 path; next }
        NR % 24 == 13 { print "ftp://" site; next }
        NR % 24 == 14 { print "no URL, number " int(NR / 96); next }
        NR % 24 == 15 { print $0 "#/route/" NR "/edit"; next }
        NR % 24 == 16 { print $0 (index($0, "?") ? "&" : "?") "next=" "https%3A%2F%2F" host "%2Flogin&action=" (NR % 3 ? "view" : "delete"); next }
        NR % 24 == 17 { print "https://" host "/b\303\274cher/" NR % 40 "/\344\272\214" path; next }
        NR % 24 == 18 { print "https://" host "/raw\377\376/" NR % 30; next }
        NR % 24 == 19 { print "https://cdn" NR % 12 "." host "/lib/app.js?v=" NR; next }
        NR % 24 == 20 { print "https://tenant" NR ".s3.amazonaws.com" path; next }
        NR % 24 == 21 { print "https://" host "/a//b/./c/../d;s=" NR path "?a[]=1&a[]=2&&b"; next }
        NR % 24 == 22 { print "https://" host "/admin/.git/" NR % 9 "?id=" NR "%27%20or%201=1"; next }
        { print }'
    # Longer than what is compared, twice.
    for _ in 1 2; do
        printf 'https://long.example/'
        head -c 1200000 /dev/zero | tr '\0' a
        echo
    done
    printf 'https://www.example/without/an/end'
}

# What a server would have written while the list was crawled.
access_log() {
    awk '
        NR > 20000 { exit }
        { path = $0; sub(/^[a-z]+:\/\/[^\/]*/, "", path); gsub(/[" ]/, "", path); if (path !~ /^\//) path = "/" path }
        {
            second = int(NR / 3)
            printf "192.0.2.%d - - [14/Nov/2023:%02d:%02d:%02d +0000] \"%s %s HTTP/1.1\" %d %d \"-\" \"Agent/%d\"\n", NR * 7 % 90,
                10 + int(second / 3600), int(second / 60) % 60, second % 60, NR % 11 ? "GET" : "POST", path,
                NR % 9 ? 200 : 404, NR % 977, NR % 4
        }'
}

table() {
    awk 'BEGIN { print "number,url,status,seen" }
        NR > 15000 { exit }
        { gsub(/"/, "\"\""); printf "%d,\"%s\",%d,%d\n", NR, $0, NR % 6 ? 200 : 301 + NR % 3 * 101, 1700000000 + int(NR / 50) }'
}

timed() {
    awk 'NR > 12000 { exit }
        { gsub(/["\\]/, ""); printf "{\"url\":\"%s\",\"seen\":%d}\n", $0, 1700000000 + int(NR * 0.7) }'
}

# outputs NAME PROGRAM: fills scratch/NAME with the hashes of what a program prints, line by line as scratch/work.
outputs() {
    local sum known list threads command key
    sum=$(sha256sum <"$2" | cut -c 1-24)
    known=$cache/outputs.$sum
    mkdir -p "$known"
    : >"$scratch/missing"
    find "$scratch/lists/" "$scratch/given/" -maxdepth 1 -type f -exec cksum {} + | sed 's/ [^ ]*\// /' >"$scratch/sums"
    awk -F '\t' -v masks="$masks" '
        NR == FNR { split($0, part, " "); name = $0; sub(/^[0-9]+ [0-9]+ /, "", name); sum[name] = part[1] "." part[2]; next }
        { print masks " " sum[$1] " " $2 " " $3 }' "$scratch/sums" "$scratch/work" >"$scratch/names"
    # A checksum of each line, by one process.
    hashes <"$scratch/names" >"$scratch/keys"
    paste "$scratch/keys" "$scratch/work" >"$scratch/named"
    while IFS=$tab read -r key list threads command; do
        [ -s "$known/$key" ] || printf '%s\t%s\t%s\t%s\n' "$key" "$list" "$threads" "$command" >>"$scratch/missing"
    done <"$scratch/named"
    if [ -s "$scratch/missing" ]; then
        say "running $(wc -l <"$scratch/missing") of them with $2"
        program=$2 known=$known xargs -d '\n' -n 16 -P "$jobs" bash "$script" --worker <"$scratch/missing"
    fi
    while read -r key; do
        cat "$known/$key"
    done <"$scratch/keys" >"$scratch/$1"
}

# A name for every line of standard input, from its bytes.
hashes() {
    python3 -c '
import hashlib, sys
for line in sys.stdin.buffer:
    print(hashlib.sha256(line).hexdigest()[:32])'
}

# worker JOB...: runs each of some lines "key list threads command", and keeps the hashes of what came of it.
worker() {
    local job key list threads command
    for job; do
        IFS=$tab read -r key list threads command <<<"$job"
        room=$(mktemp -d "$scratch/room.XXXXXX")
        one_run "$room" "$list" "$threads" "$command"
        fingerprint "$room" >"$known/$key.$$"
        mv "$known/$key.$$" "$known/$key"
        rm -rf "$room"
    done
}

# fingerprint ROOM: of what one_run left: hash of standard output, status, hash of standard error, hash of files.
fingerprint() {
    local sums
    mapfile -t sums < <(cd "$1" && sha256sum <stdout && sha256sum <stderr && sha256sum <files)
    echo "${sums[0]:0:24} $(<"$1/status") ${sums[1]:0:24} ${sums[2]:0:24}"
}

# one_run ROOM LIST THREADS COMMAND: leaves stdout, stderr, files and status in a directory.
one_run() {
    local room=$1 list=$2 from status=0
    from=$scratch/given/$list
    [ -e "$from" ] || from=$scratch/lists/$list
    mkdir "$room/run" "$room/bin"
    # Its name stands in messages.
    ln -s "$program" "$room/bin/urlsift"
    ln -s "$from" "$room/run/list"
    if [[ $4 == *first* || $4 == *second* || $4 == *third* ]]; then
        local half=$(($(wc -l <"$from") / 2))
        head -n "$half" "$from" >"$room/run/first"
        # The header of a table.
        if [ "$list" = table ]; then head -n 1 "$from" >"$room/run/second"; fi
        tail -n +$((half + 1)) "$from" >>"$room/run/second"
        awk 'NR % 3 == 0' "$from" >"$room/run/third"
    fi
    printf '%s\n' '*.test' '!www.*' 'https://*.example/p' >"$room/run/scope"
    (
        cd "$room/run"
        # Commands name them.
        # shellcheck disable=SC2034
        J="-j $3" formats=$scratch/lists/formats
        urlsift() { "$room/bin/urlsift" "$@"; }
        set +e +u
        eval "$4"
    ) </dev/null >"$room/stdout" 2>"$room/stderr.raw" || status=$?
    echo "$status" >"$room/status"
    : >"$room/stderr"
    if [ -s "$room/stderr.raw" ]; then masked <"$room/stderr.raw" | undated >"$room/stderr"; fi
    : >"$room/files"
    if compgen -G "$room/run/out.*" >/dev/null; then cat "$room"/run/out.* | masked >"$room/files"; fi
}

# Prints a line for each difference, with what differs first.
compare() {
    local key list threads command before after differences=0 total=0 what
    paste "$scratch/old" "$scratch/new" "$scratch/work" >"$scratch/both"
    while IFS=$tab read -r before after list threads command <&3; do
        total=$((total + 1))
        local a b
        read -ra a <<<"$before"
        read -ra b <<<"$after"
        what=()
        [ "${a[0]}" = "${b[0]}" ] || what+=(stdout)
        [ "${a[1]}" = "${b[1]}" ] || what+=(status)
        [ "${a[3]}" = "${b[3]}" ] || what+=(files)
        if $with_errors && [ "${a[2]}" != "${b[2]}" ] && [[ $command != refusals* ]]; then
            what+=(stderr)
        fi
        [ "${#what[@]}" -gt 0 ] || continue
        differences=$((differences + 1))
        echo "$list, -j $threads: $command: ${what[*]} differ"
        # Enough is seen of a hundred; running all again takes as long as the comparison.
        [ "$differences" -gt 100 ] || show "$list" "$threads" "$command" "$before" "${what[@]}"
    done 3<"$scratch/both"
    echo "$differences of $total commands differ"
    [ "$differences" = 0 ]
}

# show LIST THREADS COMMAND BEFORE WHAT...: runs both again, and prints where they first differ.
show() {
    local list=$1 threads=$2 command=$3 before=$4 what
    shift 4
    rm -rf "$scratch/a" "$scratch/b"
    mkdir "$scratch/a" "$scratch/b"
    program=$old one_run "$scratch/a" "$list" "$threads" "$command"
    program=$new one_run "$scratch/b" "$list" "$threads" "$command"
    for what; do
        if cmp -s "$scratch/a/$what" "$scratch/b/$what"; then
            echo "    $what: not when run again: it varies from run to run"
            continue
        fi
        echo "    $what:"
        { diff -a "$scratch/a/$what" "$scratch/b/$what" || true; } | grep -a '^[<>]' | cut -c 1-300 >"$scratch/diff"
        { grep -a -m 3 '^<' "$scratch/diff" || true; } | sed 's/^/    /'
        { grep -a -m 3 '^>' "$scratch/diff" || true; } | sed 's/^/    /'
    done
    if [ "$(fingerprint "$scratch/a")" != "$before" ]; then
        echo "    the old program prints something else than when its outputs were kept"
    fi
}

if [ "${1:-}" = --worker ]; then
    shift
    worker "$@"
else
    main "$@"
fi
