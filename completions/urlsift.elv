
use builtin;
use str;

set edit:completion:arg-completer[urlsift] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'urlsift'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'urlsift'= {
            cand -t 'Drop URLs that are at least this similar to a kept one'
            cand --threshold 'Drop URLs that are at least this similar to a kept one'
            cand --weights 'Set the weights of components, like host=4,path=3'
            cand --metric 'How to measure similarity'
            cand --class 'Recognise only this value class; can be repeated'
            cand --no-class 'Do not recognise this value class; can be repeated'
            cand --protect 'Never merge path segments of this name; can be repeated'
            cand --ignore-param 'Do not compare parameters of this name; can be repeated'
            cand --select-param 'Keep lines apart by the values of parameters of this name; can be repeated'
            cand --params 'What of the parameters of URLs is compared'
            cand --ext 'Keep only URLs with these extensions, like php,jsp; can be repeated'
            cand --not-ext 'Drop URLs with these extensions, like static,pdf; can be repeated'
            cand --host 'Keep only URLs on these hosts, like example.com,*.example.org; can be repeated'
            cand --not-host 'Drop URLs on these hosts; can be repeated'
            cand --scope 'Keep only URLs in the scope that FILE describes'
            cand --scheme 'Keep only URLs with these schemes, like https,wss; can be repeated'
            cand --param 'Keep only URLs that have one of these parameters, like id,*url*; can be repeated'
            cand --match 'Keep only URLs that fit this regular expression; can be repeated'
            cand --not-match 'Drop URLs that fit this regular expression; can be repeated'
            cand --status 'Keep only records with these HTTP statuses, like 200,3xx; can be repeated'
            cand --max-per-host 'Keep up to N lines of each host'
            cand --invalid 'What to do with lines that are not URLs'
            cand -o 'Write to FILE instead of standard output'
            cand --output 'Write to FILE instead of standard output'
            cand --progress 'Show progress on standard error'
            cand -j 'Work on N threads [default: one for each processor]'
            cand --threads 'Work on N threads [default: one for each processor]'
            cand --print 'What to print of each line'
            cand -k 'Keep up to N lines of each group of similar ones'
            cand --keep 'Keep up to N lines of each group of similar ones'
            cand --stats 'Print statistics on standard error at the end'
            cand --format 'The format of the output'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Do not learn variable path positions'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand --has-params 'Keep only URLs with parameters'
            cand --no-params 'Keep only URLs without parameters'
            cand -z 'Read and print lines that end with NUL instead of newline'
            cand -0 'Read and print lines that end with NUL instead of newline'
            cand --null 'Read and print lines that end with NUL instead of newline'
            cand -d 'Print the dropped lines instead of the kept ones'
            cand --dropped 'Print the dropped lines instead of the kept ones'
            cand -q 'Print only errors on standard error'
            cand --quiet 'Print only errors on standard error'
            cand --count 'Print each kept line with the number of lines in its group, at the end'
            cand --two-pass 'Read everything twice: learn first, then filter'
            cand --explain 'Print the dropped lines, each with the reason'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand compare 'Show how similar two URLs are, component by component'
            cand keys 'Print each line with the keys by which similar lines are found'
            cand classes 'Show what path segments are taken for, by which rule, and what learning makes of them'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand sweep 'Show how many lines each threshold keeps, with examples of what it merges'
        }
        &'urlsift;compare'= {
            cand -t 'Drop URLs that are at least this similar to a kept one'
            cand --threshold 'Drop URLs that are at least this similar to a kept one'
            cand --weights 'Set the weights of components, like host=4,path=3'
            cand --metric 'How to measure similarity'
            cand --class 'Recognise only this value class; can be repeated'
            cand --no-class 'Do not recognise this value class; can be repeated'
            cand --protect 'Never merge path segments of this name; can be repeated'
            cand --ignore-param 'Do not compare parameters of this name; can be repeated'
            cand --select-param 'Keep lines apart by the values of parameters of this name; can be repeated'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Do not learn variable path positions'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;keys'= {
            cand -t 'Drop URLs that are at least this similar to a kept one'
            cand --threshold 'Drop URLs that are at least this similar to a kept one'
            cand --weights 'Set the weights of components, like host=4,path=3'
            cand --metric 'How to measure similarity'
            cand --class 'Recognise only this value class; can be repeated'
            cand --no-class 'Do not recognise this value class; can be repeated'
            cand --protect 'Never merge path segments of this name; can be repeated'
            cand --ignore-param 'Do not compare parameters of this name; can be repeated'
            cand --select-param 'Keep lines apart by the values of parameters of this name; can be repeated'
            cand --key 'Hash with KEY, 32 hexadecimal digits, which others cannot guess'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Do not learn variable path positions'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -z 'Read and print lines that end with NUL instead of newline'
            cand -0 'Read and print lines that end with NUL instead of newline'
            cand --null 'Read and print lines that end with NUL instead of newline'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;classes'= {
            cand --weights 'Set the weights of components, like host=4,path=3'
            cand --metric 'How to measure similarity'
            cand --class 'Recognise only this value class; can be repeated'
            cand --no-class 'Do not recognise this value class; can be repeated'
            cand --protect 'Never merge path segments of this name; can be repeated'
            cand --ignore-param 'Do not compare parameters of this name; can be repeated'
            cand --select-param 'Keep lines apart by the values of parameters of this name; can be repeated'
            cand --format 'The format of the output'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Do not learn variable path positions'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;completions'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;man'= {
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;sweep'= {
            cand --weights 'Set the weights of components, like host=4,path=3'
            cand --metric 'How to measure similarity'
            cand --class 'Recognise only this value class; can be repeated'
            cand --no-class 'Do not recognise this value class; can be repeated'
            cand --protect 'Never merge path segments of this name; can be repeated'
            cand --ignore-param 'Do not compare parameters of this name; can be repeated'
            cand --select-param 'Keep lines apart by the values of parameters of this name; can be repeated'
            cand --examples 'Show up to N examples of each step'
            cand -j 'Work on N threads [default: one for each processor]'
            cand --threads 'Work on N threads [default: one for each processor]'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Do not learn variable path positions'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -z 'Read lines that end with NUL instead of newline'
            cand -0 'Read lines that end with NUL instead of newline'
            cand --null 'Read lines that end with NUL instead of newline'
            cand --json 'Print one JSON object instead of a table'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
    ]
    $completions[$command]
}
