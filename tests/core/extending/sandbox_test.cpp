// SPDX-License-Identifier: Apache-2.0
// What an extension lacks in the dispatch table, and calls once gaps are filled.
#include "extending/sandbox.h"

#include "dispatch/backends.h"
#include "dispatch/kernel_key.h"
#include "extending/embedding_gradients.h"
#include "facts/extension_text.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "ops/operations.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace tscope {
namespace {

using testing::HasSubstr;

std::vector<std::string> namesFrom(const std::string& stem, int count)
{
    std::vector<std::string> names;
    for (int i = 0; i < count; ++i)
        names.push_back(stem + std::to_string(i));
    return names;
}

Sandbox sandboxOf(DispatchTable table, ExtensionKind kind, const std::string& like)
{
    auto made = Sandbox::make(std::move(table), {kind, "toy", like});
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
}

Sound soundCsr()
{
    auto made = proven(test::fromJson(R"({"layout": "csr", "size": [2, 3], "members": {
        "crow_indices": [0, 2, 3], "col_indices": [0, 2, 1], "values": [1.5, 2, 3]}})"),
                       "it");
    EXPECT_TRUE(made) << made.error().text;
    return std::move(*made);
}

// The exercise with fixed numbers: 2 devices, 7 layouts, 5 operations; 10, 0 and 70.
TEST(Sandbox, CountsAsTheLessonDoes)
{
    const auto devices = namesFrom("device", 2), layouts = namesFrom("layout", 7), ops = namesFrom("op", 5);
    const auto table = fullTable(devices, layouts, ops);
    const auto layout = sandboxOf(table, ExtensionKind::layout, "layout3");
    EXPECT_EQ(layout.newEntries(), 10U);
    EXPECT_EQ(layout.newCases(), 0U);
    const auto type = sandboxOf(table, ExtensionKind::elementType, "float32");
    EXPECT_EQ(type.newEntries(), 0U);
    EXPECT_EQ(type.newCases(), 70U);
    EXPECT_EQ(type.mostCases(), 70U);
    EXPECT_EQ(sandboxOf(table, ExtensionKind::device, "device1").newEntries(), 35U);
    const auto wrapper = sandboxOf(table, ExtensionKind::wrapper, "");
    EXPECT_EQ(wrapper.newEntries() + wrapper.newCases(), 0U);
}

// The lesson's formulas for other numbers.
TEST(Sandbox, CountsAsTheLessonsFormulas)
{
    for (int devices = 2; devices <= 4; ++devices)
        for (int layouts = 4; layouts <= 8; ++layouts)
            for (int ops = 3; ops <= 7; ++ops) {
                const auto table =
                    fullTable(namesFrom("d", devices), namesFrom("l", layouts), namesFrom("o", ops));
                const auto count = [](int number) { return static_cast<std::size_t>(number); };
                EXPECT_EQ(sandboxOf(table, ExtensionKind::layout, "l0").newEntries(), count(ops * devices));
                EXPECT_EQ(sandboxOf(table, ExtensionKind::device, "d1").newEntries(), count(ops * layouts));
                EXPECT_EQ(sandboxOf(table, ExtensionKind::elementType, "int8").newCases(),
                          count(ops * layouts * devices));
            }
}

// Recounted from the kernels themselves, by another way than the table goes.
TEST(Sandbox, CountsAreThoseOfTheRegisteredTable)
{
    for (const auto* layout : layouts()) {
        std::set<std::string> keys;
        for (const auto& entry : backends()) {
            const auto* backend = entry.backend != nullptr ? entry.backend : entry.known;
            for (std::int64_t n = 0; backend != nullptr && n < backend->kernel_count; ++n) {
                const KernelChoice choice{backend, kernelOf(*backend, n)};
                const auto inputs = choice.layouts();
                if (std::ranges::find(inputs, layout->name) != inputs.end() ||
                    choice.kernel.result == layout->name)
                    keys.insert(text(KernelKey{choice.kernel.op, backend->device, inputs, choice.kernel.result}));
            }
        }
        if (keys.empty())
            continue; // a layout of another test, without kernels
        const auto sandbox = sandboxOf(registeredTable(), ExtensionKind::layout, std::string(layout->name));
        EXPECT_EQ(sandbox.newEntries(), keys.size()) << layout->name;
        for (const auto& gap : sandbox.gaps()) {
            EXPECT_THAT(text(gap.entry), HasSubstr("toy"));
            EXPECT_TRUE(keys.contains(text(sandbox.table().entries[gap.pattern])));
        }
    }
    for (const auto type : knownElementTypes()) {
        std::set<std::string> keys, all;
        for (const auto& entry : backends()) {
            const auto* backend = entry.backend != nullptr ? entry.backend : entry.known;
            for (std::int64_t n = 0; backend != nullptr && n < backend->kernel_count; ++n) {
                const KernelChoice choice{backend, kernelOf(*backend, n)};
                const auto key =
                    text(KernelKey{choice.kernel.op, backend->device, choice.layouts(), choice.kernel.result});
                all.insert(key);
                if (choice.isFor(type))
                    keys.insert(key);
            }
        }
        const auto sandbox =
            sandboxOf(registeredTable(), ExtensionKind::elementType, std::string(DType(type).name()));
        EXPECT_EQ(sandbox.newCases(), keys.size()) << DType(type).name();
        EXPECT_EQ(sandbox.mostCases(), all.size());
        EXPECT_EQ(sandbox.newEntries(), 0U);
    }
}

