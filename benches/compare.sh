#!/usr/bin/env bash
# Measures the program beside others that drop duplicates, and prints tables; docs/performance.md has the first one.
# shellcheck disable=SC2016 # Backquotes in formats are Markdown.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: benches/compare.sh [-n RUNS] [-l LINES] [-w] [COMMAND [LIST]]

Commands:
  peers   All programs and options on one list (default)
  growth  From 10^4 lines to 10^7, or to the end of LIST
  shapes  From 10^5 lines to 10^6 of every shape, at two thresholds, with and without --literal
  repeats From 30 lines to all of one list, drawn and repeated to its length: what waiting costs
  modes   Every form of output, and sweep and cluster, beside a plain run
  hostile Lists that were made to cost much, from 10^4 lines to 10^6, as far as that takes no minutes
  stages  The criterion benches, as time per line

LIST is a file with a URL a line. Without it, lines of the shape "mixed" are generated.

Options:
  -n RUNS   Counted runs of every program, taken in turn; tables show medians [5]
  -l LINES  Lines to generate for "peers", "repeats" and "modes" [1000000], and the most for "growth" [10000000],
            "shapes" and "hostile" [1000000]
  -w        Also put the table of "peers" between its markers in docs/performance.md
  -h        Show this

Other programs are looked for in PATH. URLSIFT names the program to measure, if not the one that is built here;
LISTS the directory that keeps generated lists, as SHAPE.LINES, if not one beside the build.
TEXT
}

# What is measured: commands that read a list from standard input. One that is not installed, or fails because it does
# not know an option, is left out with a note.
baseline="LC_ALL=C sort -u"
peers=(
    "huniq"
    "runiq"
    "urlsieve"
    "uro"
)
ours=(
    "urlsift -j 1"
    "urlsift -j 2"
    "urlsift -j 1 --literal"
    "urlsift -j 2 --literal"
)
# The cost of each option shows beside the plain "urlsift -j 2". A new option takes a line here.
options=(
    "urlsift -j 2 -t 90"
    "urlsift -j 2 -t 80"
    "urlsift -j 2 --literal -t 90"
    "urlsift -j 2 --literal -t 80"
    "urlsift -j 2 --metric simhash"
)
modes=(
    ""
    "--dropped"
    "--stats"
    "--keep 3"
    "--count"
    "--print shape"
    "--print shape --dropped"
    "--explain"
    "--format jsonl"
    "--literal"
    "--literal --explain"
    "--literal --format jsonl"
)
# What else is made of a list, as a subcommand.
subcommands=(sweep cluster)
# Lists that were made to cost much, with the options under which they do.
hostile=(
    "half-params|--literal"
    "half-params|-t 80"
    "word-grid|--literal -t 80"
    "word-grid|-t 80"
    "known-paths|-t 80"
    "known-paths|--literal -t 80"
    "unfamiliar-7|"
    "unfamiliar-7|-t 80"
    "unfamiliar-16|"
    "few-names|--literal"
    "two-words|-t 80"
    "deep-paths|-t 90"
)
growing=("urlsift -j 1" "urlsift -j 2" "urlsift -j 1 --literal" "$baseline" "huniq")
shapes=(mixed names hosts paths params values near)
thresholds=(95 80)

# A program that takes longer than this many seconds runs once.
patience=20

main() {
    runs=5 lines='' write=false
    while getopts 'n:l:wh' option; do
        case $option in
            n) runs=$(number "$OPTARG") ;;
            l) lines=$(number "$OPTARG") ;;
            w) write=true ;;
            h) usage && exit ;;
            *) usage >&2 && exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    local command=${1:-peers} list=${2:-}
    if [ -n "$list" ] && [ ! -r "$list" ]; then
        fail "cannot read $list"
    fi

    if [ -n "$list" ]; then
        list=$(realpath "$list")
    fi
    cd "$(dirname "$0")/.."
    . benches/built.sh
    lists=${LISTS:-$target/lists}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    notes=()
    case $command in
        peers | growth | shapes | repeats | modes | hostile)
            prepare
            "measure_$command" "$list" >"$work/table"
            ;;
        stages) measure_stages >"$work/table" ;;
        *) usage >&2 && exit 2 ;;
    esac
    cat "$work/table"
    if $write; then
        put "$command"
    fi
}

