// SPDX-License-Identifier: Apache-2.0
// Chains of view operations on any tensor, and what they leave.
#include "base/check.h"
#include "base/thread_pool.h"
#include "facts/answers.h"
#include "fuzz/support/random_tensor.h"
#include "ops/transform.h"
#include "rules/check.h"

#include <string>

#include <nlohmann/json.hpp>

using namespace tscope;

namespace {

struct Shape {
    const char* name;
    std::size_t least, most; // loose numbers
    std::size_t lists;       // behind a bracket each
};

constexpr std::array shapes{
    Shape{"select", 2, 2, 0},     Shape{"narrow", 3, 3, 0},     Shape{"slice", 0, 4, 0},
    Shape{"permute", 0, 4, 0},    Shape{"transpose", 2, 2, 0},  Shape{"expand", 0, 5, 0},
    Shape{"squeeze", 0, 1, 0},    Shape{"unsqueeze", 1, 1, 0},  Shape{"diagonal", 0, 3, 0},
    Shape{"unfold", 3, 3, 0},     Shape{"flip", 0, 3, 0},       Shape{"view", 0, 4, 0},
    Shape{"reshape", 0, 4, 0},    Shape{"as_strided", 0, 1, 2}, Shape{"flatten", 0, 2, 0},
    Shape{"contiguous", 0, 0, 0}, Shape{"unbind", 0, 1, 0},     Shape{"chunk", 1, 2, 0},
    Shape{"split", 1, 2, 0},      Shape{"split", 0, 1, 1},      Shape{"to_padded", 1, 1, 0},
    Shape{"to_jagged", 0, 0, 0},  Shape{"to_nested", 0, 0, 0},  Shape{"cpu", 0, 0, 0},
};

std::string randomStep(ByteSource& source)
{
    const auto& shape = shapes[source.below(shapes.size())];
    std::string out = std::string(shape.name) + "(";
    const auto separate = [&] {
        if (out.back() != '(' && out.back() != '[')
            out += ',';
    };
    for (std::size_t list = 0; list < shape.lists; ++list) {
        separate();
        out += '[';
        for (const auto number : source.numbers(source.below(5))) {
            separate();
            out += std::to_string(number);
        }
        out += ']';
    }
    for (const auto number : source.numbers(shape.least + source.below(shape.most - shape.least + 1))) {
        separate();
        out += std::to_string(number);
    }
    return out + ")";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    auto chain = randomStep(source);
    for (auto more = source.below(4); more > 0; --more)
        chain += "." + randomStep(source);
    const auto tensor = randomTensor(source);
    const auto steps = parseSteps(chain);
    if (!steps)
        return 0;
    const auto result = transform(tensor, *steps, {.maxBytes = 1 << 16});
    if (!result)
        return 0;
    TSCOPE_CHECK(result->route.size() == steps->size(), "every step is told");
    for (std::size_t i = 0; i < std::min<std::size_t>(result->tensors.size(), 3); ++i) {
        (void)dumped(infoAnswer({{{"", result->tensors[i]}}, {}}));
        (void)check(result->tensors[i], {.maxWitnesses = 3, .advice = false});
    }
    return 0;
}