TEST(Sandbox, RunsOnceTheGapIsFilled)
{
    const auto& op = *operationNamed("sum");
    const auto params = *parseParams(op.params, {});
    const std::vector<Sound> inputs{soundCsr()};
    const auto wanted = run(op, inputs, params);
    ASSERT_TRUE(wanted);
    for (const auto& [kind, like] :
         {std::pair{ExtensionKind::layout, "csr"}, std::pair{ExtensionKind::device, "cpu"},
          std::pair{ExtensionKind::elementType, "float32"}}) {
        auto sandbox = sandboxOf(registeredTable(), kind, like);
        SCOPED_TRACE(summaryOf(sandbox));
        DispatchTrace trace;
        const auto refused = sandbox.run(op, inputs, params, {.trace = &trace});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, ErrorCode::unsupported);
        EXPECT_THAT(refused.error().text, HasSubstr("first"));
        EXPECT_FALSE(trace.steps.back().hit);
        const auto gap = sandbox.gapOf(op, inputs);
        ASSERT_TRUE(gap);
        for (const auto fill : {GapFill::kernel, GapFill::conversion}) {
            ASSERT_TRUE(sandbox.fill(*gap, fill));
            EXPECT_EQ(sandbox.filled(), 1U);
            const auto done = sandbox.run(op, inputs, params);
            ASSERT_TRUE(done) << done.error().text;
            EXPECT_EQ(test::logicalOf(done->tensor), test::logicalOf(wanted->tensor));
            const auto& steps = done->trace.steps;
            EXPECT_EQ(steps.back().kind, DispatchStep::Kind::run);
            const auto isAround = [](const DispatchStep& step) {
                return step.kind == DispatchStep::Kind::around && step.text.starts_with("input 1: toy to ") &&
                       step.bytesMoved > 0;
            };
            EXPECT_EQ(std::ranges::any_of(steps, isAround), fill == GapFill::conversion);
            EXPECT_EQ(std::ranges::any_of(steps,
                                          [](const DispatchStep& step) {
                                              return step.text.find("filled with") != step.text.npos;
                                          }),
                      fill == GapFill::kernel);
            EXPECT_TRUE(std::ranges::any_of(steps, [](const DispatchStep& step) { return !step.hit; }));
        }
    }
}

TEST(Sandbox, AWrapperRunsWithoutAGap)
{
    const auto& op = *operationNamed("sum");
    const std::vector<Sound> inputs{soundCsr()};
    const auto sandbox = sandboxOf(registeredTable(), ExtensionKind::wrapper, "");
    EXPECT_FALSE(sandbox.gapOf(op, inputs));
    const auto done = sandbox.run(op, inputs, *parseParams(op.params, {}));
    ASSERT_TRUE(done) << done.error().text;
    EXPECT_THAT(done->trace.steps.front().text, HasSubstr("toy passes on"));
}

TEST(Sandbox, RefusesNamesThatAreTakenOrNoNames)
{
    const auto errorOf = [](Extension extension) {
        const auto made = Sandbox::make(registeredTable(), std::move(extension));
        return made ? std::string() : made.error().text;
    };
    EXPECT_THAT(errorOf({ExtensionKind::layout, "csr", "coo"}), HasSubstr("already"));
    EXPECT_THAT(errorOf({ExtensionKind::layout, "", "coo"}), HasSubstr("a name of"));
    EXPECT_THAT(errorOf({ExtensionKind::layout, "a\x1b[2J", "coo"}), HasSubstr("a name of"));
    EXPECT_THAT(errorOf({ExtensionKind::layout, std::string(1000, 'a'), "coo"}), HasSubstr("a name of"));
    EXPECT_THAT(errorOf({ExtensionKind::layout, "toy", "hexagonal"}), HasSubstr("hexagonal"));
    EXPECT_THAT(errorOf({ExtensionKind::elementType, "toy", "float33"}), HasSubstr("float33"));
    EXPECT_EQ(errorOf({ExtensionKind::elementType, "toy", "f32"}), "");
    EXPECT_THAT(errorOf({ExtensionKind::device, "toy", ""}), HasSubstr("cpu"));
    auto sandbox = sandboxOf(registeredTable(), ExtensionKind::layout, "csr");
    EXPECT_FALSE(sandbox.fill(sandbox.gaps().size(), GapFill::kernel));
    // What stands for nothing meets no gap.
    const std::vector<Sound> strided{
        test::proven(stridedOf(Array::fromInts({2}, std::array<std::int64_t, 2>{1, 2})))};
    EXPECT_FALSE(sandbox.gapOf(*operationNamed("sum"), strided));
    EXPECT_FALSE(sandbox.run(*operationNamed("sum"), strided, *parseParams(operationNamed("sum")->params, {})));
}

// The published text: an embedding's gradient is the reason for a real extension.
TEST(Sandbox, AnEmbeddingsGradientIsSparseByExtensionAndDenseByWrapper)
{
    const std::vector<std::int64_t> lookups{2, 0, 2};
    const auto found = compareEmbeddingGradients(1000, 4, lookups);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(found->ofExtension.layout->name, "coo");
    EXPECT_EQ(found->ofWrapper.layout->name, "strided");
    EXPECT_EQ(found->wrapperBytes, 1000 * 4 * 8);
    EXPECT_LT(found->extensionBytes, found->wrapperBytes / 100);
    EXPECT_TRUE(found->areEqual);
    EXPECT_THAT(plainText(tellEmbedding(*found)), HasSubstr("extension: coo"));

    EXPECT_THAT(compareEmbeddingGradients(3, 2, std::vector<std::int64_t>{3}).error().text, HasSubstr("found 3"));
    EXPECT_FALSE(compareEmbeddingGradients(3, 2, {}));
    EXPECT_FALSE(compareEmbeddingGradients(INT64_MAX, 2, lookups));
    EXPECT_FALSE(compareEmbeddingGradients(-1, 2, lookups));
}

} // namespace
} // namespace tscope
