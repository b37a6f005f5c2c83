// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace tscope {

// Bytes of memory that the machine has. All of int64 where the system does not tell, here and below.
std::int64_t physicalMemory();

// Bytes that this process can have: those of the machine, or less where its control group or a resource limit of
// the process allows less.
std::int64_t memoryOfProcess();

// Bytes that one command or job may take for copies and results unless it is given another number: half of
// memoryOfProcess(). What is mapped from files does not count.
std::int64_t memoryBudget();

// The lowest limit of the control groups of version 1 and 2 that a process is in: `groups` is the text of its
// /proc/self/cgroup, `root` the folder where the hierarchies are mounted. All of int64: there is no limit.
std::int64_t controlGroupLimit(const std::string& groups, const std::string& root);

// The one way to refuse: "WHAT would take 20000 bytes, more than the 10000 bytes that may be used".
Error overBudget(const std::string& what, std::int64_t wanted, std::int64_t allowed);

} // namespace tscope
