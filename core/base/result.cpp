// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <string_view>

namespace tscope {

std::string_view name(ErrorCode code)
{
    switch (code) {
    case ErrorCode::invalidArgument:
        return "invalid-argument";
    case ErrorCode::overflow:
        return "overflow";
    case ErrorCode::corrupt:
        return "corrupt";
    case ErrorCode::unsupported:
        return "unsupported";
    case ErrorCode::notFound:
        return "not-found";
    case ErrorCode::outOfMemory:
        return "out-of-memory";
    case ErrorCode::cancelled:
        return "cancelled";
    case ErrorCode::internal:
        break;
    }
    return "internal";
}

} // namespace tscope
