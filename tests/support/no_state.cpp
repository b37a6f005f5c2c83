// SPDX-License-Identifier: Apache-2.0
// Programs that tests start write nothing into the user's folders, and read nothing of this machine there.
#include <cstdlib>

namespace {

[[maybe_unused]] const bool isStateless = ::setenv("XDG_STATE_HOME", "/dev/null", 1) == 0;

} // namespace
