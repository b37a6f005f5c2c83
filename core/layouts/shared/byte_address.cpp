// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/byte_address.h"

#include "base/say.h"

namespace tscope {

std::string byteAddressText(const Array& array, const Wide& element)
{
    const auto itemSize = array.dtype.itemSize();
    const auto at = element.asInt64();
    if (!at || *at < 0 || *at >= array.storageNumel())
        return {};
    return say("; {0} * {1} B = byte {2}", *at, itemSize, Wide::product(*at, itemSize));
}

} // namespace tscope
