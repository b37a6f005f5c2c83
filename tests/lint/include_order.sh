#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Who may include whom inside core: a folder only itself and the folders above it in the list below; modules
# only kernels and the plain C interface, which the kernels know too. Prints each include that goes the wrong way; fails if there is one.
cd "${1:-.}" || exit 2
order="language base element memory array kernels anatomy tensor layouts dispatch rules proof cpu cuda simulated convert ops history extending facts"
order="$order literals io make picture lessons timing remote"

# shellcheck disable=SC2016
find core -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) | sort | xargs awk -v order="$order" '
BEGIN { n = split(order, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
FNR == 1 {
    split(FILENAME, parts, "/"); here = parts[2]
    if (!(here in rank) && !(here in told)) {
        print FILENAME ": core/" here " has no place in the order of folders"; told[here] = 1; bad = 1
    }
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\""); path = quoted[2]
    if (index(path, "/") == 0) next                  # a neighbour in the same folder
    split(path, parts, "/"); there = parts[1]
    why = ""
    if (!(there in rank)) why = "there is no core/" there
    else if (rank[there] > rank[here] && !(here == "kernels" && path == "dispatch/abi.h")) why = there " lies below " here
    else if ((here == "convert" || here == "ops") && (there == "cpu" || there == "cuda")) why = here " never names a backend"
    else if ((here == "cuda" || here == "simulated") && there != here && there != "kernels" && path != "dispatch/abi.h")
        why = "a module sees kernels/ and dispatch/abi.h only"
    if (why != "") { printf "%s:%d: includes \"%s\", but %s\n", FILENAME, FNR, path, why; bad = 1 }
}
END { exit bad }'
