#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Looks at the binaries that are named: position independent, with tables of functions that are read-only, a stack that
# is not executed, and checked stacks. FORTIFIED=ON: string functions are checked too. Prints what is missing; fails then.
bad=0
miss() {
    printf '%s: %s\n' "$1" "$2"
    bad=1
}
for binary in "$@"; do
    head=$(readelf --wide --file-header "$binary") || { miss "$binary" "can't be read"; continue; }
    segments=$(readelf --wide --program-headers "$binary")
    dynamic=$(readelf --wide --dynamic "$binary")
    symbols=$(readelf --wide --dyn-syms "$binary")
    case $head in *"Type: "*DYN*) ;; *) miss "$binary" "is loaded at a fixed address (no PIE)" ;; esac
    case $segments in *GNU_RELRO*) ;; *) miss "$binary" "has no RELRO segment" ;; esac
    case $dynamic in *BIND_NOW* | *"Flags: NOW"*) ;; *) miss "$binary" "binds functions lazily (partial RELRO)" ;; esac
    printf '%s\n' "$segments" | grep 'GNU_STACK' | grep -q 'RWE' && miss "$binary" "has an executable stack"
    case $symbols in *__stack_chk_fail*) ;; *) miss "$binary" "has no stack protector" ;; esac
    if [ "${FORTIFIED-}" = ON ]; then
        case $symbols in *_chk@* | *_chk) ;; *) miss "$binary" "has no checked string functions (_FORTIFY_SOURCE)" ;; esac
    fi
done
exit $bad
