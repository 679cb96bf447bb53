#!/bin/sh
# Prints "lines<TAB>name" for each file. Exit status: 0 all read, 1 some not, 2 wrong usage.
set -u

if [ "$#" -eq 0 ]; then
  echo "Usage: run.sh FILE..." >&2
  exit 2
fi

status=0
for file in "$@"; do
  if [ -f "$file" ] && [ -r "$file" ]; then
    lines=$(wc -l < "$file")
    printf '%d\t%s\n' "$lines" "$file"
  else
    printf 'Cannot read %s\n' "$file" >&2
    status=1
  fi
done
exit "$status"
