// SPDX-License-Identifier: Apache-2.0
#include "tensors.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace {

using Json = Judge::Json;

bool isNear(double expected, double actual, double tolerance)
{
    return std::abs(expected - actual) <= tolerance * std::max(1.0, std::abs(expected));
}

// A manifest writes what is no finite number as Python does, `tscope` as JSON readers of JavaScript do.
Json ownSpelling(const Json& value)
{
    static const std::map<Json, Json> spellings{{"nan", "NaN"}, {"inf", "Infinity"}, {"-inf", "-Infinity"}};
    const auto at = spellings.find(value);
    return at == spellings.end() ? value : at->second;
}

// Numbers to `tolerance`, everything else to the letter; both in the same arrangement.
bool areAlike(const Json& expected, const Json& actual, double tolerance)
{
    if (expected.is_array() && actual.is_array())
        return expected.size() == actual.size() &&
               std::ranges::equal(expected, actual,
                                  [&](const Json& a, const Json& b) { return areAlike(a, b, tolerance); });
    if (expected.is_number() && actual.is_number())
        return expected == actual || isNear(expected.get<double>(), actual.get<double>(), tolerance);
    if (expected.is_boolean() && actual.is_number())
        return expected.get<bool>() == (actual.get<double>() != 0);
    return ownSpelling(expected) == actual;
}

class Facts
{
public:
    Facts(Judge& judge, std::string name, double tolerance)
        : m_judge(judge), m_name(std::move(name)), m_tolerance(tolerance)
    {
    }

    // `expected[key]`, if it is there, against `actual[ours]`.
    void same(const Json& expected, const char* key, const Json& actual, const char* ours)
    {
        if (!expected.contains(key))
            return;
        const auto found = actual.contains(ours) ? actual[ours] : Json();
        if (!areAlike(expected[key], found, m_tolerance))
            m_judge.expectEqual(m_name + " " + key, expected[key], found);
    }
    void array(const Json& expected, const Json& member)
    {
        same(expected, "dtype", member, "dtype");
        same(expected, "shape", member, "shape");
        same(expected, "strides", member, "strides");
        same(expected, "storage_offset", member, "offset");
        // Sizes and strides that are no geometry are neither.
        const auto broken = expected.value("violations", Json::array());
        const auto has = [&](const char* rule) { return std::ranges::find(broken, Json(rule)) != broken.end(); };
        if (!has("STR-1.1") && !has("STR-1.2"))
            same(expected, "contiguous", member, "contiguous");
        same(expected, "device", member, "device");
        if (!expected.contains("storage_numel") || !expected["storage_numel"].is_null())
            same(expected, "storage_numel", member, "storage_numel");
        sum(expected, member);
        ends(expected, member);
    }

private:
    void sum(const Json& expected, const Json& member)
    {
        if (!expected.contains("sum"))
            return;
        auto wanted = expected["sum"];
        if (expected.contains("sum_imag"))
            wanted = Json::array({wanted, expected["sum_imag"]});
        auto found = member.contains("sum") ? member["sum"] : Json();
        if (found.is_array() && !wanted.is_array())
            wanted = Json::array({wanted, 0.0});
        // The manifest's sums are made in double: as sharp as their largest term allows.
        double largest = 1;
        for (const auto* end : {"min", "max"})
            if (member.contains(end) && member[end].is_number())
                largest = std::max(largest, std::abs(member[end].get<double>()));
        if (!areAlike(wanted, found, 1e-6 + m_tolerance + 1e-15 * largest))
            m_judge.expectEqual(m_name + " sum", wanted, found);
    }
    void ends(const Json& expected, const Json& member)
    {
        const auto data = member.contains("data") ? member["data"] : Json();
        if (!data.is_array())
            return;
        for (const auto* end : {"first", "last"}) {
            if (!expected.contains(end))
                continue;
            const auto count = expected[end].size();
            if (count > data.size()) {
                m_judge.expectEqual(m_name + " " + end, expected[end], data);
                continue;
            }
            const auto from = std::string(end) == "first" ? 0 : data.size() - count;
            auto found = Json::array();
            for (auto i = from; i < from + count; ++i)
                found.push_back(data[i]);
            if (!areAlike(expected[end], found, m_tolerance))
                m_judge.expectEqual(m_name + " " + end, expected[end], found);
        }
    }

