#!/bin/sh
set -eu
for f in "$@"; do
  case $f in *.md) cat <<EOF | sed 's/a/b/' >"$f.out" ;; *) : ;; esac
$(date) `hostname` ${x:-"$(echo "$y")"}
EOF
done && (cd /tmp && rm -rf -- "./$1") || { echo no >&2; exit 1; }
f() { eval "echo $1"; }; if [ -n "$x" ]; then f 'a b'; fi
