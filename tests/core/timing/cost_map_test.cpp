// SPDX-License-Identifier: Apache-2.0
#include "timing/cost_map.h"

#include "convert/target.h"
#include "core/timing/small_plan.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "timing/footprint_rows.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tscope::timing {

namespace {

// What a built tensor has in each tile, looked at element by element.
struct BuiltTiles {
    std::vector<std::int64_t> elements, entries; // of an entry the first element is counted

    BuiltTiles(const Tensor& tensor, const CostMap& map)
        : elements(map.entries.size()), entries(map.entries.size())
    {
        const auto form = tscope::formOf(tensor);
        const auto first = static_cast<std::size_t>(map.batchDims); // which strided and coo do not know
        const auto count = [&](const Extents& index) {
            const auto row = index[first], column = index[first + 1];
            const auto tile =
                static_cast<std::size_t>(row / map.tileRows * map.tilesAcross() + column / map.tileColumns);
            ++elements[tile];
            bool isFirst = row % form.block[0] == 0 && column % form.block[1] == 0;
            for (auto d = first + 2; d < index.size(); ++d)
                isFirst = isFirst && index[d] == 0;
            entries[tile] += isFirst ? 1 : 0;
        };
        if (tensor.layout->family == "strided") { // which has each element, and no entries
            for (std::int64_t at = 0; at < numel(form.size).value(); ++at)
                count(indexOf(form.size, at));
            return;
        }
        EXPECT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t) {
            count(index);
            return true;
        }));
    }
};

std::vector<FormWish> allForms(const Tensor& tensor)
{
    std::vector<FormWish> forms;
    for (const char* name : {"strided", "coo", "csr", "csc", "bsr:2x2", "bsc:2x2", "bsr:3x4", "bsc:4x3",
                             "bsr:12x12", "bsr:1x1", "bsc:6x1"})
        forms.push_back(*formNamed(name));
    forms.push_back(*formNamed("csr"));
    forms.back().indexDType = ElementType::i32;
    forms.back().dtype = ElementType::f64;
    forms.push_back(*formNamed("bsr:4x4"));
    forms.back().indexDType = ElementType::i32;
    std::erase_if(forms, [&](const FormWish& wish) { return variantOf(tensor, wish).dtype.empty(); });
    return forms;
}

Session described(const Sound& tensor, const std::vector<FormWish>& forms)
{
    Session session;
    session.subjects = {subjectOf("t", tensor)};
    addFootprints(session, "t", tensor, forms);
    return session;
}

