// SPDX-License-Identifier: Apache-2.0
#include "timing/ordered_csr.h"

#include "base/say.h"
#include "convert/convert.h"
#include "layouts/registry.h"

namespace tscope::timing {

Result<Sound> orderedCsr(const Sound& tensor, std::int64_t maxBytes, const Watch& watch)
{
    auto made =
        convert(tensor, {.layout = layoutNamed("csr"), .inOrder = true}, {.maxBytes = maxBytes, .watch = watch});
    if (!made)
        return made.error();
    return proven(std::move(made->tensor), say("the csr of this tensor"), watch);
}

} // namespace tscope::timing
