// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace tscope::cli {

// What every command returns; a promise to scripts.
enum ExitCode : int {
    fine = 0,
    no = 1,         // the answer is "no": a violation, a difference
    unreadable = 2, // the input can't be read or understood
    usage = 3,
    unable = 4, // asked for something that this build or machine can't do
};

inline ExitCode exitCodeOf(const Error& error)
{
    switch (error.code) {
    case ErrorCode::corrupt:
    case ErrorCode::notFound:
        return unreadable;
    case ErrorCode::invalidArgument:
        return usage;
    default:
        return unable;
    }
}

} // namespace tscope::cli
