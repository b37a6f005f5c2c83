// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tscope::test {

// The Python that can import all these modules, "numpy, scipy.sparse" say; "" when there is none. Debian's
// packages are seen by Debian's Python, which need not be the first one on the path.
const std::string& peerPython(const std::string& modules);

// `./dev test --peers` has seen to it that they are there, so no comparison may be left out.
inline bool arePeersDemanded()
{
    return std::getenv("TSCOPE_PEERS") != nullptr;
}

} // namespace tscope::test

// At the begin of a test that is compared with these modules (its suite is called ...Peer): leaves it out visibly
// where they are not installed.
#define TSCOPE_NEEDS_PEER(modules)                                                                                \
    do {                                                                                                          \
        if (!::tscope::test::peerPython(modules).empty())                                                         \
            break;                                                                                                \
        if (::tscope::test::arePeersDemanded())                                                                   \
            FAIL() << "no Python can import " << (modules);                                                       \
        GTEST_SKIP() << "no Python can import " << (modules)                                                      \
                     << "; ./dev test --peers installs what is compared with";                                    \
    } while (false)
