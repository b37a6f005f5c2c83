// SPDX-License-Identifier: Apache-2.0
#include "timing/forms.h"

#include "convert/target.h"
#include "core/timing/small_plan.h"
#include "timing/footprint_rows.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

TEST(Forms, AreNamedAndRefusedByName)
{
    EXPECT_EQ(formNamed("csr")->layout->name, "csr");
    EXPECT_EQ(formNamed("bsr:4x8")->block, (std::array<std::int64_t, 2>{4, 8}));
    EXPECT_TRUE(formNamed("padded")->isPadded);
    for (const char* text : {"", "csx", "bsr:", "bsr:4", "bsr:4x", "bsr:0x4", "bsr:4x4x", "csr:2x2", "bsr:-1x2"})
        EXPECT_FALSE(formNamed(text)) << text;
}

TEST(Forms, TheUsualOnesBeginWithItsOwnAndHaveBlocksThatFit)
{
    const auto tensor = madeMatrix("bsr", {24, 16}, "blocks");
    const auto footprints = *Footprints::of(tensor);
    const auto forms = usualForms(tensor.tensor(), &footprints);
    EXPECT_EQ(variantOf(tensor.tensor(), forms.front()), variantOf(tensor.tensor()));
    std::set<std::string> names;
    for (const auto& wish : forms) {
        EXPECT_TRUE(names.insert(text(variantOf(tensor.tensor(), wish))).second);
        EXPECT_TRUE(inForm(tensor, wish, 0)) << text(variantOf(tensor.tensor(), wish));
    }
    for (const char* name : {"strided", "coo", "csr", "csc", "bsr 2x2", "bsc 2x2"})
        EXPECT_TRUE(names.contains(name)) << name;
}

// Most files of SciPy: coo takes 64 bits only, and is measured with these.
TEST(Forms, OfATensorWithNarrowIndicesAreSoundInEveryLayout)
{
    MakeSpec spec;
    spec.kind = "random";
    spec.layout = "csr";
    spec.size = {24, 16};
    spec.density = 0.2;
    spec.indexDType = ElementType::i32;
    const auto tensor = test::proven(*makeTensorOf(spec));
    const auto variantIn = [&](const char* layout) { return variantOf(tensor.tensor(), *formNamed(layout)); };
    EXPECT_EQ(variantIn("csc").indexDType, "int32");
    EXPECT_EQ(variantIn("coo").indexDType, "int64");
    for (const auto* layout : {"csc", "coo", "strided", "bsr:2x2"}) {
        const auto made = inForm(tensor, *formNamed(layout), 0);
        ASSERT_TRUE(made) << layout << ": " << made.error().text;
        EXPECT_EQ(variantOf(made->tensor()), variantIn(layout));
    }
}

TEST(Forms, WhatATensorBecomesIsWhatWasSaid)
{
    const auto tensor = madeMatrix("csr");
    for (const char* name : {"strided", "coo", "csc", "bsr:4x2", "bsc:2x8"})
        for (const auto index : {ElementType::i32, ElementType::i64}) {
            auto wish = *formNamed(name);
            if (isUsualIndexType(*wish.layout, index)) // coo has no short ones
                wish.indexDType = index;
            wish.dtype = ElementType::f64;
            const auto made = inForm(tensor, wish, 0);
            ASSERT_TRUE(made) << made.error().text;
            EXPECT_EQ(variantOf(made->tensor()), variantOf(tensor.tensor(), wish)) << name;
        }
}

// What is told of a form is what it takes when it is built.
void expectAsBuilt(const Sound& tensor)
{
    Session session;
    session.subjects = {subjectOf("t", tensor)};
    const auto counted = Footprints::of(tensor);
    const auto forms = usualForms(tensor.tensor(), counted ? &*counted : nullptr);
    addFootprints(session, "t", tensor, forms);
    for (const auto& wish : forms) {
        const auto variant = variantOf(tensor.tensor(), wish);
        const auto row = std::ranges::find(session.footprints, variant, &FootprintRow::variant);
        const auto made = inForm(tensor, wish, 0);
        if (row == session.footprints.end()) {
            EXPECT_FALSE(made) << text(variant);
            continue;
        }
        ASSERT_TRUE(made) << text(variant);
        std::vector<std::pair<std::string, std::int64_t>> built, told;
        for (const auto& member : made->tensor().members)
            built.emplace_back(member.role->name, member.array.byteSize().value());
        for (const auto& member : row->members)
            told.emplace_back(member.role, member.bytes);
        EXPECT_EQ(told, built) << text(variant);
    }
}

TEST(Forms, FootprintsOfAllFormsAreThoseOfBuiltTensors)
{
    for (const char* layout : {"strided", "coo", "csr", "csc"})
        expectAsBuilt(madeMatrix(layout));
    for (const char* layout : {"bsr", "bsc"})
        expectAsBuilt(madeMatrix(layout, {24, 16}, "blocks"));
    for (const char* layout : {"nested", "jagged"})
        expectAsBuilt(madeComponents(layout));
}

TEST(Forms, TheLongestRowIsCounted)
{
    const auto tensor = madeMatrix("csr", {30, 12}, "powerlaw");
    Session session;
    session.subjects = {subjectOf("t", tensor)};
    addFootprints(session, "t", tensor, {});
    std::map<std::int64_t, std::int64_t> lengths;
    ASSERT_TRUE(tensor.tensor().layout->entries(tensor.tensor(), [&](const Extents& index, std::int64_t) {
        ++lengths[index.front()];
        return true;
    }));
    std::int64_t longest = 0;
    for (const auto& [row, length] : lengths)
        longest = std::max(longest, length);
    EXPECT_EQ(session.subjects.front().longestRow, longest);
    EXPECT_EQ(session.subjects.front().rows, 30);
}

} // namespace

} // namespace tscope::timing
