_urlsift() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="urlsift"
                ;;
            urlsift,compare)
                cmd="urlsift__subcmd__compare"
                ;;
            urlsift,completions)
                cmd="urlsift__subcmd__completions"
                ;;
            urlsift,man)
                cmd="urlsift__subcmd__man"
                ;;
            urlsift,sweep)
                cmd="urlsift__subcmd__sweep"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        urlsift)
            opts="-t -0 -z -d -k -o -q -j -h -V --threshold --weights --metric --literal --no-learn --class --no-class --ignore-param --no-default-ignores --two-pass --invalid --null --dropped --keep --count --explain --format --print --output --stats --progress --quiet --threads --help --version compare sweep completions man"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --weights)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --metric)
                    COMPREPLY=($(compgen -W "overlap simhash" -- "${cur}"))
                    return 0
                    ;;
                --class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --no-class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --ignore-param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --invalid)
                    COMPREPLY=($(compgen -W "keep drop fail" -- "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -k)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "lines jsonl" -- "${cur}"))
                    return 0
                    ;;
                --print)
                    COMPREPLY=($(compgen -W "line shape" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stats)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --progress)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        urlsift__subcmd__compare)
            opts="-t -h --threshold --weights --metric --literal --no-learn --class --no-class --ignore-param --no-default-ignores --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --weights)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --metric)
                    COMPREPLY=($(compgen -W "overlap simhash" -- "${cur}"))
                    return 0
                    ;;
                --class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --no-class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --ignore-param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        urlsift__subcmd__completions)
            opts="-h --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        urlsift__subcmd__man)
            opts="-h --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        urlsift__subcmd__sweep)
            opts="-0 -z -j -h --weights --metric --literal --no-learn --class --no-class --ignore-param --no-default-ignores --null --examples --json --threads --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --weights)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --metric)
                    COMPREPLY=($(compgen -W "overlap simhash" -- "${cur}"))
                    return 0
                    ;;
                --class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --no-class)
                    COMPREPLY=($(compgen -W "version file call int numbers uuid jwt email handle locale text media host hex random slug" -- "${cur}"))
                    return 0
                    ;;
                --ignore-param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --examples)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _urlsift -o nosort -o bashdefault -o default urlsift
else
    complete -F _urlsift -o bashdefault -o default urlsift
fi
