// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/jobs.h"

#include <functional>

namespace tscope::test {

// Delivers events until this holds. A test that would wait for ever fails instead.
bool waitUntil(const std::function<bool()>& holds);

// Until no work is under way and none has been asked for by what was delivered.
bool settle(const Jobs& jobs);

} // namespace tscope::test
