// SPDX-License-Identifier: Apache-2.0
// Bytes and operations that rows are held against, counted by hand for each operation and layout.
#include "core/timing/small_plan.h"
#include "ops/run.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

OpCost costOf(const std::string& workload, const Sound& tensor)
{
    const auto work = *workloadNamed(workload);
    auto prepared = prepare(*work.op, *inputsOf(work, tensor), work.params);
    EXPECT_TRUE(prepared) << prepared.error().text;
    EXPECT_TRUE(prepared->call->run());
    return prepared->cost(prepared->call->bytesWritten());
}

// 24 x 16 float32 with int64 indices.
struct Counted {
    const char* form;
    std::int64_t stored;      // elements
    std::int64_t placesBytes; // of indices and pointers
};

class Models : public testing::Test
{
protected:
    Models() : m_given(madeMatrix("csr"))
    {
        const auto& values = m_given.tensor().member("values").array;
        m_entries = *numel(values.geometry);
        std::set<std::pair<std::int64_t, std::int64_t>> blocks;
        EXPECT_TRUE(m_given.tensor().layout->entries(m_given.tensor(), [&](const Extents& index, std::int64_t) {
            blocks.emplace(index[0] / 4, index[1] / 2);
            return true;
        }));
        m_blocks = std::ssize(blocks);
    }

    std::vector<Counted> all() const
    {
        return {
            {"strided", 24 * 16, 0},
            {"coo", m_entries, 2 * 8 * m_entries},
            {"csr", m_entries, 8 * (25 + m_entries)},
            {"csc", m_entries, 8 * (17 + m_entries)},
            {"bsr:4x2", 8 * m_blocks, 8 * (6 + 1 + m_blocks)},
            {"bsc:4x2", 8 * m_blocks, 8 * (8 + 1 + m_blocks)},
        };
    }

    void expectCost(const std::string& workload, std::int64_t (*bytes)(const Counted&),
                    std::int64_t (*flops)(const Counted&))
    {
        for (const auto& form : all()) {
            const auto tensor = inForm(m_given, *formNamed(form.form), 0);
            ASSERT_TRUE(tensor);
            const auto cost = costOf(workload, *tensor);
            EXPECT_EQ(cost.bytes, bytes(form)) << workload << " of " << form.form;
            EXPECT_EQ(cost.flops, flops(form)) << workload << " of " << form.form;
        }
    }

    Sound m_given;
    std::int64_t m_entries = 0, m_blocks = 0;
};

TEST_F(Models, OfProducts)
{
    // All that is stored and both vectors, each once; a multiplication and an addition for each element.
    expectCost(
        "spmv", [](const Counted& form) { return form.stored * 4 + form.placesBytes + (16 + 24) * 4; },
        [](const Counted& form) { return 2 * form.stored; });
    expectCost(
        "spmv_t", [](const Counted& form) { return form.stored * 4 + form.placesBytes + (16 + 24) * 4; },
        [](const Counted& form) { return 2 * form.stored; });
    expectCost(
        "spmm:8", [](const Counted& form) { return form.stored * 4 + form.placesBytes + 8 * (16 + 24) * 4; },
        [](const Counted& form) { return 2 * 8 * form.stored; });
}

TEST_F(Models, OfSums)
{
    // Where elements stand does not matter for the sum of all of them.
    expectCost(
        "sum", [](const Counted& form) { return form.stored * 4 + 4; },
        [](const Counted& form) { return form.stored; });
    expectCost(
        "sum_rows", [](const Counted& form) { return form.stored * 4 + form.placesBytes + 24 * 4; },
        [](const Counted& form) { return form.stored; });
}

TEST_F(Models, WhatTwoInputsShareIsReadOnce)
{
    const auto strided = *inForm(m_given, *formNamed("strided"), 0);
    EXPECT_EQ(costOf("add", strided).bytes, 2 * 24 * 16 * 4);
    EXPECT_EQ(costOf("mul", strided).bytes, 2 * 24 * 16 * 4);
    EXPECT_EQ(costOf("add", strided).flops, 24 * 16);
}

TEST_F(Models, OfWhatIsCopied)
{
    const auto strided = *inForm(m_given, *formNamed("strided"), 0);
    EXPECT_EQ(costOf("contiguous", strided).bytes, 2 * 24 * 16 * 4);
    EXPECT_EQ(costOf("contiguous", strided).flops, 0);
}

TEST_F(Models, OfSampledProducts)
{
    const auto cost = costOf("sddmm:8", m_given);
    const auto places = 8 * (25 + m_entries);
    // The pattern is read, its values are not; of the result those are written that are new.
    EXPECT_EQ(cost.flops, 2 * 8 * m_entries);
    EXPECT_EQ(cost.bytes, places + (24 + 16) * 8 * 4 + m_entries * 4);
}

} // namespace

} // namespace tscope::timing
