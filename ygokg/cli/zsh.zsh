#compdef ygokg
# Completion of ygokg for zsh.
_ygokg() {
    local -a reply values shown
    local line mode
    reply=("${(@f)$(_YGOKG_COMPLETE=zsh_complete ${(Q)words[1]} "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
    mode=$reply[1]
    case $mode in
        file) _files; return ;;
        dir) _files -/; return ;;
        begins|word) ;;
        *) return 1 ;;
    esac
    for line in "${(@)reply[2,-1]}"; do
        [[ -z $line ]] && continue
        values+=("${line%%$'\t'*}")
        shown+=("${line%%$'\t'*}${${line#*$'\t'}:+  -- ${line#*$'\t'}}")
    done
    (( $#values )) || return 1
    if [[ $mode == begins ]]; then
        compadd -U -S '' -l -d shown -a values
    else
        compadd -U -l -d shown -a values
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _ygokg "$@"
else
    compdef _ygokg ygokg
fi
