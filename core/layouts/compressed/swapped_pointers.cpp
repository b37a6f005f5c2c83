// SPDX-License-Identifier: Apache-2.0
// Two neighbouring pointers that changed places. Only one step falls, so that either alone could be the wrong one
// by the pointers; the order of entries tells that each of the two numbers begins a slice.
#include "array/index_reader.h"
#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/shared/causes.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"
#include "tensor/tensor.h"

namespace tscope::compressed {

WrongSlots nameSwappedPointers(const Reading& reading, Report& report)
{
    constexpr std::int64_t mostEntries = 1 << 16; // of the three slices around the two
    const auto* steps = report.find("5.3");
    const auto &compressed = reading.tensor().member("compressed"), &plain = reading.tensor().member("plain");
    const auto &sizes = compressed.array.geometry.sizes, &entrySizes = plain.array.geometry.sizes;
    if (!steps || hasCause(report, "5.3") || report.find("5.1") || report.find("5.2") || steps->count != 1 ||
        steps->witnesses.empty() || word(steps->witnesses[0], "kind") != "decreasing" || sizes.size() != 1 ||
        entrySizes.size() != 1 || !compressed.isReadable() || !plain.isReadable() ||
        !compressed.array.dtype.isIndexLike() || !plain.array.dtype.isIndexLike())
        return {};
    const auto i = number(steps->witnesses[0], "i").value_or(0);
    if (i < 2 || i + 1 >= sizes[0])
        return {};
    const IndexReader pointers(compressed.array), entries(plain.array);
    const auto low = pointers.at(i - 2), first = pointers.at(i - 1), second = pointers.at(i),
               high = pointers.at(i + 1);
    if (low < 0 || low >= second || second >= first || first >= high || high > entrySizes[0] ||
        high - low > mostEntries)
        return {};
    for (auto k = low + 1; k < high; ++k) {
        const bool isBreak = entries.at(k - 1) >= entries.at(k);
        if (isBreak != (k == first || k == second))
            return {};
    }
    const auto& tensor = reading.tensor();
    addCause(report, {say("{0} and {1} are swapped: {2} and {3}, as the order of entries says",
                          slotsText(tensor, "compressed", i - 1, i), slotsText(tensor, "compressed", i, i + 1),
                          first, second),
                      {"5.3"},
                      "compressed",
                      i - 1});
    return {{i - 1, "5.3"}, {i, "5.3"}};
}

} // namespace tscope::compressed
