#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# first_start.sh SOURCES BUILD: copies what `./dev run` builds, and nothing else, into an empty folder, and clicks there
# on all that needs a program or a module beside the window. What it builds is asked of Ninja, for the same targets.
sources=$1 build=$2
targets=$(sed -n 's/^run_targets=(\([^)]*\)).*/\1/p' "$sources/dev")
[ -n "$targets" ] || { echo "first_start: dev names no run_targets=(...)"; exit 1; }

stage=$build/first_start
rm -rf "$stage"
mkdir -p "$stage" || exit 1
# shellcheck disable=SC2086
ninja -C "$build" -t inputs $targets | sed -n 's|^\(.*/\)\{0,1\}bin/||p' >"$stage/built"
for target in $targets; do echo "$target" >>"$stage/built"; done
sort -u "$stage/built" | while read -r name; do
    if [ -f "$build/bin/$name" ]; then cp "$build/bin/$name" "$stage/"; fi
done
ls "$stage"
cp "$build/bin/tscope_walk" "$stage/hand" || exit 1 # the window with somebody who clicks; it finds the rest beside it
exec xvfb-run --auto-servernum --server-args='-screen 0 1280x800x24 -noreset' "$stage/hand" --gtest_filter='FirstStart.*'
