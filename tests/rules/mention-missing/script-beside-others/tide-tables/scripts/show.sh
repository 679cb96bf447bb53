cat "$1"
