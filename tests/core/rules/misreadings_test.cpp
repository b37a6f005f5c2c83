// SPDX-License-Identifier: Apache-2.0
// Valid tensors of many shapes, written down in each of the ways in which they are misread; the other way to read
// them has to be found wherever anything is found, and nowhere else.
#include "core/rules/slips.h"
#include "layouts/registry.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <map>

namespace tscope {

namespace {

using test::Json;
using test::Number;
using test::Slip;

bool addOne(Slip& slip, const std::string& name)
{
    for (auto& number : slip.data(name))
        number = number.get<Number>() + 1;
    return true;
}

// Where each dim has a 0, so that it is not one entry that is wrong.
bool takeOne(Slip& slip)
{
    const auto entries = slip.shape("indices")[1].get<Number>();
    auto numbers = slip.data("indices").get<std::vector<Number>>();
    for (auto row = numbers.begin(); row != numbers.end(); row += entries)
        if (entries == 0 || *std::min_element(row, row + entries) != 0)
            return false;
    for (auto& number : slip.data("indices"))
        number = number.get<Number>() - 1;
    return true;
}

// The numbers of each row of a member, as long as its last extent, rewritten.
bool rewriteRows(Slip& slip, const std::string& name, const std::function<void(std::vector<Number>&)>& rewrite)
{
    auto sizes = slip.shape(name).get<Extents>();
    const auto numbers = slip.data(name).get<std::vector<Number>>();
    std::vector<Number> out;
    for (auto at = numbers.begin(); at != numbers.end();) {
        const auto end = at + sizes.back();
        std::vector<Number> row(at, end);
        rewrite(row);
        out.insert(out.end(), row.begin(), row.end());
        at = end;
        if (at == numbers.end())
            sizes.back() = static_cast<Number>(row.size());
    }
    slip.of(name)["shape"] = sizes;
    slip.of(name)["data"] = out;
    return true;
}

void takeDifferences(std::vector<Number>& row)
{
    for (auto k = row.size(); k-- > 1;)
        row[k] -= row[k - 1];
}

void dropFirst(std::vector<Number>& row)
{
    row.erase(row.begin());
}

// The bytes of int64 taken for int32: on machines of today the low half comes first.
bool asNarrow(Slip& slip, const std::string& name)
{
    if (slip.of(name)["dtype"] != "int64")
        return false;
    slip.of(name)["dtype"] = "int32";
    return rewriteRows(slip, name, [](std::vector<Number>& row) {
        std::vector<Number> halves;
        for (const auto number : row)
            halves.insert(halves.end(), {number, 0});
        row = halves;
    });
}

bool turnBlocks(Slip& slip)
{
    auto& shape = slip.shape("values");
    const auto dim = slip.shape("compressed").size();
    if (std::string(slip.json["layout"])[0] != 'b' || shape[dim] == shape[dim + 1])
        return false;
    std::swap(shape[dim], shape[dim + 1]);
    return true;
}

bool countElements(Slip& slip)
{
    const std::string layout = slip.json["layout"];
    if (layout[0] != 'b')
        return false;
    const auto width =
        slip.shape("values")[slip.shape("compressed").size() + (layout == "bsr" ? 1 : 0)].get<Number>();
    for (auto& number : slip.data("plain"))
        number = number.get<Number>() * width;
    return true;
}

bool swapCoordinates(Slip& slip)
{
    auto& data = slip.data("indices");
    std::rotate(data.begin(), data.begin() + slip.shape("indices")[1].get<std::ptrdiff_t>(), data.end());
    return true;
}

bool renameLayout(Slip& slip)
{
    auto& layout = slip.json["layout"].get_ref<std::string&>();
    layout = layout == "csr" ? "csc" : layout == "csc" ? "csr" : layout == "bsr" ? "bsc" : "bsr";
    return true;
}

struct Misread {
    std::string id, family; // "compressed", or the layout's name
    std::function<bool(Slip&)> make;
};

const std::vector<Misread> misreads{
    {"one-based", "compressed", [](Slip& s) { return addOne(s, "compressed") && addOne(s, "plain"); }},
    {"one-based", "compressed", [](Slip& s) { return addOne(s, "compressed"); }},
    {"one-based", "compressed", [](Slip& s) { return addOne(s, "plain"); }},
    {"one-based", "coo", [](Slip& s) { return addOne(s, "indices"); }},
    {"zero-based", "coo", takeOne},
    {"one-based", "jagged", [](Slip& s) { return addOne(s, "offsets"); }},
    {"counts-as-pointers", "compressed", [](Slip& s) { return rewriteRows(s, "compressed", takeDifferences); }},
    {"counts-as-pointers", "compressed",
     [](Slip& s) {
         return rewriteRows(s, "compressed", takeDifferences) && rewriteRows(s, "compressed", dropFirst);
     }},
    {"counts-as-pointers", "jagged", [](Slip& s) { return rewriteRows(s, "offsets", takeDifferences); }},
    {"no-leading-zero", "compressed", [](Slip& s) { return rewriteRows(s, "compressed", dropFirst); }},
    {"no-leading-zero", "jagged", [](Slip& s) { return rewriteRows(s, "offsets", dropFirst); }},
    {"wrong-width", "compressed", [](Slip& s) { return asNarrow(s, "compressed") && asNarrow(s, "plain"); }},
    {"wrong-width", "coo", [](Slip& s) { return asNarrow(s, "indices"); }},
    {"wrong-width", "jagged", [](Slip& s) { return asNarrow(s, "offsets"); }},
    {"csc-as-csr", "compressed", renameLayout},
    {"swapped-block", "compressed", turnBlocks},
    {"element-indices", "compressed", countElements},
    {"swapped-coordinates", "coo", swapCoordinates},
};

TEST(Misreadings, AreFoundInTensorsOfManyShapes)
{
    std::map<std::string, int> made;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        Random random(seed);
        for (const auto* layout : layouts()) {
            const auto tensor = test::sampleOf(layout->name, random);
            if (!tensor)
                continue; // a test's own layout
            EXPECT_TRUE(check(*tensor).misreadings.empty()) << layout->name << " seed " << seed;
            const auto json = test::textOf(*tensor);
            for (const auto& [id, family, make] : misreads) {
                Slip slip(json, random);
                if ((family != layout->family && family != layout->name) || !make(slip))
                    continue;
                const auto report = check(test::tensorOf(slip.json));
                if (report.valid)
                    continue; // it can be read either way
                ++made[id];
                EXPECT_TRUE(std::ranges::any_of(
                    report.misreadings,
                    [&, id = id](const Misreading& found) { return found.id == id && found.violations == 0; }))
                    << id << " seed " << seed << "\n"
                    << slip.json;
            }
        }
    }
    for (const auto& [id, count] : made)
        EXPECT_GE(count, 10) << id;
    EXPECT_EQ(made.size(), 9U);
}

} // namespace

} // namespace tscope
