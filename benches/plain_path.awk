# Reads a profile that callgrind wrote with --dump-line=yes, and prints how many files of this project and how many of their lines ran.
function file_name(text,    number) {
    sub(/^[a-z]+=/, "", text)
    number = text
    sub(/\).*/, ")", number)
    if (text ~ /\) /) {
        sub(/^[^)]*\) /, "", text)
        names[number] = text
    }
    return names[number]
}
/^(cfi|cfl)=/ { file_name($0); next }
/^(fl|fi|fe)=/ {
    file = file_name($0)
    is_ours = file ~ /(^|\/)(crates\/[a-z]+\/src\/|src\/(app|cli|main)).*\.rs$/ && file !~ /^\/(rust|rustc|root)/
    next
}
# The line number of a cost is written whole, or as the distance to the one before.
/^[0-9+*-]/ {
    if ($1 ~ /^\+/) line += substr($1, 2)
    else if ($1 ~ /^-/) line -= substr($1, 2)
    else if ($1 != "*") line = $1
    if (is_ours && line > 0) {
        files[file]
        lines[file ":" line]
    }
}
END {
    for (name in files) file_count++
    for (place in lines) line_count++
    print "files\t" file_count + 0
    print "source lines\t" line_count + 0
    if (is_listed) for (name in files) print name | "sort"
}
