// SPDX-License-Identifier: Apache-2.0
// Scripts of a history, a statement a line, and the way back from all that they made.
#include "base/check.h"
#include "base/thread_pool.h"
#include "dispatch/call.h"
#include "history/gradient_form.h"
#include "history/history_graph.h"
#include "history/recording.h"
#include "history/script.h"
#include "literals/json_tensor.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

using namespace tscope;

namespace {

constexpr std::int64_t maxBytes = 1 << 16;
constexpr std::int64_t maxElements = 1 << 12;
constexpr std::size_t maxNames = 40;

constexpr const char* givenTensors = R"({"tensors": {
"x": {"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2, 3], [4, 5, 6]]}},
"y": {"layout": "strided", "dtype": "float32", "members": {"values": [[1, 1, -2], [0, 5, 5]]}},
"v": {"layout": "strided", "dtype": "float16", "members": {"values": [1, 2, 2]}},
"i": {"layout": "strided", "dtype": "int64", "members": {"values": [1, 0, 1]}},
"w": {"layout": "csr", "size": [2, 3], "dtype": "float64",
      "members": {"crow_indices": [0, 2, 3], "col_indices": [0, 2, 1], "values": [1, 2, 3]}},
"b": {"layout": "bsr", "size": [2, 4], "dtype": "float64",
      "members": {"crow_indices": [0, 1], "col_indices": [1], "values": [[[1, 2], [3, 4]]]}},
"s": {"layout": "coo", "size": [3, 2], "dtype": "float64",
      "members": {"indices": [[2, 0, 2], [1, 1, 1]], "values": [1, 2, 3]}}
}})";

std::vector<Recorded> given()
{
    static const auto document = readJsonTensors(givenTensors);
    TSCOPE_CHECK(document, "the tensors that scripts may name are right");
    std::vector<Recorded> out;
    for (const auto& [name, tensor] : document->tensors) {
        auto leaf = recordedLeaf(tensor, canRequireGradient(valuesMember(tensor).array.dtype));
        TSCOPE_CHECK(leaf, "they are sound");
        leaf->name = name;
        out.push_back(std::move(*leaf));
    }
    return out;
}

// Views repeat elements without storing them, so that reading all of one takes as long as its script wants. What a
// line makes is looked at behind it; a line that does both at once is left out.
bool mayTakeLong(std::string_view line)
{
    constexpr auto repeat = std::to_array<std::string_view>({"expand", "as_strided", "unfold"});
    constexpr auto read = std::to_array<std::string_view>(
        {"sum", "mean", "amin", "amax", "differ", "to_", "nested", "backward", "@", "matmul", "linear", "sddmm"});
    const auto has = [line](std::string_view word) { return line.find(word) != std::string_view::npos; };
    return std::ranges::any_of(repeat, has) && std::ranges::any_of(read, has);
}

bool isSmall(const Recorded& recorded)
{
    return numel(valuesMember(gradientForm(recorded.tensor())).array.geometry).value_or(int64Max) <= maxElements;
}

void expectAnswer(const Error& error)
{
    TSCOPE_CHECK(!error.text.empty() && error.code != ErrorCode::internal, "a refusal says why");
}

void goBack(const std::vector<Recorded>& names)
{
    const auto graph = historyGraph(names);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const auto& edge : graph.nodes[i].inputs)
            TSCOPE_CHECK(!edge.from || *edge.from < i, "what a node was made of comes before it");
    for (const auto& result : names) {
        if (!result.requiresGradient())
            continue;
        // The gradient of the sum of its squares, but for a factor.
        const auto found = backward(result, result.tensor(), {.maxBytes = maxBytes}, true);
        if (!found) {
            expectAnswer(found.error());
            continue;
        }
        for (const auto& of : names)
            if (const auto* gradient = found->of(of)) {
                TSCOPE_CHECK(proven(*gradient, "a gradient"), "a gradient is sound");
                TSCOPE_CHECK(isGradientOf(*gradient, of.tensor()) || gradient->layout->family == "coo",
                             "it has the form of its tensor, or is that of an embedding");
                TSCOPE_CHECK(valuesMember(*gradient).array.dtype == valuesMember(of.tensor()).array.dtype,
                             "and its element type");
            }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    std::string_view input(reinterpret_cast<const char*>(data), size);
    auto names = given();
    while (!input.empty()) {
        const auto line = input.substr(0, input.find('\n'));
        input.remove_prefix(std::min(line.size() + 1, input.size()));
        if (mayTakeLong(line))
            continue;
        auto run = runScript(line, names, {.maxBytes = maxBytes});
        if (!run) {
            expectAnswer(run.error());
            TSCOPE_CHECK(!run.error().where.empty(), "and where");
            continue;
        }
        names = std::move(run->names);
        std::erase_if(names, [](const Recorded& recorded) { return !isSmall(recorded); });
        if (names.size() > maxNames)
            break;
    }
    goBack(names);
    return 0;
}
