// SPDX-License-Identifier: Apache-2.0
// Edits and their undoing: what a check after an edit says is what a check from the beginning says.
#include "base/check.h"
#include "base/thread_pool.h"
#include "facts/answers.h"
#include "fuzz/support/random_tensor.h"
#include "rules/check.h"

#include <nlohmann/json.hpp>

using namespace tscope;

namespace {

std::string answer(const Report& report)
{
    return dumped(jsonOf(report, "", ""));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const bool types = source.chance(200);
    const auto count = 1 + source.below(4);
    const CheckOptions options{.contract = &contracts()[source.chance(128) ? 0 : source.below(contracts().size())],
                               .maxWitnesses = 5,
                               .advice = false};
    const auto tensor = randomTensor(source);
    std::vector<Edit> edits;
    while (edits.size() < count)
        edits.push_back(types ? randomTyping(source, tensor) : randomEdit(source, tensor));

    const auto touched = touchedSlots(tensor, edits);
    const auto next = applied(tensor, edits);
    if (!next)
        return 0;
    const auto before = check(tensor, options);
    const auto after = check(*next, options);
    if (touched) {
        const auto again = recheck(*next, before, *touched, options);
        TSCOPE_CHECK(answer(again) == answer(after), "a check after an edit says what a new one says");
        const auto undone = recheck(tensor, again, *touched, options);
        TSCOPE_CHECK(answer(undone) == answer(before), "undoing an edit brings the old findings back");
    }
    return 0;
}
