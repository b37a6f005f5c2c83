#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh TENSORSCOPE TSCOPE SAMPLES: reads the window aloud over a bus, a registry and an X server of its own.
here=$(dirname "$0")
skip() {
    echo "skipped: $1"
    exit 77
}
python=
for each in /usr/bin/python3 python3; do
    if [ -z "$python" ] && "$each" -c "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi" 2>/dev/null; then
        python=$each
    fi
done
[ -n "$python" ] || skip "no Python here can import gi and Atspi (python3-gi, gir1.2-atspi-2.0)"
command -v xvfb-run >/dev/null || skip "there is no xvfb-run (xvfb, xauth)"
command -v dbus-run-session >/dev/null || skip "there is no dbus-run-session (dbus)"
[ -f /usr/share/dbus-1/services/org.a11y.Bus.service ] || skip "there is no accessibility bus (at-spi2-core)"

XDG_RUNTIME_DIR=$(mktemp -d) && export XDG_RUNTIME_DIR || exit 1
trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
# What may hang is ended: the bus and the server end with what they were started for. What they write is of interest
# only where something fails. Without -noreset the server starts anew when the last of its clients leaves, and refuses
# whoever comes in that moment.
on_bus() {
    seconds=$1
    shift
    timeout --kill-after=5 "$seconds" xvfb-run --auto-servernum --server-args='-screen 0 1920x1620x24 -noreset' \
        dbus-run-session -- "$python" "$@" 2>"$XDG_RUNTIME_DIR/noise"
}
# A container may have all packages and yet no bus that answers.
on_bus 60 -c "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi; Atspi.get_desktop(0).get_child_count()" ||
    skip "the accessibility bus does not answer: $(tail -1 "$XDG_RUNTIME_DIR/noise")"
on_bus 300 -B "$here/read_aloud.py" "$@"
status=$?
[ $status -eq 0 ] || cat "$XDG_RUNTIME_DIR/noise"
exit $status
