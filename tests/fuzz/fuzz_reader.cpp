// SPDX-License-Identifier: Apache-2.0
// What may be asked of an unproven tensor beside its rules: facts, read paths both ways, entries, proof,
// construction, differences.
#include "base/check.h"
#include "base/thread_pool.h"
#include "facts/answers.h"
#include "facts/diff.h"
#include "fuzz/support/random_tensor.h"
#include "proof/construction.h"
#include "proof/prove.h"
#include "tensor/document.h"

#include <nlohmann/json.hpp>

using namespace tscope;

namespace {

constexpr std::int64_t mostVisits = 200;

void locateAt(const Tensor& tensor, const Extents& index)
{
    if (const auto path = tensor.layout->locate(tensor, index)) {
        (void)path->value.text();
        (void)dumped(jsonOf(*path, tensor));
    }
}

void readBack(const Tensor& tensor, ByteSource& source)
{
    const auto& member = tensor.members[source.below(tensor.members.size())];
    const auto slot = source.number();
    const auto readers = tensor.layout->readersOf(tensor, member.role->name, slot, 50);
    if (!readers)
        return;
    TSCOPE_CHECK(std::ssize(readers->elements) <= readers->count, "listed elements are counted");
    for (std::size_t i = 0; i < std::min<std::size_t>(readers->elements.size(), 3); ++i)
        locateAt(tensor, readers->elements[i]);
    (void)dumped(jsonOf(*readers));
}

void walk(const Tensor& tensor)
{
    auto left = mostVisits;
    Extents last;
    (void)tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
        last = index;
        return --left > 0;
    });
    if (left < mostVisits)
        locateAt(tensor, last);
    // Walking may be refused for being too much work, as where strides make many elements of few.
    if (std::holds_alternative<Sound>(prove(tensor))) {
        const auto walked = tensor.layout->entries(tensor, [](const Extents&, std::int64_t) { return false; });
        TSCOPE_CHECK(walked || walked.error().code == ErrorCode::unsupported, "a sound tensor can be walked");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const auto part = source.below(8);
    const auto tensor = randomTensor(source);
    switch (part) {
    case 0:
        (void)dumped(infoAnswer({{{"a", tensor}}, {"a note"}}, {.statistics = true}));
        break;
    case 1:
        (void)construct(tensor,
                        {.unsafe = source.chance(20), .infer = source.chance(128), .draft = source.chance(128)});
        break;
    case 2:
        if (const auto difference = diff(tensor, source.chance(128) ? tensor : randomTensor(source)))
            (void)dumped(jsonOf(*difference));
        break;
    case 3:
    case 4:
        walk(tensor);
        break;
    case 5:
        locateAt(tensor, source.numbers(source.below(6)));
        break;
    default:
        readBack(tensor, source);
    }
    return 0;
}
