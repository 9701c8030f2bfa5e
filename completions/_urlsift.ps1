
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'urlsift' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'urlsift'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'urlsift' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'How to compare the parameters of URLs')
            [CompletionResult]::new('--ext', '--ext', [CompletionResultType]::ParameterName, 'Keep only URLs with these extensions, like php,jsp; can be repeated')
            [CompletionResult]::new('--not-ext', '--not-ext', [CompletionResultType]::ParameterName, 'Drop URLs with these extensions, like static,pdf; can be repeated')
            [CompletionResult]::new('--host', '--host', [CompletionResultType]::ParameterName, 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated')
            [CompletionResult]::new('--not-host', '--not-host', [CompletionResultType]::ParameterName, 'Drop URLs on these hosts; can be repeated')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'Keep only URLs that are in scope')
            [CompletionResult]::new('--scheme', '--scheme', [CompletionResultType]::ParameterName, 'Keep only URLs with these schemes, like https,wss; can be repeated')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'Keep only URLs that match this regular expression; can be repeated')
            [CompletionResult]::new('--not-match', '--not-match', [CompletionResultType]::ParameterName, 'Drop URLs that match this regular expression; can be repeated')
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'Keep only records with these HTTP statuses, like 200,3xx; can be repeated')
            [CompletionResult]::new('--max-per-host', '--max-per-host', [CompletionResultType]::ParameterName, 'Keep up to N lines of each host')
            [CompletionResult]::new('--field', '--field', [CompletionResultType]::ParameterName, 'Read JSON lines whose URL is the member PATH, like request.endpoint')
            [CompletionResult]::new('--column', '--column', [CompletionResultType]::ParameterName, 'Read CSV or TSV with the URL in this column, by name or number')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'What the lines are')
            [CompletionResult]::new('--shingle', '--shingle', [CompletionResultType]::ParameterName, 'Compare sequences by runs of N steps')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Compare only sequences that have the same value in FIELD')
            [CompletionResult]::new('--base', '--base', [CompletionResultType]::ParameterName, 'The base URL of links and paths without a host')
            [CompletionResult]::new('--invalid', '--invalid', [CompletionResultType]::ParameterName, 'What to do with lines that are not URLs')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'Remember in FILE, and print only what is new to it')
            [CompletionResult]::new('--state-timeout', '--state-timeout', [CompletionResultType]::ParameterName, 'If a Redis server cannot be reached, try again for TIME before giving up')
            [CompletionResult]::new('--window', '--window', [CompletionResultType]::ParameterName, 'Forget a URL when nothing similar has appeared for TIME; the next similar one is printed')
            [CompletionResult]::new('--remember', '--remember', [CompletionResultType]::ParameterName, 'What to remember: kept (the first line of each group) or all (every line) [default: kept]')
            [CompletionResult]::new('--slice', '--slice', [CompletionResultType]::ParameterName, 'Count and forget by slices of TIME [default: a 144th of --window, at least a second; 10m without a window]')
            [CompletionResult]::new('--at-least', '--at-least', [CompletionResultType]::ParameterName, 'Print a group when N of its lines have come within --window, instead of its first line')
            [CompletionResult]::new('--time-field', '--time-field', [CompletionResultType]::ParameterName, 'Take the time of each record from this JSON member or CSV column [default: when it is read]')
            [CompletionResult]::new('--prefer', '--prefer', [CompletionResultType]::ParameterName, 'Which line of each group to print (requires --two-pass or --count)')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour counts, explanations and this help')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to FILE instead of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to FILE instead of standard output')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'When to show progress on standard error')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--print', '--print', [CompletionResultType]::ParameterName, 'What to print of each line')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Keep up to N lines of each group of similar ones')
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Keep up to N lines of each group of similar ones')
            [CompletionResult]::new('--stats', '--stats', [CompletionResultType]::ParameterName, 'Print statistics on standard error at the end')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Write an HTML page about the run to FILE')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the output')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('--has-params', '--has-params', [CompletionResultType]::ParameterName, 'Keep only URLs with parameters')
            [CompletionResult]::new('--no-params', '--no-params', [CompletionResultType]::ParameterName, 'Keep only URLs without parameters')
            [CompletionResult]::new('--not-junk', '--not-junk', [CompletionResultType]::ParameterName, 'Drop URLs that are junk of archives and crawlers')
            [CompletionResult]::new('--log', '--log', [CompletionResultType]::ParameterName, 'Read access logs: common, combined, W3C, S3, load balancers, HAProxy')
            [CompletionResult]::new('--extract', '--extract', [CompletionResultType]::ParameterName, 'Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('--state-wait', '--state-wait', [CompletionResultType]::ParameterName, 'If another run uses the state, wait for it to end instead of failing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Decide as with --state, but store nothing')
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Print the dropped lines instead of the kept ones')
            [CompletionResult]::new('--dropped', '--dropped', [CompletionResultType]::ParameterName, 'Print the dropped lines instead of the kept ones')
            [CompletionResult]::new('--csv-safe', '--csv-safe', [CompletionResultType]::ParameterName, 'Put an apostrophe before cells that a spreadsheet would compute (requires --format csv)')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Empty the --output FILE even if it has lines that an earlier run with --state has printed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('--no-config', '--no-config', [CompletionResultType]::ParameterName, 'Do not read options from the file that URLSIFT_CONFIG_PATH names')
            [CompletionResult]::new('--show-config', '--show-config', [CompletionResultType]::ParameterName, 'Print the path of the file that URLSIFT_CONFIG_PATH names, and its options, then exit')
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'Print each kept line with the number of lines in its group, at the end')
            [CompletionResult]::new('--two-pass', '--two-pass', [CompletionResultType]::ParameterName, 'Read everything twice: learn first, then filter')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Print the dropped lines, each with the reason')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('compare', 'compare', [CompletionResultType]::ParameterValue, 'Show how similar two URLs are, component by component')
            [CompletionResult]::new('cluster', 'cluster', [CompletionResultType]::ParameterValue, 'Print the connected components of similar lines')
            [CompletionResult]::new('keys', 'keys', [CompletionResultType]::ParameterValue, 'Print each line with the keys by which similar lines are found')
            [CompletionResult]::new('classes', 'classes', [CompletionResultType]::ParameterValue, 'Show what path segments are recognised as, by which rule, and how learning treats them')
            [CompletionResult]::new('state', 'state', [CompletionResultType]::ParameterValue, 'Show and change what runs have remembered')
            [CompletionResult]::new('sessions', 'sessions', [CompletionResultType]::ParameterValue, 'Print what clients did around each POST, from an access log')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('sweep', 'sweep', [CompletionResultType]::ParameterValue, 'Show how many lines each threshold keeps, with examples of what it merges')
            break
        }
        'urlsift;compare' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'What the lines are')
            [CompletionResult]::new('--shingle', '--shingle', [CompletionResultType]::ParameterName, 'Compare sequences by runs of N steps')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Compare only sequences that have the same value in FIELD')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;cluster' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'What the lines are')
            [CompletionResult]::new('--shingle', '--shingle', [CompletionResultType]::ParameterName, 'Compare sequences by runs of N steps')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Compare only sequences that have the same value in FIELD')
            [CompletionResult]::new('--distance', '--distance', [CompletionResultType]::ParameterName, 'Find candidates first: pairs of lines whose SimHash codes differ in at most K bits')
            [CompletionResult]::new('--verify', '--verify', [CompletionResultType]::ParameterName, 'Merge candidates only if their weighted Jaccard similarity is at least PERCENT')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the output')
            [CompletionResult]::new('--min-size', '--min-size', [CompletionResultType]::ParameterName, 'Print only groups of at least N lines')
            [CompletionResult]::new('--top', '--top', [CompletionResultType]::ParameterName, 'Print only the N largest groups')
            [CompletionResult]::new('--members', '--members', [CompletionResultType]::ParameterName, 'Print only the first N lines of each group')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to FILE instead of standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to FILE instead of standard output')
            [CompletionResult]::new('--progress', '--progress', [CompletionResultType]::ParameterName, 'Show progress on standard error')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('--leader', '--leader', [CompletionResultType]::ParameterName, 'Print the groups that the filter makes')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;keys' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'What the lines are')
            [CompletionResult]::new('--shingle', '--shingle', [CompletionResultType]::ParameterName, 'Compare sequences by runs of N steps')
            [CompletionResult]::new('--by', '--by', [CompletionResultType]::ParameterName, 'Compare only sequences that have the same value in FIELD')
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'Hash with KEY: 32 hexadecimal digits that nobody else can guess')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Read and print lines that end with NUL instead of newline')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;classes' {
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the output')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show what a state holds: settings, sizes, and groups and lines by host and by time')
            [CompletionResult]::new('recent', 'recent', [CompletionResultType]::ParameterValue, 'List recent groups that are similar to a URL, newest first')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Print all groups as JSON lines')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Add groups to a state, as export prints them')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Forget hosts, or groups that have not come recently')
            [CompletionResult]::new('rebuild', 'rebuild', [CompletionResultType]::ParameterValue, 'Rebuild a state under other settings')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Merge states into a new one')
            break
        }
        'urlsift;state;info' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;recent' {
            [CompletionResult]::new('--like', '--like', [CompletionResultType]::ParameterName, 'The URL; a line that is not a URL matches only itself')
            [CompletionResult]::new('--within', '--within', [CompletionResultType]::ParameterName, 'List only lines that came within this time before now, like 60m')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most N of them')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the output')
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'How to compare the parameters of URLs')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;export' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;import' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'How to compare the parameters of URLs')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;forget' {
            [CompletionResult]::new('--host', '--host', [CompletionResultType]::ParameterName, 'Forget this host, with its port unless it is the scheme''s own; can be repeated')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Forget groups that had no line for TIME, like 30d, and all lines older than that')
            [CompletionResult]::new('--future', '--future', [CompletionResultType]::ParameterName, 'Forget times after now: what came then came now, and nothing has expired by then')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;rebuild' {
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'How to compare the parameters of URLs')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;state;merge' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'The new state, which must not exist yet')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'The new state, which must not exist yet')
            [CompletionResult]::new('-t', '-t', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--threshold', '--threshold', [CompletionResultType]::ParameterName, 'Drop URLs that are at least this similar to a kept one')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--params', '--params', [CompletionResultType]::ParameterName, 'How to compare the parameters of URLs')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;sessions' {
            [CompletionResult]::new('--around', '--around', [CompletionResultType]::ParameterName, 'Print N requests before each POST and N after it; at least 2')
            [CompletionResult]::new('--gap', '--gap', [CompletionResultType]::ParameterName, 'Treat a client as a new one after a pause of more than SECONDS')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'urlsift;sweep' {
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Set the weights of components, like host=4,path=3')
            [CompletionResult]::new('--metric', '--metric', [CompletionResultType]::ParameterName, 'How to measure similarity')
            [CompletionResult]::new('--class', '--class', [CompletionResultType]::ParameterName, 'Recognise only this value class; can be repeated')
            [CompletionResult]::new('--no-class', '--no-class', [CompletionResultType]::ParameterName, 'Do not recognise this value class; can be repeated')
            [CompletionResult]::new('--protect', '--protect', [CompletionResultType]::ParameterName, 'Never merge path segments of this name; can be repeated')
            [CompletionResult]::new('--ignore-param', '--ignore-param', [CompletionResultType]::ParameterName, 'Do not compare parameters of this name; can be repeated')
            [CompletionResult]::new('--select-param', '--select-param', [CompletionResultType]::ParameterName, 'Keep URLs apart if they differ in the value of this parameter; can be repeated')
            [CompletionResult]::new('--params-from', '--params-from', [CompletionResultType]::ParameterName, 'Do not compare the parameters that these rules name for a host; can be repeated')
            [CompletionResult]::new('--examples', '--examples', [CompletionResultType]::ParameterName, 'Show up to N examples of each step')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Work on N threads [default: one for each processor]')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'Compare words, numbers and identifiers as they are written')
            [CompletionResult]::new('--merge-hosts', '--merge-hosts', [CompletionResultType]::ParameterName, 'Treat hosts as one that differ only in numbers or tenant name, or show the same pages')
            [CompletionResult]::new('--no-learn', '--no-learn', [CompletionResultType]::ParameterName, 'Do not learn variable path positions')
            [CompletionResult]::new('--no-default-ignores', '--no-default-ignores', [CompletionResultType]::ParameterName, 'Compare tracking and session parameters too')
            [CompletionResult]::new('-z', '-z', [CompletionResultType]::ParameterName, 'Read lines that end with NUL instead of newline')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'Read lines that end with NUL instead of newline')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Read lines that end with NUL instead of newline')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object instead of a table')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors on standard error')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
