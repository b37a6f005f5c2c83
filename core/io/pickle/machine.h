// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "io/pickle/tree.h"

#include <optional>
#include <string_view>

namespace tscope {

struct PickleLimits {
    std::size_t opcodes = 50'000'000;
    std::size_t values = 20'000'000; // and their places in lists and in the memo
    std::size_t stack = 1'000'000;
    std::size_t marks = 10'000;
    std::size_t depth = 1'000;
    std::size_t string = std::size_t{16} << 20; // bytes
    // Old files give a class by an id: ("module", class, file, source text). Its name is taken, its text is not.
    bool takesSources = false;
    // Where the pickle begins in its file, if places are to be told from there.
    std::optional<std::size_t> begin = {};
};

// How far a pickle could be followed.
struct PickleRun {
    PickleTree tree; // with `error`: what had been built until then
    PickleTree::Id root = PickleTree::absent;
    std::size_t end = 0; // just after the pickle: more may follow
    std::optional<Error> error = {};
};

// Follows the pickle at the beginning of `bytes`. Builds a tree that says what Python would do, and does none of
// it: there is no opcode here that calls, imports or opens anything. Places in errors count from its
// beginning.
PickleRun runPickle(std::string_view bytes, const PickleLimits& limits = {}, const Watch& watch = {});

} // namespace tscope
