# Completion of ygokg for fish.
function __ygokg_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command $words[1]
    set -e words[1]
    set -l reply (env _YGOKG_COMPLETE=fish_complete $command $words "$current" 2>/dev/null </dev/null)
    switch "$reply[1]"
        case file
            __fish_complete_path "$current"
        case dir
            __fish_complete_directories "$current"
        case begins word
            set -e reply[1]
            printf '%s\n' $reply
    end
end
complete --no-files --command ygokg --arguments '(__ygokg_complete)'
