
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
            cand --weights 'Weigh the components, like host=4,path=3'
            cand --metric 'How similarity is measured'
            cand --class 'Know only this class of values; can be repeated'
            cand --no-class 'Do not know this class of values; can be repeated'
            cand --ignore-param 'Ignore parameters of this name; can be repeated'
            cand --invalid 'What to do with lines that are no URLs'
            cand -k 'Keep up to N lines of each group of similar ones'
            cand --keep 'Keep up to N lines of each group of similar ones'
            cand --format 'What is printed for each line'
            cand --print 'What is printed of each line'
            cand -o 'Write to FILE instead of standard output'
            cand --output 'Write to FILE instead of standard output'
            cand --stats 'Print statistics on standard error at the end'
            cand --progress 'Show progress on standard error'
            cand -j 'Scan with N threads [default: all the machine has]'
            cand --threads 'Scan with N threads [default: all the machine has]'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Learn no places'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand --two-pass 'Read everything twice: learn first, then filter'
            cand -z 'End records with NUL instead of newline, on both sides'
            cand -0 'End records with NUL instead of newline, on both sides'
            cand --null 'End records with NUL instead of newline, on both sides'
            cand -d 'Print what is dropped instead of what is kept'
            cand --dropped 'Print what is dropped instead of what is kept'
            cand --count 'Print how many lines each kept one stands for, at the end'
            cand --explain 'Print what is dropped, and why'
            cand -q 'Print nothing but errors on standard error'
            cand --quiet 'Print nothing but errors on standard error'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand compare 'Show how similar two URLs are, component by component'
            cand sweep 'Show how many lines each threshold would keep, and what it merges'
            cand completions 'Print the completions of a shell'
            cand man 'Print the manual page'
        }
        &'urlsift;compare'= {
            cand -t 'Drop URLs that are at least this similar to a kept one'
            cand --threshold 'Drop URLs that are at least this similar to a kept one'
            cand --weights 'Weigh the components, like host=4,path=3'
            cand --metric 'How similarity is measured'
            cand --class 'Know only this class of values; can be repeated'
            cand --no-class 'Do not know this class of values; can be repeated'
            cand --ignore-param 'Ignore parameters of this name; can be repeated'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Learn no places'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'urlsift;sweep'= {
            cand --weights 'Weigh the components, like host=4,path=3'
            cand --metric 'How similarity is measured'
            cand --class 'Know only this class of values; can be repeated'
            cand --no-class 'Do not know this class of values; can be repeated'
            cand --ignore-param 'Ignore parameters of this name; can be repeated'
            cand --examples 'Show up to N examples for each step'
            cand -j 'Work with N threads [default: all the machine has]'
            cand --threads 'Work with N threads [default: all the machine has]'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand --no-learn 'Learn no places'
            cand --no-default-ignores 'Compare tracking and session parameters too'
            cand -z 'Records end with NUL instead of newline'
            cand -0 'Records end with NUL instead of newline'
            cand --null 'Records end with NUL instead of newline'
            cand --json 'Print one JSON object instead of a table'
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
    ]
    $completions[$command]
}