fail() {
    echo "compare.sh: $*" >&2
    exit 2
}

say() {
    echo "compare.sh: $*" >&2
}

number() {
    [[ $1 =~ ^[1-9][0-9]*$ ]] || fail "$1 is no number above 0"
    echo "$1"
}

# Finds what measures and what is measured.
prepare() {
    meter=()
    # The shell times to the millisecond, which GNU time does not; it does not tell memory.
    if /usr/bin/time -f %M true 2>/dev/null; then
        meter=(/usr/bin/time -f %M -o "$work/peak")
    else
        notes+=("peak memory, as GNU time is not installed")
    fi
    program=$(built)
}

# generated SHAPE LINES: names a generated list, and writes it if there is none.
generated() {
    local list=$lists/$1.$2
    if [ ! -e "$list" ]; then
        say "generating $2 lines of the shape $1"
        mkdir -p "$lists"
        generate "$1" "$2" >"$list.part"
        mv "$list.part" "$list"
    fi
    echo "$list"
}

# gauge LIST OUTPUT COMMAND: runs a command, and sets wall and cpu (seconds), and peak (kilobytes, 0 if unknown).
gauge() {
    local list=$1 output=$2 words times status=0 TIMEFORMAT='%3R %3U %3S'
    read -ra words <<<"$3"
    if [ "${words[0]}" = urlsift ]; then
        words[0]=$program
    fi
    { time "${meter[@]}" env "${words[@]}" <"$list" >"$output" 2>"$work/complaints"; } 2>"$work/times" || status=$?
    read -ra times <"$work/times"
    wall=${times[0]} cpu=$(awk "BEGIN { print ${times[1]} + ${times[2]} }") peak=0
    if [ -e "$work/peak" ]; then
        peak=$(tail -n 1 "$work/peak")
    fi
    return "$status"
}

# is_installed COMMAND
is_installed() {
    local words word
    read -ra words <<<"$1"
    for word in "${words[@]}"; do
        if [[ $word != *=* ]]; then
            [ "$word" = urlsift ] || command -v "$word" >/dev/null
            return
        fi
    done
}

