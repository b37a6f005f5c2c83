#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Two types of one name in one namespace are one type to the linker, which takes the destructor of either for both: the
# program then dies far from here. Prints each class or struct that two files define outside an anonymous namespace;
# fails if there is one.
cd "${1:-.}" || exit 2

# shellcheck disable=SC2016
find core widgets app -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cuh' \) | sort | xargs awk '
FNR == 1 { space = ""; hidden = 0 }
/^namespace [a-z:_]+ *\{/ { space = $2 }
/^namespace \{/ { hidden = 1 }
/^\} \/\/ namespace$/ { hidden = 0 }
!hidden && /^(class|struct) / && !/;$/ && !/^(class|struct) [A-Za-z]+::/ {
    line = $0
    sub(/\[\[[a-z]+\]\] /, "", line)
    split(line, words, /[ :{]+/)
    if (words[2] ~ /</) next
    name = space "::" words[2]
    if (name in first && first[name] != FILENAME) { print FILENAME ": " name " is defined in " first[name] " too"; bad = 1 }
    else first[name] = FILENAME
}
END { exit bad }'
