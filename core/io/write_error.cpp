// SPDX-License-Identifier: Apache-2.0
#include "io/write_error.h"

#include "base/say.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace tscope {

Error cannotWrite(const std::string& path, int systemCode)
{
    constexpr std::array ofTheName{ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, EACCES,
                                   EPERM,  ELOOP,   EROFS,  EINVAL,       EBADF};
    const bool isOfTheName = std::ranges::find(ofTheName, systemCode) != ofTheName.end();
    const bool isFull = systemCode == ENOSPC || systemCode == EDQUOT || systemCode == EFBIG;
    return {isOfTheName ? ErrorCode::invalidArgument : ErrorCode::unsupported,
            say("can't write \"{0}\": {1}", path, std::generic_category().message(systemCode)),
            {},
            isFull ? "no space" : ""};
}

} // namespace tscope
