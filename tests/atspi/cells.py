# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether cells, slots and bytes say what the sample's file holds: value, index and address of each."""
import itertools
import json
import re
import subprocess

item_sizes = {"float32": 4, "float64": 8, "int64": 8, "int32": 4}


class Member:
    """One member as its file has it: the value and the byte of each slot."""

    def __init__(self, claims):
        item = item_sizes[claims["dtype"]]
        shape = claims["shape"]
        strides = claims.get("strides")
        if strides is None:
            strides = [1] * len(shape)
            for dim in reversed(range(len(shape) - 1)):
                strides[dim] = strides[dim + 1] * shape[dim + 1]
        held = claims.get("storage", claims.get("data"))
        self.slots = []  # (text of the value, byte)
        for index in itertools.product(*(range(extent) for extent in shape)):
            at = claims.get("offset", 0) + sum(i * stride for i, stride in zip(index, strides))
            self.slots.append((f"{held[at]:g}", at * item))
        self.bytes = [(f"{value:g}", at * item, (at + 1) * item - 1) for at, value in enumerate(held)]


def members_of(tscope, path, folder):
    """The members that the file has or stands for, written out by the command."""
    out = f"{folder}/members.json"
    subprocess.run([tscope, "convert", path, out, "--overwrite"], check=True, stdout=subprocess.DEVNULL)
    with open(out, encoding="utf-8") as file:
        claims = json.load(file)
    return claims, {name: Member(each) for name, each in claims["members"].items()}


def values_in(tree, index=()):
    """The elements of nested lists by their index."""
    if not isinstance(tree, list):
        return {index: f"{tree:g}"}
    return {key: value for i, each in enumerate(tree) for key, value in values_in(each, (*index, i)).items()}


def faults(views, claims, members):
    """What the three views leave out or say otherwise; `views` has the (name, description) of all that they show."""
    out = []
    for title, member in members.items():
        for slot, (value, byte) in enumerate(member.slots):
            said = f"{title}[{slot}] = {value}   byte {byte}"
            if not any(name == value and first_line(words) == said for name, words in views["Members"]):
                out.append(f"Members: nothing says: {said}")
        for value, begin, end in member.bytes:
            users = [f"{title}[{slot}]" for slot, (_, byte) in enumerate(member.slots) if byte == begin]
            said = f"bytes {begin} to {end}: {value}   {', '.join(users) or 'not used by any member'}"
            if not any(name == value and first_line(words) == said for name, words in views["Storage"]):
                out.append(f"Storage: nothing says: {said}")
    seen = set()
    for name, words in views["Logical"]:
        cell = re.match(r"\(([\d, ]+)\)", words)
        if cell is None:
            continue  # a mark, whose words are asked for elsewhere
        seen.add(tuple(int(each) for each in cell[1].split(",") if each.strip()))
        if re.fullmatch(r"\([\d, ]+\) = (not stored|\?)", first_line(words)):
            continue
        place = re.search(r"   (\w+)\[(\d+)\], byte (\d+)", first_line(words))
        if place is None or place[1] not in members:
            out.append(f"Logical: without an address: {words}")
            continue
        value, byte = members[place[1]].slots[int(place[2])]
        told = re.match(r"\([\d, ]+\) = (\S+)", words)
        if name != value or byte != int(place[3]) or (told and told[1] != value):
            out.append(f"Logical: {name}, {words}: {place[1]}[{place[2]}] is {value} at byte {byte}")
    size = claims.get("size")
    if size and not claims.get("dense_dim"):
        wanted = set(itertools.product(*(range(extent) for extent in size)))
        out += [f"Logical: nothing says: {index}" for index in sorted(wanted - seen)]
    return out


def first_line(words):
    return words.split("\n")[0]


def unsaid(tscope, path, views):
    """The places of broken rules, as the command lists them, that no mark of any view says."""
    check = subprocess.run([tscope, "check", path], check=False, capture_output=True, text=True).stdout
    marks = [name for view in views.values() for name, words in view if name == words]
    broken, out = None, []
    for line in check.split("\n"):
        rule = re.match(r"  (\S) (\S+)  ", line)
        if rule:
            broken = rule[2] if rule[1] == "\u25b2" else None
        elif broken and line.startswith("      "):
            said = f"broken rule {broken}: {line.strip()}"
            if not any(said in mark for mark in marks):
                out.append(f"no mark says: {said}")
    return out
