# Only the first word can be a subcommand, which has options of its own.
function __fish_urlsift_needs_command
    set -l words (commandline -opc)
    not contains -- "$words[2]" compare cluster keys classes fields state sessions traps diff teach templates export completions man sweep
end

function __fish_urlsift_is_first
    test (count (commandline -opc)) -eq 1
end

function __fish_urlsift_using_subcommand
    set -l words (commandline -opc)
    contains -- "$words[2]" $argv
end

complete -c urlsift -n "__fish_urlsift_needs_command" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_needs_command" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l same-answer -d 'Merge lines of a host whose answers are equal, once N were kept [5 without N]' -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l ext -d 'Keep only URLs with these extensions, like php,jsp; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l not-ext -d 'Drop URLs with these extensions, like static,pdf; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l host -d 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l not-host -d 'Drop URLs on these hosts; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l scheme -d 'Keep only URLs with these schemes, like https,wss; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l param -d 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l match -d 'Keep only URLs or texts that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l not-match -d 'Drop URLs that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l status -d 'Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l signatures -d 'Keep only texts that fit a signature, as cluster finds them' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l not-signatures -d 'Drop texts that fit a signature' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l max-per-host -d 'Keep up to N lines of each host' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l suspects -d 'Also keep a line of each name at learned positions, up to N names a position' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l invalid -d 'Keep lines that are not URLs, drop them, or fail at the first' -r -f -a "keep\t'Print each once, and drop its exact repetitions'
drop\t'Drop all of them'
fail\t'Stop at the first one, with status 2'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l state -d 'Remember in FILE, and print only what is new to it' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l window -d 'Forget a URL when nothing similar has appeared for TIME; the next similar one is printed' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l remember -d 'Remember kept lines (the first of each group), all lines or only keys [default: kept]' -r -f -a "kept\t'The first line of each group'
all\t'Also every other line that came within --window'
keys\t'Only keys of the first lines'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l min -d 'Print only groups of at least N lines' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l time-field -d 'Take the time of each record from this JSON member or CSV column [default: when it is read]' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l prefer -d 'Print this line of each group, at the end' -r -f -a "first\t'The first one'
shortest\t'The one with the shortest URL'
longest\t'The one with the longest URL'
params\t'The one with the most parameters'
https\t'One with the scheme https'
status\t'One with a status from 200 to 299, else one from 300 to 399, else one without a status'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l order -d 'In which order to print the kept lines' -r -f -a "input\t'In input order'
count\t'The largest groups first'
group\t'The lines of each group together'
novel\t'The most varied lines first'"
complete -c urlsift -n "__fish_urlsift_needs_command" -s n -l top -d 'Print only the first N lines' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l color -d 'When to colour counts, explanations and this help' -r -f -a "auto\t'If standard output is a terminal, and neither NO_COLOR is set nor TERM is dumb'
always\t'Always'
never\t'Never'"
complete -c urlsift -n "__fish_urlsift_needs_command" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l progress -d 'When to show progress on standard error' -r -f -a "auto\t'If standard error is a terminal and the output is a file, so that it never mixes with lines'
always\t'If standard error is a terminal'
never\t'Never'"
complete -c urlsift -n "__fish_urlsift_needs_command" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l print -d 'Print these parts of each line, or what is known of it; with commas between several' -r -f -a "line\t'The line'
url\t'Its URL as it is written'
canonical\t'Its URL as it is compared'
shape\t'Its template'
host\t'The host, with its port'
path\t'The path, without parameters'
count\t'The number of lines in its group'
percent\t'How similar it is to the kept line of its group'
verdict\t'Whether it was kept, or what else became of it'
reason\t'Why it was dropped'
like\t'The kept line that it is similar to'
last\t'With --min and --window, the last line of the group'
source\t'The file that it comes from'
record\t'Its number in that file'
key\t'The keys by which similar lines are found: a join on them finds all pairs of two lists'
fields\t'The fields that were read from it, and where each of them stands'"
complete -c urlsift -n "__fish_urlsift_needs_command" -s k -l keep -d 'Keep up to N lines of each group of similar ones' -r -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l stats -d 'Print statistics on standard error at the end' -f -a "text\t'A table for people'
json\t'One JSON object on one line'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l report -d 'Write an HTML page about the run to FILE' -r -F
complete -c urlsift -n "__fish_urlsift_needs_command" -l format -d 'The format of the output' -r -f -a "text\t'The lines unchanged, or as --print, --count and --explain show them'
json\t'A JSON object for every line that is printed'
jsonl\t'The same, and without other options for every line, as with --all'
tsv\t'Fields with tabs between them'
csv\t'Fields with commas between them'"
complete -c urlsift -n "__fish_urlsift_needs_command" -l new-params -d 'Only URLs that add a parameter name to their page (facets)' -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l wait -d 'If another run uses the state, wait for it to end instead of failing' -f
complete -c urlsift -n "__fish_urlsift_needs_command" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_needs_command" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_needs_command" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_needs_command" -l not-junk -d 'Drop junk URLs from archives and crawlers'
complete -c urlsift -n "__fish_urlsift_needs_command" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_needs_command" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_needs_command" -s z -s 0 -l null -d 'Read and print lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_needs_command" -l dry-run -d 'Decide as with --state, but store nothing'
complete -c urlsift -n "__fish_urlsift_needs_command" -s d -l dropped -d 'Print the dropped lines instead of the kept ones'
complete -c urlsift -n "__fish_urlsift_needs_command" -s a -l all -d 'Print the kept and the dropped lines, in input order'
complete -c urlsift -n "__fish_urlsift_needs_command" -l overwrite -d 'Empty the --output FILE even if it has lines that an earlier run with --state has printed'
complete -c urlsift -n "__fish_urlsift_needs_command" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_needs_command" -l no-config -d 'Do not read options from the file that URLSIFT_CONFIG_PATH names'
complete -c urlsift -n "__fish_urlsift_needs_command" -s c -l count -d 'Print each kept line with the number of lines in its group, at the end'
complete -c urlsift -n "__fish_urlsift_needs_command" -l two-pass -d 'Read everything twice: learn first, then filter'
complete -c urlsift -n "__fish_urlsift_needs_command" -l explain -d 'Print the dropped lines, each with the reason'
complete -c urlsift -n "__fish_urlsift_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_needs_command" -s V -l version -d 'Print version'
complete -c urlsift -n "__fish_urlsift_is_first" -a "compare" -d 'Show how similar two URLs are, component by component'
complete -c urlsift -n "__fish_urlsift_is_first" -a "cluster" -d 'Print the connected components of similar lines'
complete -c urlsift -n "__fish_urlsift_is_first" -a "keys" -d 'Print each line with the keys by which similar lines are found'
complete -c urlsift -n "__fish_urlsift_is_first" -a "classes" -d 'Show what path segments are recognised as, by which rule, and how learning treats them'
complete -c urlsift -n "__fish_urlsift_is_first" -a "fields" -d 'Show what would be read from the first records of each source'
complete -c urlsift -n "__fish_urlsift_is_first" -a "state" -d 'Show and change what runs have remembered'
complete -c urlsift -n "__fish_urlsift_is_first" -a "sessions" -d 'Print what clients did around each POST, from an access log'
complete -c urlsift -n "__fish_urlsift_is_first" -a "traps" -d 'List places of a site that may trap a crawler, with a rule against each'
complete -c urlsift -n "__fish_urlsift_is_first" -a "diff" -d 'Show what is new, gone or changed between two lists or states; status 1 if anything is'
complete -c urlsift -n "__fish_urlsift_is_first" -a "teach" -d 'Write a rule for --rules: two URLs are the same or different, a place is in or out'
complete -c urlsift -n "__fish_urlsift_is_first" -a "templates" -d 'Print the templates of a list or a state as a tree by host'
complete -c urlsift -n "__fish_urlsift_is_first" -a "export" -d 'Write the templates of a list or a state as rules of another program'
complete -c urlsift -n "__fish_urlsift_is_first" -a "completions" -d 'Print the completion script of a shell'
complete -c urlsift -n "__fish_urlsift_is_first" -a "man" -d 'Print the manual page'
complete -c urlsift -n "__fish_urlsift_is_first" -a "sweep" -d 'Show how many lines each threshold keeps, with examples of what it merges'
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l format -d 'The format of the output' -r -f -a "text\t'Tables for people'
jsonl\t'One JSON object'"
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l distance -d 'Find candidates first: pairs of lines whose SimHash codes differ in at most K bits' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l format -d 'The format of the output' -r -f -a "text\t'A heading for every group, and its lines indented'
jsonl\t'A JSON object for every group'
tsv\t'A row of tab-separated columns for every line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l min -d 'Print only groups of at least N lines' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s n -l top -d 'Print only the N largest groups' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l examples -d 'Print only the first N lines of each group' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s o -l output -d 'Write to FILE instead of standard output' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l progress -d 'Show progress on standard error' -r -f -a "auto\t'If standard error is a terminal and the output is a file, so that it never mixes with lines'
always\t'If standard error is a terminal'
never\t'Never'"
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -l exact -d 'Compare all candidates, however long it takes'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s z -s 0 -l null -d 'Read and print lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand cluster" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l seed -d 'Hash with KEY: up to 32 hexadecimal digits that nobody else can guess' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -s z -s 0 -l null -d 'Read and print lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -l bands -d 'Print at most 40 numbers for each line, of which similar lines share one in most cases'
complete -c urlsift -n "__fish_urlsift_using_subcommand keys" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l format -d 'The format of the output' -r -f -a "text\t'Indented lines for people'
jsonl\t'A JSON object for every TEXT'"
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -s n -l top -d 'Show the first N records of each source' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -l format -d 'The format of the output' -r -f -a "text\t'Lines for people'
jsonl\t'JSON, one object per line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand fields" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -s h -l help -d 'Print help'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "info" -d 'Show what a state holds: settings, sizes, and groups and lines by host and by time'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "recent" -d 'List recent groups that are similar to a URL, newest first'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "export" -d 'Print all groups as JSON lines'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "import" -d 'Add groups to a state, as export prints them'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "forget" -d 'Forget hosts, or groups that have not come recently'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "rebuild" -d 'Rebuild a state under other settings'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and not __fish_seen_subcommand_from info recent export import forget rebuild merge" -f -a "merge" -d 'Merge states into a new one'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from info" -l format -d 'The format of the output' -r -f -a "text\t'Lines for people'
jsonl\t'JSON, one object per line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from info" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l window -d 'List only lines that came within this time before now, like 60m' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -s n -l top -d 'List at most N of them' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l format -d 'The format of the output' -r -f -a "text\t'Lines for people'
jsonl\t'JSON, one object per line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from recent" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from forget" -l host -d 'Forget this host, with its port unless it is the scheme\'s own; can be repeated' -r -f -a "(__fish_print_hostnames)"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from forget" -l older-than -d 'Forget groups that had no line for TIME, like 30d, and all lines older than that' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from forget" -l future -d 'Treat lines with times in the future as seen now, and nothing as expired'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from forget" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from rebuild" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -s o -l output -d 'The new state, which must not exist yet' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand state; and __fish_seen_subcommand_from merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand sessions" -l around -d 'Print N requests before each POST and N after it; at least 2' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sessions" -l gap -d 'Treat a client as a new one after a pause of more than SECONDS' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sessions" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand sessions" -s h -l help -d 'Print help'
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l ext -d 'Keep only URLs with these extensions, like php,jsp; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l not-ext -d 'Drop URLs with these extensions, like static,pdf; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l host -d 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l not-host -d 'Drop URLs on these hosts; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l scheme -d 'Keep only URLs with these schemes, like https,wss; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l param -d 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l match -d 'Keep only URLs or texts that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l not-match -d 'Drop URLs that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l status -d 'Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l format -d 'The format of the output' -r -f -a "text\t'Lines for people'
jsonl\t'JSON, one object per line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l not-junk -d 'Drop junk URLs from archives and crawlers'
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand traps" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l only -d 'Show only these differences: new, gone, changed; with commas between' -r -f -a "new\t'Paths that only NEW has'
gone\t'Paths that only OLD has'
changed\t'Paths of both with other parameters, methods, statuses or numbers of lines'
missing\t'Paths that only one has, where every line was answered by 404 or 410'"
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l ignore -d 'Do not compare these: params, methods, statuses, lines; with commas between' -r -f -a "params\t'Names of parameters, and values that choose what a page does'
methods\t'Methods of requests'
statuses\t'Classes of statuses'
lines\t'Numbers of lines'"
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l factor -d 'Show a path as changed if it has at least N times the lines, or an Nth of them' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l min -d 'Leave out paths with fewer than N lines, and parameters, methods and statuses of a path with fewer' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l ext -d 'Keep only URLs with these extensions, like php,jsp; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l not-ext -d 'Drop URLs with these extensions, like static,pdf; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l host -d 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l not-host -d 'Drop URLs on these hosts; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l scheme -d 'Keep only URLs with these schemes, like https,wss; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l param -d 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l match -d 'Keep only URLs or texts that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l not-match -d 'Drop URLs that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l status -d 'Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l format -d 'The format of the output' -r -f -a "text\t'Lines for people, by host'
jsonl\t'A JSON object for each difference'
markdown\t'A table for a pull request'"
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l examples -d 'Show up to N lines of each difference' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l report -d 'Also write the differences as an HTML page to FILE' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l not-junk -d 'Drop junk URLs from archives and crawlers'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -s t -l threshold -d 'Drop URLs that are at least this similar to a kept one' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -l dry-run -d 'Print the rule and leave FILE as it is'
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l ext -d 'Keep only URLs with these extensions, like php,jsp; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l not-ext -d 'Drop URLs with these extensions, like static,pdf; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l host -d 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l not-host -d 'Drop URLs on these hosts; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l scheme -d 'Keep only URLs with these schemes, like https,wss; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l param -d 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l match -d 'Keep only URLs or texts that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l not-match -d 'Drop URLs that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l status -d 'Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l min -d 'Leave out templates of fewer than N lines' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l format -d 'The format of the output' -r -f -a "text\t'A tree for people'
jsonl\t'A JSON object for every template'
tsv\t'A row of tab-separated columns for every template'
csv\t'A row of columns with commas between them for every template'
csv-safe\t'The same without formulas'
dot\t'A graph for Graphviz'"
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l order -d 'The order of templates [default: count; for jsonl by host and path]' -r -f -a "count\t'The most lines first'
input\t'By the first line'"
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -s n -l top -d 'Print only the first N templates, or paths of a tree' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l not-junk -d 'Drop junk URLs from archives and crawlers'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l to -d 'The program that the rules are for; -o FILE.yaml and FILE.json mean openapi' -r -f -a "openapi\t'An OpenAPI 3.1 description: parameters, bodies and responses of each method of a path'
openapi.yaml\t'The same in YAML'
regex\t'A regular expression for each route, a tab, and the route: anchored, in the syntax of RE2'
zap\t'A context for ZAP, with a data-driven node for each route that varies'
nginx\t'A map of nginx from $uri to a route, for logs and limits'
otel\t'A transform processor of the OpenTelemetry Collector that sets http.route'
robots\t'Disallow rules of robots.txt for paths with very many pages'
rules\t'Learned positions as rules for --rules, so that another run reads URLs in the same way'
scrapy\t'A list of deny rules for a link extractor of Scrapy, as JSON, for routes with very many pages'"
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -s o -l output -d 'Write to FILE instead of standard output; a name in .yaml makes openapi write YAML' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l ext -d 'Keep only URLs with these extensions, like php,jsp; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l not-ext -d 'Drop URLs with these extensions, like static,pdf; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l host -d 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l not-host -d 'Drop URLs on these hosts; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l scheme -d 'Keep only URLs with these schemes, like https,wss; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l param -d 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l match -d 'Keep only URLs or texts that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l not-match -d 'Drop URLs that match this regular expression; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l status -d 'Keep only records with these HTTP statuses, like 200,3xx, or without any; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l field -d 'The member or column that has the URL, like request.endpoint or 3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l base -d 'The base URL of links and paths without a host' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l min -d 'Leave out templates of fewer than N lines' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l not-junk -d 'Drop junk URLs from archives and crawlers'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l log -d 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -l extract -d 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand completions" -s h -l help -d 'Print help'
complete -c urlsift -n "__fish_urlsift_using_subcommand man" -s h -l help -d 'Print help'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l weights -d 'Set the weights of components, like host=4,path=3' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l metric -d 'How to measure similarity' -r -f -a "overlap\t'The exact share of the weight that two URLs have in common'
simhash\t'The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production'"
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l classes -d 'Recognise only this value class; can be repeated' -r -f -a "version\t''
file\t''
call\t''
int\t''
numbers\t''
uuid\t''
jwt\t''
email\t''
handle\t''
locale\t''
text\t''
media\t''
host\t''
hex\t''
random\t''
slug\t''
numbered\t''"
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l protect -d 'Never merge path segments of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l ignore-param -d 'Do not compare parameters of this name; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l select-param -d 'Keep URLs apart if they differ in the value of this parameter; can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l rules -d 'Rules about places of a site: same or different, in or out; can be repeated' -r -F
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l by -d 'Never merge records that differ in one of these fields, like method,content-type' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l seed -d 'Set the key of all hashes, so that a run can be repeated' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l as -d 'What the lines are' -r -f -a "urls\t'URLs'
text\t'Texts'
log\t'Texts behind a header of time, level and process'
events\t'Sequences of requests'"
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l fold -d 'What is taken out of texts before they are compared' -r -f -a "marks\t'Invisible characters, and marks between single characters'
blanks\t'Also blanks between single letters'
forms\t'As marks; traditional characters and look-alikes count as the usual ones'
all\t'Blanks and forms'
none\t'Nothing: texts are compared as written'"
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l examples -d 'Show up to N examples of each step [default: 2, of texts and sequences 10]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -s j -l threads -d 'Work on N threads [default: one for each processor]' -r -f
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l literal -d 'Compare words, numbers and identifiers as written'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l merge-hosts -d 'Merge hosts that differ only in numbers or tenant name, or that show the same pages'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l no-learn -d 'Do not learn variable path positions'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -s z -s 0 -l null -d 'Read lines that end with NUL instead of newline'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -l json -d 'Print one JSON object instead of a table'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -s q -l quiet -d 'Print only errors on standard error'
complete -c urlsift -n "__fish_urlsift_using_subcommand sweep" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c urlsift -n "__fish_urlsift_using_subcommand compare" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand classes" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand state" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand diff" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand teach" -f -a "same different in out"
complete -c urlsift -n "__fish_urlsift_using_subcommand templates" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand export" -f
complete -c urlsift -n "__fish_urlsift_using_subcommand completions" -f -a "bash elvish fish powershell zsh"
complete -c urlsift -n "__fish_urlsift_using_subcommand man" -f
