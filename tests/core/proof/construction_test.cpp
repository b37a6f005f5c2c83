// SPDX-License-Identifier: Apache-2.0
#include "proof/construction.h"

#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/faults.h"
#include "make/generators.h"
#include "memory/lost_pages.h"
#include "proof/prove.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <unistd.h>

namespace tscope {

namespace {

Tensor made(const std::string& layout)
{
    MakeSpec spec;
    spec.layout = layout;
    if (layout == "nested" || layout == "jagged")
        spec.kind = "ragged";
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor);
    return *tensor;
}

// Others may overwrite a mapped file while a kernel goes by what was proven.
TEST(Proof, KeepsIndicesThatLieInAMappedFileForItself)
{
    const auto path = testing::TempDir() + "tscope-proof-" + std::to_string(::getpid());
    constexpr std::int64_t entries = 1 << 20;
    {
        std::vector<std::int64_t> numbers(entries);
        std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(numbers.data()), entries * std::int64_t{8});
    }
    const auto file = mapFile(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(liesInMappedFile((*file)->data()));
    const std::vector<std::int64_t> pointers{0, entries};
    const auto& layout = *layoutNamed("csr");
    const auto csrOver = [&](const StoragePtr& indices) {
        auto tensor = makeTensor(
            layout, {{roleNamed(layout, "compressed"), Array::fromInts({2}, pointers)},
                     {roleNamed(layout, "plain"), Array{indices, ElementType::i64, Geometry::rowMajor({entries})}},
                     {roleNamed(layout, "values"),
                      Array::fromBytes(ElementType::u8, {entries}, std::vector<std::byte>(entries))}});
        tensor->size = Extents{1, entries};
        return *tensor;
    };
    // An edited page leaves all others the file's.
    const auto edited = patched(*file, std::vector<BytePatch>{{0, std::vector<std::byte>(8)}});
    for (const auto& indices : {*file, edited}) {
        const auto proved = prove(csrOver(indices));
        ASSERT_TRUE(std::holds_alternative<Sound>(proved));
        const auto& own = std::get<Sound>(proved).tensor().member("plain").array;
        ASSERT_NE(own.storage->data(), nullptr);
        EXPECT_FALSE(liesInMappedFile(own.storage->data()));
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
            .seekp((entries - 1) * 8)
            .write("\xff\xff\xff\xff\xff\xff\xff\x7f", 8);
        EXPECT_EQ(own.at(entries - 1).asIndex(), entries - 1);
        const auto last = entries - 1;
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary)
            .seekp((entries - 1) * 8)
            .write(reinterpret_cast<const char*>(&last), 8);
    }
    std::remove(path.c_str());
}

TEST(Proof, IsGivenToSoundTensorsOfEveryLayout)
{
    for (const std::string layout : {"csr", "csc", "bsr", "bsc", "coo", "strided", "nested", "jagged"}) {
        const auto proof = prove(made(layout));
        EXPECT_TRUE(std::holds_alternative<Sound>(proof)) << layout;
        if (const auto* sound = std::get_if<Sound>(&proof)) {
            EXPECT_FALSE(sound->rules().empty());
        }
    }
}

TEST(Proof, IsRefusedWhenARuleThatGuardsMemoryIsBrokenOrUnknown)
{
    for (const std::string layout : {"csr", "bsr", "coo", "strided", "nested", "jagged"}) {
        const auto tensor = made(layout);
        for (const auto& rule : tensor.layout->rules) {
            if (!rule.guardsMemory)
                continue;
            const auto broken = plant(tensor, rule.id);
            if (broken) {
                EXPECT_TRUE(std::holds_alternative<Report>(prove(*broken))) << layout << " " << rule.id;
            }
        }
    }
    const auto unread = readJsonTensors(R"({"layout": "csr", "size": [2, 2], "members":
        {"compressed": {"shape": [3]}, "plain": {"shape": [2]}, "values": [1, 2]}})");
    ASSERT_TRUE(unread);
    EXPECT_TRUE(std::holds_alternative<Report>(prove(unread->tensors[0].tensor)));
}

TEST(Construction, FollowsThePublishedTree)
{
    const auto trace = construct(made("csr"));
    EXPECT_TRUE(trace.built);
    EXPECT_EQ(trace.tree, "2021");
    const auto depthOf = [&](std::string_view call) {
        for (const auto& step : trace.steps)
            if (step.call.starts_with(call))
                return step.depth;
        return -1;
    };
    EXPECT_EQ(depthOf("sparse_csr_tensor(crow_indices, col_indices, values, size)"), 0);
    EXPECT_EQ(depthOf("_validate_sparse_csr_tensor_args("), 1);
    EXPECT_EQ(depthOf("_sparse_csr_tensor_unsafe("), 1);
    EXPECT_EQ(depthOf("new_csr_tensor()"), 2);
    EXPECT_EQ(depthOf("set_member_tensors("), 2);
    EXPECT_EQ(depthOf("refresh_numel()"), 3);
    EXPECT_NE(std::ranges::find(trace.certificate, "5.6"), trace.certificate.end());
    EXPECT_NE(std::ranges::find(trace.certificate, "3.11"), trace.certificate.end());

    const auto draft = construct(made("csr"), {.draft = true});
    EXPECT_EQ(draft.tree, "2021-draft");
    EXPECT_EQ(std::ranges::find(draft.certificate, "5.6"), draft.certificate.end());
}

TEST(Construction, StopsWhereARuleIsBrokenAndUnsafeDoesNot)
{
    const auto broken = plant(made("csr"), "5.2");
    ASSERT_TRUE(broken);
    const auto trace = construct(*broken);
    EXPECT_FALSE(trace.built);
    EXPECT_FALSE(trace.tensor);
    EXPECT_TRUE(trace.certificate.empty());
    EXPECT_EQ(trace.steps.back().outcome, ConstructionStep::Outcome::notReached);
    const auto unsafe = construct(*broken, {.unsafe = true});
    EXPECT_TRUE(unsafe.built);
    EXPECT_TRUE(unsafe.certificate.empty());
}

TEST(Construction, InfersTheSizeByBothFormulas)
{
    const auto document = readJsonTensors(R"({"layout": "csr", "members":
        {"compressed": [0, 3], "plain": [0, 0, 0], "values": [1, 2, 3]}})");
    ASSERT_TRUE(document);
    const auto trace = construct(document->tensors[0].tensor, {.infer = true});
    EXPECT_EQ(trace.builder, "inferred");
    EXPECT_EQ(trace.inferred, (Extents{1, 1}));
    EXPECT_EQ(trace.inferredPublished, (Extents{1, 3}));
    EXPECT_FALSE(trace.difference.empty());
    EXPECT_TRUE(construct(made("bsc"), {.infer = true}).built);
}

} // namespace

} // namespace tscope
