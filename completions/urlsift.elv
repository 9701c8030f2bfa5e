
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
            cand --invalid 'What to do with lines that are no URLs'
            cand -o 'Write to FILE instead of standard output'
            cand --output 'Write to FILE instead of standard output'
            cand --stats 'Print statistics on standard error at the end'
            cand --progress 'Show progress on standard error'
            cand -j 'Scan with N threads [default: all the machine has]'
            cand --threads 'Scan with N threads [default: all the machine has]'
            cand --literal 'Compare words, numbers and identifiers as they are written'
            cand -z 'End records with NUL instead of newline, on both sides'
            cand -0 'End records with NUL instead of newline, on both sides'
            cand --null 'End records with NUL instead of newline, on both sides'
            cand -d 'Print what is dropped instead of what is kept'
            cand --dropped 'Print what is dropped instead of what is kept'
            cand -q 'Print nothing but errors on standard error'
            cand --quiet 'Print nothing but errors on standard error'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand compare 'Show how similar two URLs are, component by component'
            cand completions 'Print the completions of a shell'
            cand man 'Print the manual page'
        }
        &'urlsift;compare'= {
            cand -t 'Drop URLs that are at least this similar to a kept one'
            cand --threshold 'Drop URLs that are at least this similar to a kept one'
            cand --weights 'Weigh the components, like host=4,path=3'
            cand --metric 'How similarity is measured'
            cand --literal 'Compare words, numbers and identifiers as they are written'
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