# compare LIST COMMAND...: fills results with a line "number wall cpu peak" for every run, names with the commands that ran, and
# kept with the lines that each printed.
compare() {
    local list=$1 command run i status reason
    shift
    names=() kept=() slow=()
    : >"$work/results"
    for command; do
        if ! is_installed "$command"; then
            note "$command, which is not installed"
            continue
        fi
        say "warming up: $command"
        status=0
        gauge "$list" "$work/output" "$command" || status=$?
        if [ "$status" -ne 0 ]; then
            reason=$(head -n 1 "$work/complaints")
            note "$command, which failed: ${reason:-status $status}"
            continue
        fi
        i=${#names[@]}
        names+=("$command")
        kept+=("$(wc -l <"$work/output")")
        if awk "BEGIN { exit !($wall > $patience) }"; then
            record "$i"
            slow+=(true)
        else
            slow+=(false)
        fi
    done
    for ((run = 1; run <= runs; run++)); do
        say "run $run of $runs"
        for i in "${!names[@]}"; do
            if ! "${slow[i]}"; then
                gauge "$list" /dev/null "${names[i]}"
                record "$i"
            fi
        done
    done
}

record() {
    echo "$1 $wall $cpu $peak" >>"$work/results"
}

note() {
    local known
    for known in "${notes[@]}"; do
        [ "$known" != "$1" ] || return 0
    done
    notes+=("$1")
    say "$1"
}

# median NUMBER COLUMN: of the runs of one command; columns are 2 wall, 3 cpu, 4 peak.
median() {
    awk -v i="$1" -v column="$2" '$1 == i { print $column }' "$work/results" | sort -n |
        awk '{ v[NR] = $1 } END { if (NR) print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# index COMMAND: its number among names; nothing if it did not run.
index() {
    local i
    for i in "${!names[@]}"; do
        if [ "${names[i]}" = "$1" ]; then
            echo "$i"
        fi
    done
}

# format FORMAT EXPRESSION: evaluates, and shows a dash where there is nothing to divide.
format() {
    awk "function per(a, b) { return b + 0 > 0 ? a / b : \"-\" }
         BEGIN { value = $2; if (value == \"-\") print \"-\"; else printf \"$1\", value }"
}

about() {
    local cpu='' memory='' system
    if [ -r /proc/cpuinfo ]; then
        cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
        memory=", $(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1048576 }' /proc/meminfo)"
    fi
    system=$(uname -sr | sed 's/-.*//')
    echo "${cpu:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) cores$memory, $system, $(date +%F), load $(load)."
}

load() {
    uptime | sed 's/.*load average[s]*: *//; s/,* .*//'
}

# versions COMMAND...: of every program that ran, once.
versions() {
    local command words seen=' ' all=()
    for command; do
        read -ra words <<<"${command#*=C }"
        if [[ $seen != *" ${words[0]} "* ]]; then
            seen+="${words[0]} "
            case ${words[0]} in
                urlsift) all+=("$("$program" --version)") ;;
                # It does not tell.
                uro) all+=(uro) ;;
                *) all+=("$("${words[0]}" --version 2>&1 | head -n 1)") ;;
            esac
        fi
    done
    join "${all[@]}"
}

join() {
    local text=$1
    shift
    printf '%s' "$text" "${@/#/, }"
}

# describe NAME FILE: says how the figures came about.
describe() {
    echo
    echo "List: $1, $(wc -l <"$2") lines, $(format %.1f "$(wc -c <"$2") / 1e6") MB. Machine: $(about)"
    echo "Programs: $(versions "${names[@]}"). Medians of $runs runs taken in turn, after one that warms up."
    if [[ " ${slow[*]} " == *" true "* ]]; then
        echo "Commands that take more than $patience s ran once."
    fi
    explain_notes
}

explain_notes() {
    local text
    for text in "${notes[@]}"; do
        echo "Left out: $text."
    done
}

measure_peers() {
    local list=$1 i tenth=() small
    if [ -z "$list" ]; then
        list=$(generated mixed "${lines:-1000000}")
    fi
    compare "$list" "$baseline" "${peers[@]}" "${ours[@]}" "${options[@]}"

    # What a kept line adds to the peak, as the rest is there for any list: from the first tenth to the whole.
    head -n "$(($(wc -l <"$list") / 10))" "$list" >"$work/tenth"
    for i in "${!names[@]}"; do
        say "memory: ${names[i]}"
        gauge "$work/tenth" "$work/output" "${names[i]}"
        small=$(wc -l <"$work/output")
        if [ $((kept[i] - small)) -ge 10000 ] && [ "$peak" -gt 0 ]; then
            tenth+=("$(format %.0f "($(median "$i" 4) - $peak) * 1024 / (${kept[i]} - $small)")")
        else
            tenth+=(-)
        fi
    done

    [ -n "$(index "$baseline")" ] || fail "$baseline did not run"
    echo "| program | wall s | CPU s | peak MB | lines out | bytes a kept line |"
    echo "|---|--:|--:|--:|--:|--:|"
    for i in "${!names[@]}"; do
        printf '| `%s` | %s | %s | %s | %s | %s |\n' "${names[i]}" \
            "$(format %.2f "$(median "$i" 2)")" "$(format %.2f "$(median "$i" 3)")" \
            "$(format %.1f "$(median "$i" 4) / 1024")" "${kept[i]}" "${tenth[i]}"
    done
    describe "$(basename "$list")" "$list"
}

measure_growth() {
    local list=$1 part size most i name
    declare -A before=()
    most=${lines:-10000000}
    if [ -n "$list" ] && [ "$(wc -l <"$list")" -lt "$most" ]; then
        most=$(wc -l <"$list")
    fi
    echo "| lines | program | wall s | CPU s | CPU ns a line | CPU, times that of a tenth | peak MB | lines out |"
    echo "|--:|---|--:|--:|--:|--:|--:|--:|"
    for ((size = 10000; size <= most; size *= 10)); do
        if [ -n "$list" ]; then
            head -n "$size" "$list" >"$work/list"
        else
            part=$(generated mixed "$size")
            ln -sf "$part" "$work/list"
        fi
        say "$size lines"
        compare "$work/list" "${growing[@]}"
        for i in "${!names[@]}"; do
            local c
            name=${names[i]} c=$(median "$i" 3)
            printf '| %s | `%s` | %s | %s | %s | %s | %s | %s |\n' "$size" "$name" \
                "$(format %.3f "$(median "$i" 2)")" "$(format %.3f "$c")" "$(format %.0f "$c * 1e9 / $size")" \
                "$(format %.1f "per($c, ${before[$name]:-0})")" \
                "$(format %.1f "$(median "$i" 4) / 1024")" "${kept[i]}"
            before[$name]=$c
        done
    done
    [ -s "$work/results" ] || fail "the list has fewer than 10000 lines"
    describe "$(basename "${list:-mixed}")" "$work/list"
}

measure_shapes() {
    local shape literal threshold size list most=${lines:-1000000} i commands=()
    declare -A cpus=()
    [ "$most" -ge 10 ] || fail "10 lines are the least"
    for literal in '' ' --literal'; do
        for threshold in "${thresholds[@]}"; do
            commands+=("urlsift -j 1$literal -t $threshold")
        done
    done
    echo "| shape | command | CPU s, $((most / 10)) lines | CPU s, $most lines | times | peak MB | lines out |"
    echo "|---|---|--:|--:|--:|--:|--:|"
    for shape in "${shapes[@]}"; do
        for size in $((most / 10)) "$most"; do
            say "$size lines of the shape $shape"
            list=$(generated "$shape" "$size")
            compare "$list" "${commands[@]}"
            for i in "${!names[@]}"; do
                if [ "$size" -lt "$most" ]; then
                    cpus[${names[i]}]=$(median "$i" 3)
                    continue
                fi
                printf '| %s | `%s` | %s | %s | %s | %s | %s |\n' "$shape" "${names[i]}" \
                    "$(format %.3f "${cpus[${names[i]}]}")" "$(format %.3f "$(median "$i" 3)")" \
                    "$(format %.1f "per($(median "$i" 3), ${cpus[${names[i]}]})")" \
                    "$(format %.1f "$(median "$i" 4) / 1024")" "${kept[i]}"
            done
        done
    done
    echo
    echo "Machine: $(about) Medians of $runs runs taken in turn, after one that warms up."
    if [[ " ${slow[*]} " == *" true "* ]]; then
        echo "Commands that take more than $patience s ran once."
    fi
    explain_notes
}

# A run executes about as many instructions for any line that it knows. What it takes longer for lines that come back after more others
# is waiting: for guesses of branches, and for look-ups outside the caches.
measure_repeats() {
    local list=$1 size all i
    if [ -z "$list" ]; then
        list=$(generated mixed "${lines:-1000000}")
    fi
    all=$(wc -l <"$list")
    echo "| lines that repeat | program | CPU s | CPU ns a line | CPU / sort |"
    echo "|--:|---|--:|--:|--:|"
    for ((size = 30; size < all * 10; size *= 10)); do
        # The same choice in every run.
        shuf -n "$size" --random-source="$list" "$list" |
            awk -v all="$all" '{ line[NR] = $0 } END { for (i = 0; i < all; i++) print line[i % NR + 1] }' >"$work/list"
        say "$size lines"
        compare "$work/list" "$baseline" "urlsift -j 1" "urlsift -j 1 --literal"
        for i in "${!names[@]}"; do
            printf '| %s | `%s` | %s | %s | %s |\n' "$((size < all ? size : all))" "${names[i]}" \
                "$(format %.3f "$(median "$i" 3)")" "$(format %.0f "$(median "$i" 3) * 1e9 / $all")" \
                "$(format %.2f "per($(median "$i" 3), $(median 0 3))")"
        done
    done
    describe "$(basename "$list")" "$list"
}

measure_modes() {
    local list=$1 i literal base commands=() mode
    if [ -z "$list" ]; then
        list=$(generated mixed "${lines:-1000000}")
    fi
    for mode in "${modes[@]}"; do
        commands+=("urlsift -j 1${mode:+ $mode}")
    done
    for mode in "${subcommands[@]}"; do
        commands+=("urlsift $mode -j 1")
    done
    compare "$list" "${commands[@]}"
    echo "| command | CPU s | CPU / plain | peak MB | peak / plain |"
    echo "|---|--:|--:|--:|--:|"
    for i in "${!names[@]}"; do
        # Beside the run without the form of output, literal or not.
        literal=''
        if [[ ${names[i]} = *--literal* ]]; then
            literal=' --literal'
        fi
        base=$(index "urlsift -j 1$literal")
        printf '| `%s` | %s | %s | %s | %s |\n' "${names[i]}" "$(format %.2f "$(median "$i" 3)")" \
            "$(format %.2f "per($(median "$i" 3), $(median "$base" 3))")" "$(format %.1f "$(median "$i" 4) / 1024")" \
            "$(format %.2f "per($(median "$i" 4), $(median "$base" 4))")"
    done
    describe "$(basename "$list")" "$list"
}

measure_hostile() {
    local entry shape option size list most=${lines:-1000000} cpu_before peak_before kept_before kept growth bytes
    [ "$most" -ge 10000 ] || fail "10000 lines are the least"
    echo "| list | option | lines | lines out | CPU s | CPU us a line | times that of a tenth | peak MB | bytes a line out | limit hit |"
    echo "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for entry in "${hostile[@]}"; do
        shape=${entry%%|*} option=${entry#*|} cpu_before='' list=''
        for ((size = 10000; size <= most; size *= 10)); do
            # What would take minutes, or fill the disk, is left out.
            if [ -n "$list" ] && { is_above "$cpu_before * 10" 60 || is_above "$(wc -c <"$list") * 10" 2e8; }; then
                break
            fi
            list=$(generated "$shape" "$size")
            say "$size lines of the shape $shape, ${option:-plain}"
            gauge "$list" "$work/output" "urlsift -j 1${option:+ $option} --stats" || fail "urlsift $option failed"
            kept=$(wc -l <"$work/output") growth=- bytes=-
            if [ -n "$cpu_before" ]; then
                growth=$(format %.1f "per($cpu, $cpu_before)")
                bytes=$(format %.0f "per(($peak - $peak_before) * 1024, $kept - $kept_before)")
            fi
            printf '| %s | `%s` | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$shape" "$option" "$size" "$kept" \
                "$(format %.2f "$cpu")" "$(format %.1f "$cpu * 1e6 / $size")" "$growth" "$(format %.1f "$peak / 1024")" \
                "$bytes" "$(hits)"
            cpu_before=$cpu peak_before=$peak kept_before=$kept
        done
    done
    echo
    echo "Machine: $(about) Every list is read once."
    explain_notes
}

# is_above EXPRESSION BOUND
is_above() {
    awk "BEGIN { exit !($1 > $2) }"
}

# hits: how many searches of the last run hit their limit.
hits() {
    awk '/^search limit hit/ { hits = $4 } END { print hits + 0 }' <(tr -d , <"$work/complaints")
}

measure_stages() {
    local lines
    lines=$(sed -n 's/^const LINES: usize = \([0-9_]*\);$/\1/p' benches/stages.rs | tr -d _)
    say "about two minutes, and the build before"
    cargo bench --quiet --bench stages -- --output-format bencher >"$work/stages"
    echo "| stage | time | unit |"
    echo "|---|--:|---|"
    awk -v lines="$lines" '$1 == "test" {
        time = $5
        gsub(/,/, "", time)
        sub(/\//, " ", $2)
        if ($2 ~ /^hostile/) printf "| %s | %.2f | ms a line |\n", $2, time / 1e6
        else printf "| %s | %.1f | ns a line |\n", $2, time / lines
    }' "$work/stages"
    echo
    echo "Machine: $(about)"
}

# put COMMAND: replaces what stands between the markers of a command by its table.
put() {
    local page=docs/performance.md
    grep -q "^<!-- begin $1 -->$" $page || fail "$page has no place for $1"
    awk -v begin="<!-- begin $1 -->" -v end="<!-- end $1 -->" -v table="$work/table" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' $page >"$work/page"
    cat "$work/page" >$page
}

main "$@"
