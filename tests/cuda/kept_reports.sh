#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Reports of real runs are kept in tests/cuda/reports, one folder each: at most 8 files, under two megabytes, of hardware.
# README says on which devices kernels ran, and that they never did as long as there is no report.
cd "${1:-.}" || exit 2
bad=0
complain() {
    echo "$1"
    bad=1
}

found=0
for folder in tests/cuda/reports/*/; do
    if [ ! -d "$folder" ]; then continue; fi
    found=1
    for file in report.json verified.json; do
        if [ ! -f "$folder$file" ]; then complain "$folder has no $file"; fi
    done
    if [ "$(find "$folder" | wc -l)" -gt 9 ]; then complain "$folder has more than 8 files"; fi
    if [ "$(du -sk "$folder" | cut -f 1)" -gt 2048 ]; then complain "$folder is larger than two megabytes"; fi
    if grep -qs '"simulated" *: *true' "$folder"*.json; then complain "$folder is of a device that the host played"; fi
    device=$(sed -n 's/^ *"device": *"\([^"]*\)".*/\1/p' "$folder/verified.json" 2>/dev/null)
    if [ -n "$device" ] && ! grep -qF "$device" README.md; then complain "README.md does not tell of $device"; fi
done
never='None of its kernels has run on a GPU yet'
if [ $found -eq 0 ] && ! tr '\n' ' ' <README.md | grep -qF "$never"; then complain "README.md has to say: $never"; fi
if [ $found -eq 1 ] && tr '\n' ' ' <README.md | grep -qF "$never"; then complain "README.md still says: $never"; fi
exit $bad