std::int64_t sumOf(const std::vector<std::int64_t>& numbers)
{
    return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

void expectTilesAsBuilt(const Sound& tensor)
{
    const auto forms = allForms(tensor.tensor());
    const auto session = described(tensor, forms);
    ASSERT_EQ(session.costMaps.size(), 1U);
    const auto& map = session.costMaps[0];
    EXPECT_EQ(map.tensor, "t");
    EXPECT_LE(map.tilesDown(), CostMap::most);
    EXPECT_LE(map.tilesAcross(), CostMap::most);
    ASSERT_EQ(std::ssize(map.entries), map.tilesDown() * map.tilesAcross());
    ASSERT_EQ(map.forms.size(), session.footprints.size());
    const auto sparse = inForm(tensor, *formNamed("csr"), 0);
    ASSERT_TRUE(sparse) << sparse.error().text;
    const auto given = BuiltTiles(sparse->tensor(), map);
    EXPECT_EQ(map.entries, given.entries);
    for (std::size_t f = 0; f < map.forms.size(); ++f) {
        const auto& form = map.forms[f];
        SCOPED_TRACE(text(form.variant) + ' ' + form.variant.dtype + ' ' + form.variant.indexDType);
        ASSERT_EQ(form.variant, session.footprints[f].variant);
        const auto wish = std::ranges::find_if(
            forms, [&](const FormWish& each) { return variantOf(tensor.tensor(), each) == form.variant; });
        const auto made = inForm(tensor, *wish, 0);
        ASSERT_TRUE(made) << made.error().text;
        const auto& built = made->tensor();
        std::int64_t pointers = 0, all = 0, indices = 0;
        for (const auto& member : built.members) {
            const auto bytes = member.array.byteSize().value();
            all += bytes;
            if (member.role->name == "compressed")
                pointers += bytes;
            else if (&member != &valuesMember(built))
                indices += bytes;
        }
        EXPECT_EQ(form.pointerBytes, pointers);
        EXPECT_EQ(sumOf(form.bytes) + form.pointerBytes, all);
        EXPECT_EQ(sumOf(form.bytes) + form.pointerBytes, session.footprints[f].bytes());
        EXPECT_EQ(sumOf(form.fill), session.footprints[f].fill);
        const BuiltTiles stored(built, map);
        const auto perIndex = indices == 0 ? 0 : indices / sumOf(stored.entries);
        for (std::size_t tile = 0; tile < map.entries.size(); ++tile) {
            EXPECT_EQ(form.bytes[tile],
                      stored.elements[tile] * built.declaredDType().itemSize() + stored.entries[tile] * perIndex)
                << "tile " << tile;
            EXPECT_EQ(form.fill.empty() ? 0 : form.fill[tile], stored.elements[tile] - given.elements[tile])
                << "tile " << tile;
        }
    }
}

TEST(CostMap, TilesHaveTheBytesOfBuiltTensors)
{
    for (const char* kind : {"random", "banded", "powerlaw"})
        for (const auto& size : {Extents{12, 24}, Extents{36, 12}, Extents{84, 120}, Extents{1, 12},
                                 Extents{33, 7}, Extents{12, 1200}}) {
            SCOPED_TRACE(std::string(kind) + ' ' + std::to_string(size[0]) + " x " + std::to_string(size[1]));
            expectTilesAsBuilt(testMatrix(kind, "csr", size));
        }
    for (const char* layout : {"strided", "coo", "csc"})
        expectTilesAsBuilt(testMatrix("random", layout, {72, 36}));
    expectTilesAsBuilt(testMatrix("random", "bsr", {72, 72}));
}

TEST(CostMap, ABatchIsSummedAndATailCounts)
{
    expectTilesAsBuilt(testMatrix("random", "csr", {72, 36}, {2, 3}));
    expectTilesAsBuilt(testMatrix("random", "csr", {72, 36}, {}, {3, 2}));
    EXPECT_EQ(described(testMatrix("random", "csr", {72, 36}, {2, 3}), {}).costMaps.at(0).batchDims, 2);
}

TEST(CostMap, TilesAreAsFewAsHoldAll)
{
    const auto map = described(testMatrix("random", "csr", {33, 32}), {}).costMaps.at(0);
    EXPECT_EQ(map.tileRows, 2);
    EXPECT_EQ(map.tilesDown(), 17); // the last has one row
    EXPECT_EQ(map.tileColumns, 1);
    EXPECT_EQ(map.tilesAcross(), 32);
}

TEST(CostMap, OfNoElementsAndOfComponentsIsNone)
{
    EXPECT_TRUE(
        described(testMatrix("random", "csr", {0, 5}), allForms(testMatrix("random", "csr", {4, 4}).tensor()))
            .costMaps.empty());
    EXPECT_TRUE(described(madeComponents("nested"), {}).costMaps.empty());
    EXPECT_TRUE(described(madeComponents("jagged"), {}).costMaps.empty());
}

TEST(CostMap, OfAnEmptyMatrixHasEmptyTiles)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {40, 40};
    spec.nnz = 0;
    const auto tensor = test::proven(*makeTensorOf(spec));
    const auto map = described(tensor, {*formNamed("csr"), *formNamed("strided")}).costMaps.at(0);
    EXPECT_EQ(sumOf(map.entries), 0);
    EXPECT_EQ(sumOf(map.forms.at(0).bytes), 0);
    EXPECT_EQ(map.forms.at(0).pointerBytes, 41 * 8);
    EXPECT_EQ(sumOf(map.forms.at(1).bytes), 40 * 40 * 4);
    EXPECT_EQ(sumOf(map.forms.at(1).fill), 40 * 40);
}

TEST(CostMap, AStoppedOneIsNone)
{
    const auto tensor = testMatrix("random", "csr", {72, 36});
    const auto counted = *Footprints::of(tensor);
    const std::vector<Variant> forms{variantOf(tensor.tensor(), *formNamed("csr"))};
    EXPECT_TRUE(costMapOf(counted, forms));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(costMapOf(counted, forms, {.stop = stop.get_token()}));
}

} // namespace

} // namespace tscope::timing
