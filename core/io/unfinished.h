// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope {

// The name of a file that is being written. It is removed when a signal ends the process before the file is whole.
class Unfinished
{
public:
    // `folder`: a descriptor of the folder that has the name; it stays open as long as this lives.
    Unfinished(int folder, const std::string& name);
    ~Unfinished(); // forgets the name, whatever has become of the file
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

private:
    struct Slot;
    struct Slots;
    Slot* m_slot; // null: too many are being written
    friend void removeUnfinished();
};

// Removes all of them. May be called by a signal handler.
void removeUnfinished();

// Signals that end a process remove what is unfinished first. Signals belong to the whole process, so a library
// does not take them unasked; a program does once. One that is ignored stays ignored.
void removeUnfinishedOnSignals();

} // namespace tscope
