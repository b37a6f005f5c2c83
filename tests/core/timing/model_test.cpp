// SPDX-License-Identifier: Apache-2.0
// Bytes and operations that rows are held against, counted by hand for each operation and layout that has a
// kernel.
#include "core/timing/small_plan.h"
#include "dispatch/trace.h"
#include "ops/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tscope::timing {

namespace {

using Place = std::pair<std::int64_t, std::int64_t>;

std::set<Place> placesOf(const Sound& matrix)
{
    std::set<Place> out;
    EXPECT_TRUE(matrix.tensor().layout->entries(matrix.tensor(), [&](const Extents& index, std::int64_t) {
        out.emplace(index[0], index[1]);
        return true;
    }));
    return out;
}

// Nothing: no kernel takes this form as it is.
std::optional<OpCost> costOf(const Workload& workload, const Sound& tensor)
{
    const auto inputs = inputsOf(workload, tensor);
    if (!inputs)
        return std::nullopt;
    auto prepared = prepare(*workload.op, *inputs, workload.params);
    if (!prepared || std::ranges::any_of(prepared->trace.steps, [](const DispatchStep& step) {
            return step.kind == DispatchStep::Kind::around;
        }))
        return std::nullopt;
    EXPECT_TRUE(prepared->call->run());
    return prepared->cost(prepared->call->bytesWritten());
}

// What a form holds, of float32 with int64 indices.
struct Counted {
    const char* form;
    std::int64_t stored; // elements
    std::int64_t places; // bytes of all else
};

struct Model {
    std::int64_t bytes = 0, flops = 0;
};
// By workload and form.
using Models = std::map<std::pair<std::string, std::string>, Model>;

// Each kind of workload on each form either has a kernel and is as it was counted, or has none and was not
// counted.
void expectModels(const Sound& given, const std::vector<Counted>& forms, const Models& models)
{
    std::size_t found = 0;
    for (const auto& kind : workloadKinds())
        for (const auto& form : forms) {
            const auto asked = workloadNamed(kind.name);
            const auto workload = asked->columns > 0 ? *workloadNamed(std::string(kind.name) + ":8") : *asked;
            const auto tensor = inForm(given, *formNamed(form.form), 0);
            ASSERT_TRUE(tensor) << form.form;
            const auto cost = costOf(workload, *tensor);
            const auto model = models.find({std::string(kind.name), form.form});
            ASSERT_EQ(cost.has_value(), model != models.end()) << kind.name << " of " << form.form;
            if (!cost)
                continue;
            ++found;
            EXPECT_EQ(cost->bytes, model->second.bytes) << kind.name << " of " << form.form;
            EXPECT_EQ(cost->flops, model->second.flops) << kind.name << " of " << form.form;
        }
    EXPECT_EQ(found, models.size());
}

} // namespace

TEST(Models, OfMatricesAreAsCountedByHand)
{
    constexpr std::int64_t rows = 24, columns = 16;
    const auto given = madeMatrix("csr", {rows, columns});
    const auto places = placesOf(given);
    const auto n = std::ssize(places);
    std::set<Place> blocks, results;
    std::int64_t meetings = 0;
    for (const auto& [row, column] : places) {
        blocks.emplace(row / 4, column / 2);
        for (const auto& [other, same] : places)
            if (same == column) { // an element of the matrix times itself transposed
                results.emplace(row, other);
                ++meetings;
            }
    }
    const auto b = std::ssize(blocks), c = std::ssize(results);
    const Counted strided{"strided", rows * columns, 0}, coo{"coo", n, 8 * 2 * n},
        csr{"csr", n, 8 * (rows + 1 + n)}, csc{"csc", n, 8 * (columns + 1 + n)},
        bsr{"bsr:4x2", 8 * b, 8 * (rows / 4 + 1 + b)}, bsc{"bsc:4x2", 8 * b, 8 * (columns / 2 + 1 + b)};
    const std::vector forms{strided, coo, csr, csc, bsr, bsc};
    Models models;
    for (const auto& form : forms) {
        const auto stored = form.stored, all = stored * 4 + form.places;
        const auto put = [&](const char* workload, std::int64_t bytes, std::int64_t flops) {
            models[{workload, form.form}] = {bytes, flops};
        };
        // All that is stored and both vectors, each once; a multiplication and an addition for each element.
        put("spmv", all + (columns + rows) * 4, 2 * stored);
        put("spmv_t", all + (columns + rows) * 4, 2 * stored);
        put("spmm", all + 8 * (columns + rows) * 4, 2 * 8 * stored);
        // Where elements stand does not matter for the sum of all of them.
        put("sum", stored * 4 + 4, stored);
        put("sum_rows", all + rows * 4, stored);
        // With itself: it is read once, and as much is written, as no place comes or goes.
        put("add", 2 * all, stored);
        put("mul", 2 * all, stored);
    }
    // The pattern is read, its values are not; of the result the values are new.
    for (const auto& form : {coo, csr, csc, bsr, bsc})
        models[{"sddmm", form.form}] = {form.places + (rows + columns) * 8 * 4 + form.stored * 4,
                                        2 * 8 * form.stored};
    for (const auto& form : {csr, csc}) {
        const auto turned = form.form == std::string("csr") ? csc.places : csr.places; // of the same form
        models[{"spgemm", form.form}] = {n * 4 + form.places + n * 4 + turned + c * 4 + 8 * (rows + 1 + c),
                                         2 * meetings};
    }
    models[{"spgemm", "strided"}] = {2 * strided.stored * 4 + rows * rows * 4, 2 * strided.stored * rows};
    models[{"softmax", "strided"}] = {2 * strided.stored * 4, 3 * strided.stored};
    models[{"contiguous", "strided"}] = {2 * strided.stored * 4, 0};
    models[{"linear", "strided"}] = {(strided.stored + 8 * columns + 8 * rows) * 4, 2 * 8 * strided.stored};
    expectModels(given, forms, models);
}

TEST(Models, OfComponentsAreAsCountedByHand)
{
    constexpr std::int64_t count = 6, width = 4;
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = "jagged";
    spec.size = {count, 9};
    spec.dense = {width};
    spec.dtype = ElementType::f32;
    const auto given = test::proven(*makeTensorOf(spec));
    const auto& offsets = given.tensor().member("offsets").array;
    std::int64_t rows = 0, longest = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto length =
            std::get<std::int64_t>(offsets.at(i + 1).number()) - std::get<std::int64_t>(offsets.at(i).number());
        rows += length;
        longest = std::max(longest, length);
    }
    const auto n = rows * width;
    const Counted jagged{"jagged", n, 8 * (count + 1)}, nested{"nested", n, 8 * (2 * count * 2 + count)};
    Models models;
    for (const auto& form : {jagged, nested}) {
        // How rows are put together to components does not matter to what is done with each number or row.
        models[{"add", form.form}] = {2 * n * 4, n};
        models[{"mul", form.form}] = {2 * n * 4, n};
        // Only of nested the last dim, too, may differ: how long each row is has to be looked up.
        models[{"softmax", form.form}] = {2 * n * 4 + (form.form == std::string("nested") ? form.places : 0),
                                          3 * n};
        models[{"linear", form.form}] = {(n + 8 * width + 8 * rows) * 4, 2 * 8 * n};
        models[{"to_padded", form.form}] = {n * 4 + form.places + count * longest * width * 4, 0};
    }
    expectModels(given, {jagged, nested}, models);
}

} // namespace tscope::timing
