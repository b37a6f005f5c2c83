# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether each element that is reached or operated has a name."""

# Layout, decoration and texts, whose name is what they say.
silent = {
    "filler", "glass pane", "image", "label", "layered pane", "panel", "root pane", "scroll pane", "section",
    "separator", "split pane", "static", "table row header", "tool tip", "unknown", "viewport",
}  # fmt: skip
items = {"list item", "table cell", "table column header"}  # those that are scrolled away are come to as well


def unnamed(element, above=()):
    """The elements in sight below this one that have no name, each with the way to it."""
    way = (*above, element)
    columns = cells = 0
    for child in element.children():
        if not child.showing and child.role not in items:
            continue
        columns += child.role == "table column header"
        cells += child.role == "table cell"
        # Blank for everyone: beside others of its row, as where a number has no unit.
        is_blank = child.role == "table cell" and columns > 1 and (cells - 1) % columns > 0
        if child.role not in silent and not child.name and not is_blank and not is_bare(child, element):
            yield " > ".join(str(each) for each in (*way, child) if each.name or each is child)
        if child.role not in items:
            yield from unnamed(child, way)


def is_bare(element, inside):
    """A frame within a window is a line around something; a bar may have no tabs."""
    if element.role == "frame":
        return inside.role != "application"
    return element.role == "page tab list" and all(each.role != "page tab" for each in element.children())
