// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/jagged/jagged.h"
#include "layouts/nested/nested.h"
#include "literals/json_tensor.h"
#include "rules/check.h"
#include "support/integers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>

// What the tests of nested and jagged tensors share.
namespace tscope::components {

using Json = nlohmann::json;
using test::integers;

inline Json vectors(const std::string& file)
{
    std::ifstream in(std::string(TSCOPE_TEST_DATA) + "/vectors/" + file);
    return Json::parse(in);
}

inline Tensor tensorOf(const Json& json)
{
    auto document = readJsonTensors(json.dump());
    if (!document) {
        ADD_FAILURE() << document.error().text << " in " << json.dump();
        std::abort();
    }
    return document->tensors.at(0).tensor;
}

// {"nested", buffer of `slots` elements 0, 1, 2 ..., tables}
inline Tensor nestedTensor(std::int64_t slots, const Json& sizes, const Json& strides, const Json& offsets)
{
    std::vector<std::int64_t> data;
    for (std::int64_t k = 0; k < slots; ++k)
        data.push_back(k);
    const auto table = [](const Json& rows) -> Json {
        if (rows.is_object())
            return rows;
        Json flat = Json::array();
        for (const auto& row : rows)
            if (row.is_array())
                flat.insert(flat.end(), row.begin(), row.end());
            else
                flat.push_back(row);
        Json shape = {rows.size()};
        if (!rows.empty() && rows[0].is_array())
            shape.push_back(rows[0].size());
        return {{"shape", shape}, {"dtype", "int64"}, {"data", flat}};
    };
    return tensorOf({{"layout", "nested"},
                     {"members",
                      {{"buffer", {{"dtype", "int64"}, {"shape", {slots}}, {"data", data}}},
                       {"nested_sizes", table(sizes)},
                       {"nested_strides", table(strides)},
                       {"storage_offsets", table(offsets)}}}});
}

inline Json jsonOf(const WitnessValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag;
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return *number;
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    if (const auto* extents = std::get_if<Extents>(&value))
        return *extents;
    return nullptr;
}

inline Report checked(const Tensor& tensor)
{
    return check(tensor, {.maxWitnesses = 0, .advice = false});
}

inline std::set<std::string> rulesOf(const Report& report, Level level)
{
    std::set<std::string> out;
    for (const auto& finding : report.findings)
        if (finding.level == level)
            out.insert(finding.rule);
    return out;
}

inline std::set<std::string> broken(const Tensor& tensor)
{
    return rulesOf(checked(tensor), Level::violation);
}

inline std::set<std::string> advisories(const Tensor& tensor)
{
    return rulesOf(checked(tensor), Level::advisory);
}

// The witnesses of one rule, as far as `expected` shows keys.
inline void expectWitnesses(const Report& report, const std::string& rule, const Json& expected)
{
    const auto* finding = report.find(rule);
    ASSERT_NE(finding, nullptr) << rule;
    ASSERT_EQ(finding->witnesses.size(), expected.size()) << rule;
    EXPECT_EQ(finding->count, static_cast<std::int64_t>(expected.size())) << rule;
    for (std::size_t w = 0; w < expected.size(); ++w)
        for (const auto& [key, value] : expected[w].items()) {
            const auto* found = finding->witnesses[w].find(key);
            ASSERT_NE(found, nullptr) << rule << ": no " << key;
            EXPECT_EQ(jsonOf(*found), value) << rule << ": " << key;
        }
}

// Every case of a layout in invariants.json says what it is expected to say.
inline void expectVectors(const std::string& layout)
{
    int cases = 0;
    for (const auto& test : vectors("invariants.json")) {
        if (test["layout"] != layout)
            continue;
        ++cases;
        SCOPED_TRACE(test["id"].get<std::string>());
        const auto& expect = test["expect"];
        const auto report = checked(tensorOf(test));
        EXPECT_EQ(report.valid, expect["valid"].get<bool>());
        EXPECT_EQ(rulesOf(report, Level::violation), expect["violations"].get<std::set<std::string>>());
        EXPECT_EQ(rulesOf(report, Level::advisory), expect["advisories"].get<std::set<std::string>>());
        for (const auto& [rule, places] : expect["witnesses"].items())
            expectWitnesses(report, rule, places);
        const auto advice = expect.value("advisory_witnesses", Json::object());
        for (const auto& [rule, places] : advice.items())
            expectWitnesses(report, rule, places);
        for (const auto& rule : expect.value("skipped", Json::array()))
            EXPECT_TRUE(std::ranges::any_of(report.skipped, [&](const Skipped& s) { return s.rule == rule; }))
                << rule;
    }
    EXPECT_GT(cases, 40);
}

// Every element that locate() finds is named by readersOf() of each slot on its path, and nothing else is: both
// ways, over all indices of `size` boxes and all slots.
inline void expectPathsAgree(const Tensor& tensor, const std::vector<Extents>& componentSizes)
{
    using Place = std::pair<std::string, std::int64_t>;
    std::map<Place, std::vector<Extents>> forward;
    std::vector<std::pair<Extents, std::int64_t>> stored;
    for (std::size_t t = 0; t < componentSizes.size(); ++t) {
        const auto& size = componentSizes[t];
        for (std::int64_t k = 0; k < numel(size).value_or(0); ++k) {
            Extents index{static_cast<std::int64_t>(t)};
            const auto inner = indexOf(size, k);
            index.insert(index.end(), inner.begin(), inner.end());
            const auto path = tensor.layout->locate(tensor, index);
            ASSERT_TRUE(path) << path.error().text;
            for (const auto& place : path->places)
                for (auto slot = place.begin; slot < place.end; ++slot)
                    forward[{std::string(place.member), slot}].push_back(index);
            if (path->found && !path->places.empty())
                stored.emplace_back(index, path->places.back().begin);
        }
    }
    for (const auto& member : tensor.members)
        for (std::int64_t slot = 0; slot < *numel(member.array.geometry); ++slot) {
            SCOPED_TRACE(std::string(member.role->name) + " " + std::to_string(slot));
            const auto readers = tensor.layout->readersOf(tensor, member.role->name, slot, 1000);
            ASSERT_TRUE(readers) << readers.error().text;
            const auto& expected = forward[{std::string(member.role->name), slot}];
            EXPECT_EQ(readers->elements, expected);
            EXPECT_EQ(readers->count, static_cast<std::int64_t>(expected.size()));
            EXPECT_FALSE(readers->truncated);
        }
    std::vector<std::pair<Extents, std::int64_t>> visited;
    ASSERT_TRUE(tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        visited.emplace_back(index, slot);
        return true;
    }));
    EXPECT_EQ(visited, stored);
}

} // namespace tscope::components