    Judge& m_judge;
    std::string m_name;
    double m_tolerance;
};

// Our name of a member that the manifest calls as the files do.
std::string ownName(const std::string& name)
{
    static const std::map<std::string, std::string> names{{"crow_indices", "compressed"},
                                                          {"ccol_indices", "compressed"},
                                                          {"col_indices", "plain"},
                                                          {"row_indices", "plain"},
                                                          {"nested_strides", "nested_strides"},
                                                          {"nested_sizes", "nested_sizes"},
                                                          {"nested_offsets", "storage_offsets"}};
    const auto at = names.find(name);
    return at == names.end() ? name : at->second;
}

const Json* memberNamed(const Json& tensor, const std::string& name)
{
    for (const auto& member : tensor["members"])
        if (member["name"] == ownName(name))
            return &member;
    return nullptr;
}

Json flat(const Json& list)
{
    auto out = Json::array();
    for (const auto& item : list)
        if (item.is_array())
            for (const auto& inner : flat(item))
                out.push_back(inner);
        else
            out.push_back(item);
    return out;
}

} // namespace

void judgeFacts(Judge& judge, const std::string& name, const Json& expected, const Json& actual)
{
    Facts facts(judge, name, expected.value("tolerance", 1e-6));
    facts.same(expected, "layout", actual, "layout");
    facts.same(expected, "dtype", actual, "dtype");
    facts.same(expected, "shape", actual, "size");
    facts.same(expected, "device", actual, "device");
    if (expected.contains("members")) // else it is the values' own
        for (const auto* key : {"nnz", "dense_dims", "batch_dims", "index_dtype", "blocksize", "sparse_dims"})
            facts.same(expected, key, actual, key);
    if (!expected.value("coalesced_flag", Json()).is_null()) // null: the file says nothing of it
        facts.same(expected, "coalesced_flag", actual["flags"], "is_coalesced");

    auto members = orEmpty(expected, "members");
    if (expected.contains("buffer"))
        members["buffer"] = expected["buffer"];
    for (const auto& [role, wanted] : members.items()) {
        const auto* member = memberNamed(actual, role);
        if (member == nullptr)
            judge.say(name + ": no member " + role);
        else
            Facts(judge, name + " " + role, expected.value("tolerance", 1e-6)).array(wanted, *member);
    }
    if (expected["layout"] == "strided")
        if (const auto* values = memberNamed(actual, "values"))
            facts.array(expected, *values);
    for (const auto* table : {"nested_sizes", "nested_strides", "nested_offsets"})
        if (expected.contains(table))
            if (const auto* member = memberNamed(actual, table))
                judge.expectEqual(name + " " + table, flat(expected[table]), (*member)["data"]);
}

void judgeFindings(Judge& judge, const std::string& name, const Json& expected, const Json& actual)
{
    std::map<std::string, Json> levels{{"violation", Json::array()}, {"advisory", Json::array()}};
    std::map<std::string, const Json*> findings;
    for (const auto& finding : actual["findings"]) {
        levels[finding["level"]].push_back(finding["rule"]);
        findings[finding["rule"]] = &finding;
    }
    judge.expectSameSet(name + " violations", expected.value("violations", Json::array()), levels["violation"]);
    judge.expectSameSet(name + " advisories", expected.value("advisories", Json::array()), levels["advisory"]);
    for (const auto& [rule, count] : orEmpty(expected, "counts").items())
        if (findings.contains(rule))
            judge.expectEqual(name + " " + rule + " count", count, (*findings[rule])["count"]);
    for (const auto& [rule, places] : orEmpty(expected, "witnesses").items())
        if (findings.contains(rule))
            judge.expectWitnesses(name + " " + rule, places, (*findings[rule])["witnesses"], true);
}
