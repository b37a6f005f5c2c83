# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a screen reader has it: a tree of elements on the accessibility bus."""
import functools
import os
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

State = Atspi.StateType
patience = 30  # seconds, for a machine that is busy


def until(ask, what):
    """What `ask` answers as soon as that is true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            answer = ask()
            if answer:
                return answer
        except GLib.Error:  # the element went away
            pass
        listen(0.01)
    raise AssertionError(f"waited in vain for {what}")


def listen(seconds):
    """Delivers the events that arrive meanwhile."""
    context = GLib.MainContext.default()
    end = time.monotonic() + seconds
    while True:
        while context.iteration(False):
            pass
        if time.monotonic() >= end:
            return
        time.sleep(0.002)


Escape, Right, Down = 0xFF1B, 0xFF53, 0xFF54  # keys of X


class Listener:
    """Hears one kind of event while its `with` block lasts."""

    def __init__(self, kind, hear):
        self.kind = kind
        self.listener = Atspi.EventListener.new(hear)

    def __enter__(self):
        self.listener.register(self.kind)

    def __exit__(self, *_):
        self.listener.deregister(self.kind)


class Element:
    """One accessible as it is when it is first asked."""

    def __init__(self, accessible):
        self.accessible = accessible

    # Each is asked for once, when it is needed: an answer takes a message there and one back.
    @functools.cached_property
    def role(self):
        return self.accessible.get_role_name()

    @functools.cached_property
    def name(self):
        return self.accessible.get_name() or ""

    @functools.cached_property
    def description(self):
        return self.accessible.get_description() or ""

    @functools.cached_property
    def states(self):
        return self.accessible.get_state_set()

    @property
    def showing(self):
        return self.states.contains(State.SHOWING)

    @property
    def focused(self):
        return self.states.contains(State.FOCUSED)

    @property
    def enabled(self):
        return self.states.contains(State.ENABLED)

    def children(self):
        for number in range(self.accessible.get_child_count()):
            try:
                child = self.accessible.get_child_at_index(number)
            except GLib.Error:  # it went away meanwhile
                continue
            if child is not None:
                yield Element(child)

    def everything(self):
        """All elements below this one."""
        for child in self.children():
            yield child
            yield from child.everything()

    def find(self, role, name):
        """One in sight that is no item of a list; None where there is none."""
        for child in self.children():
            if child.showing:
                if child.role == role and child.name == name:
                    return child
                found = None if child.role in ("list", "table", "tree", "menu bar") else child.find(role, name)
                if found:
                    return found
        return None

    def press(self):
        actions = self.accessible.get_action_iface()
        names = [actions.get_action_name(i) for i in range(actions.get_n_actions())] if actions else []
        for number, name in enumerate(names):
            if name in ("Press", "Toggle"):
                try:
                    actions.do_action(number)
                except GLib.Error:
                    pass  # a question that waits for its answer answers late
                return
        raise AssertionError(f"{self} cannot be pressed, only {names}")

    def focus(self):
        self.accessible.get_component_iface().grab_focus()

    def click(self):
        """A click of the mouse in its middle, which also makes its window the active one."""
        rect = self.accessible.get_component_iface().get_extents(Atspi.CoordType.SCREEN)
        Atspi.generate_mouse_event(rect.x + rect.width // 2, rect.y + rect.height // 2, "b1c")

    def __repr__(self):
        return f'{self.role} "{self.name}"'


class Window:
    """The program, started for this; it ends with the `with` block."""

    def __init__(self, program, *arguments):
        environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb")
        self.pictures = []
        self.process = subprocess.Popen([program, "--fresh", *arguments], env=environment)

    def __enter__(self):
        self.application = until(self._application, "the program on the bus")
        self.frame = until(self._frame, "a window")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def _application(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended with {self.process.returncode}")
        desktop = Atspi.get_desktop(0)
        for number in range(desktop.get_child_count()):
            each = desktop.get_child_at_index(number)
            if each is not None and each.get_process_id() == self.process.pid:
                return Element(each)
        return None

    def _frame(self):
        return next((each for each in self.windows() if each.showing and "Tensorscope" in each.name), None)

    def windows(self):
        return list(self.application.children())

    def dialogs(self):
        """All windows that show beside the first."""
        return [each for each in self.windows() if each.showing and each.accessible != self.frame.accessible]

    def title(self):
        return self.frame.accessible.get_name()

    def menus(self):
        return next(each for each in self.frame.children() if each.role == "menu bar")

    def item(self, *path):
        """An item of the menus, by the names on the way to it."""
        at = self.menus()
        for name in path:
            if at.role == "menu item":
                at = next(at.children())
            at = next(each for each in at.children() if each.name == name)
        return at

    def panel(self, name):
        """One in sight."""
        return next((each for each in self.frame.children() if each.name == name and each.showing), None)

    def views(self):
        """The pictures of the current tensor."""
        if not self.pictures:
            self.pictures = [
                each
                for each in self.frame.everything()
                if each.role == "list" and each.showing and each.name in ("Logical", "Members", "Storage")
            ]
        return self.pictures

    def choose(self, *path):
        self.item(*path).press()

    def key(self, keysym, times=1):
        """A real key of the X server."""
        for _ in range(times):
            Atspi.generate_keyboard_event(keysym, None, Atspi.KeySynthType.SYM)
            listen(0.02)
