# SPDX-License-Identifier: GPL-3.0-or-later
"""read_aloud.py TENSORSCOPE TSCOPE SAMPLES: what a screen reader finds in the window, over the bus that it uses."""
import os
import sys
import tempfile
import time

from gi.repository import GLib

import cells
from names import unnamed
from window import Down, Element, Escape, Listener, Right, Window, listen, until

program, tscope, samples = sys.argv[1:]
failures = []


def check_names(where, root):
    """Tells each element without a name where it is seen first."""
    for path in unnamed(root):
        if path.split('" > ', 2)[-1] not in told:
            told.add(path.split('" > ', 2)[-1])
            failures.append(f"{where}: no name: {path}")


told = set()


def views_of(window):
    """What the three views say, once that has stopped to change."""
    last = None

    def settled():
        nonlocal last
        now = {view.name: [(item.name, item.description) for item in view.children()] for view in window.views()}
        before, last = last, now
        listen(0.05)
        return now if now == before and len(now) == 3 and all(now.values()) else None

    return until(settled, "the views to settle")


def read_start(window):
    check_names("start page", window.application)
    check_names("menus", window.menus())


def read_samples(window):
    titles = [item.name for item in next(window.item("File", "Samples").children()).children()]
    with tempfile.TemporaryDirectory() as folder:
        for title in titles[: titles.index("")]:  # under the line is the one that opens all
            before = window.title()
            window.choose("File", "Samples", title)
            until(lambda: window.title() != before, f"{title} to be opened")
            name = window.title().split(" ")[0]
            path = os.path.join(samples, name)
            views = views_of(window)
            claims, members = cells.members_of(tscope, path, folder)
            failures.extend(f"{name}: {fault}" for fault in cells.faults(views, claims, members))
            failures.extend(f"{name}: {fault}" for fault in cells.unsaid(tscope, path, views))
            check_names(name, window.application)


# Of each menu the items that open a dialog or a bar.
dialogs = [
    ("File", "Open..."),
    ("File", "Save as..."),
    ("Edit", "Settings..."),
    ("Build", "From text..."),
    ("Build", "New..."),
    ("Build", "From arrays..."),
    ("Build", "View or transform..."),
    ("Build", "With a fault..."),
    ("Convert", "Convert..."),
    ("Convert", "Run an operation..."),
    ("View", "Commands..."),
    ("Help", "Manual"),
    ("Help", "Keys"),
    ("Help", "About Tensorscope"),
]
bars = [("Edit", "Go to...", "Place to go to"), ("Edit", "Find a value...", "Value to find")]
panels = ["View family", "History", "Facts", "How it is found", "Rules", "Geometry", "Comparison", "Timing", "Dispatch", "Devices", "Log"]


def read_dialogs(window):
    for path in dialogs:
        where = " > ".join(path)
        window.choose(*path)
        dialog = until(window.dialogs, f"the dialog of {where}")[0]
        check_names(where, dialog)
        dialog.focus()
        window.key(Escape)
        until(lambda: not window.dialogs(), f"the end of the dialog of {where}")


def read_panels(window):
    for menu, item, field in bars:
        window.choose(menu, item)
        until(lambda: window.frame.find("text", field), f"the bar of {item}")
        check_names(item, window.frame.find("frame", "Go to and find"))
    for panel in panels:
        if not window.panel(panel):
            window.choose("View", panel)
        check_names(panel, until(lambda: window.panel(panel), f"the panel {panel}"))


def hear_selection(window):
    """What is selected is announced when it is clicked and whenever the arrow keys move on."""
    heard = []
    with Listener("object:state-changed:focused", lambda event: heard.append(Element(event.source))):
        for view in window.views():
            for move in (next(view.children()).click, Right, Right, Down):
                del heard[:]
                move() if callable(move) else window.key(move)
                said = until(lambda: [each for each in heard if each.role == "list item"], f"a word in {view}")[-1]
                focused = [each.accessible for each in view.children() if each.focused]
                if focused != [said.accessible]:
                    failures.append(f"{view}: {said} was announced, but has not the focus")


def answer_questions(window):
    """What asks before something is lost has names too."""
    window.choose("File", "Samples", "Broken CSR: a pointer falls")
    until(lambda: window.title().startswith("broken_pointer"), "the sample to be opened")
    until(lambda: window.item("Edit", "Repair").enabled, "its repair")
    window.choose("Edit", "Repair")
    until(lambda: window.frame.find("push button", "Apply"), "the preview").press()
    until(lambda: "*" in window.title(), "the mark of what is not saved")
    window.choose("File", "Close")
    question = until(window.dialogs, "the question")[0]
    check_names("question", question)
    question.focus()
    window.key(Escape)
    until(lambda: not window.dialogs(), "the end of the question")


def main():
    with Window(program, "--size", "1900x1600") as window:
        for part in (read_start, read_samples, hear_selection, read_dialogs, read_panels, answer_questions):
            begin = time.monotonic()
            part(window)
            print(f"{part.__name__}: {time.monotonic() - begin:.1f} s", flush=True)


begin = time.monotonic()
try:
    main()
except (AssertionError, GLib.Error) as error:
    failures.append(f"ended early: {error}")
for failure in failures:
    print(failure)
print(f"{len(failures)} failures, {time.monotonic() - begin:.1f} s")
sys.exit(1 if failures else 0)
