# Completion of ygokg for bash.
_ygokg_completion() {
    local reply mode line
    COMPREPLY=()
    reply=$(_YGOKG_COMPLETE=bash_complete YGOKG_LINE="${COMP_LINE:0:COMP_POINT}" YGOKG_BREAKS="$COMP_WORDBREAKS" \
        YGOKG_TAB="$COMP_TYPE" "${1/#\~/$HOME}" 2>/dev/null </dev/null) || return 0
    {
        IFS= read -r mode
        while IFS= read -r line; do COMPREPLY+=("$line"); done
    } <<<"$reply"
    case "$mode" in
        begins) compopt -o nospace 2>/dev/null ;;
        file) compopt -o default 2>/dev/null ;;
        dir) compopt -o dirnames 2>/dev/null ;;
    esac
    return 0
}
complete -F _ygokg_completion ygokg
