#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tscope writes through console.cpp only, where texts of files are escaped. Prints each other way to an output, but for
# sentences that hold nothing but what the program itself says; fails if there is one.
cd "${1:-.}" || exit 2
found=$(grep -rnE '\b(f?printf|fputs?|puts|putchar|fputc|fwrite|vfprintf|perror)\(|std::(cout|cerr|clog)\b' app/tscope \
    --include='*.cpp' --include='*.h' | grep -v '^app/tscope/console\.cpp:' | grep -vE 'fputs\("[^"]*", stderr\);$')
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
