// SPDX-License-Identifier: Apache-2.0
#include "rules/contracts.h"

#include "base/say.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <array>
#include <string>

namespace tscope {

namespace {

using enum Wording;

// What a contract says of one rule: nothing, or a demand. V, A and _ are violation, advisory and "not asked".
using Cell = std::optional<Demand>;

constexpr Cell V(Wording wording = catalogue)
{
    return Demand{Level::violation, wording};
}
constexpr Cell A(Wording wording = catalogue)
{
    return Demand{Level::advisory, wording};
}
constexpr Cell _ = std::nullopt; // not asked

// One row per group of rules, one column per contract that differs from the catalogue. `pytorch` has none: it asks
// what the layout's own table says.
struct Row {
    std::string_view rules; // ids, a space between
    Cell scipy = _;
    Cell cusparse = _;
    Cell text2021 = _; // csr-2021; documented on csr and csc
    Cell draft = _;    // csr-2021-draft
    Cell text2022 = _; // documented on bsr and bsc
};

// clang-format off
constexpr std::array compressedTable{
    //  rules              scipy                 cusparse     2021             draft             2022
    Row{"1.1 1.2",         A(anyIndexWidth),             V(),         V(),             V(),              V()},
    Row{"1.3 1.4",         V(),                  V(),         V(),             V(),              V()},
    Row{"1.5",             _,                    _,           V(types2021),    V(types2021),     V(types2022)},
    Row{"1.6",             A(),                  V(),         _,               _,                _},
    Row{"2.1 2.2 2.3 2.4", V(),                  V(),         V(),             V(),              V()},
    Row{"3.1 3.2 3.3 3.4", V(),                  V(),         V(twoDimensional), V(twoDimensional), V()},
    Row{"3.5 3.6",         _,                    V(),         V(contiguous),   V(contiguous),    V(contiguous)},
    Row{"3.7",             _,                    V(perBatch), V(),             V(),              V()},
    Row{"3.8 3.9 3.10",    V(),                  V(),         V(),             V(),              V()},
    Row{"3.11",            _,                    _,           V(),             A(),              V()},
    Row{"4.1",             V(hostOnly),          _,           V(hostOrCuda),   V(hostOrCuda),    V(hostOrCuda)},
    Row{"4.2 4.3 4.4",     V(),                  V(),         V(),             V(),              V()},
    Row{"4.5 4.6",         _,                    _,           _,               _,                _},
    Row{"5.1",             V(),                  V(),         V(),             V(),              V()},
    Row{"5.2",             V(atMostStored),      V(),         V(),             V(),              V()},
    Row{"5.3",             V(notDecreasing),     V(),         V(),             V(notDecreasing), V()},
    Row{"5.4 5.5",         V(beforeLastPointer), V(),         V(),             V(),              V()},
    Row{"5.6",             A(beforeLastPointer), _,           V(),             _,                V()},
    Row{"6.1",             _,                    _,           _,               _,                _},
    Row{"STR-2.1",         V(),                  V(),         V(),             V(),              V()},
    Row{"SP-1 SP-2 SP-3",  V(),                  _,           _,               _,                _},
    Row{"CU-1 CU-2 CU-3",  _,                    V(),         _,               _,                _},
    Row{"CU-4",            _,                    V(),         _,               _,                _},
    Row{"CU-5",            _,                    A(),         _,               _,                _},
    Row{"CU-7 CU-8 CU-9",  _,                    V(),         _,               _,                _},
    Row{"CU-10",           _,                    V(),         _,               _,                _},
};

constexpr std::array cooTable{
    //  rules                                                  scipy             cusparse
    Row{"COO-1.1",                                             V(anyIndexWidth), V(anyIndexWidth)},
    Row{"COO-1.2",                                             V(),              V()},
    Row{"COO-1.3",                                             _,                _},
    Row{"COO-2.1 COO-2.2 COO-2.3",                             V(),              V()},
    Row{"COO-3.1 COO-3.2 COO-3.3 COO-3.4 COO-3.5 COO-3.6",     V(),              V()},
    Row{"COO-3.7",                                             _,                _},
    Row{"COO-4.1",                                             V(hostOnly),      _},
    Row{"COO-4.2 COO-4.3",                                     V(),              V()},
    Row{"COO-4.4",                                             _,                _},
    Row{"COO-5.1 COO-5.2",                                     V(),              V()},
    Row{"COO-5.3 COO-6.1",                                     _,                _},
    Row{"STR-2.1",                                             V(),              V()},
    Row{"1.6",                                                 _,                V()},
    Row{"SP-1 SP-2",                                           V(),              _},
    Row{"SP-4",                                                A(),              _},
    Row{"CU-1 CU-2 CU-4 CU-6 CU-7 CU-8 CU-9 CU-10",            _,                V()},
};

constexpr std::array stridedTable{
    //  rules                                                  scipy  cusparse
    Row{"STR-1.1 STR-1.2 STR-1.3 STR-1.4 STR-1.5 STR-2.1",     _,     V()},
    Row{"CU-1 CU-8 CU-9 CU-10",                                _,     V()},
};
// clang-format on

// How a contract says it where it does not say it as the catalogue does.
struct Restated {
    std::string_view rule;
    Wording wording;
    std::string_view statement;
};

constexpr std::array restated{
    Restated{"1.5", types2021, "the element type is one of int8, int16, int32, int64, float32, float64"},
    Restated{"1.5", types2022,
             "the element type is one of bool, int8, int16, int32, int64, float32, float64, complex32, complex64, "
             "complex128"},
    Restated{"3.1", twoDimensional, "the size has two entries, none of them negative{of whole blocks}"},
    Restated{"3.2", twoDimensional, "{compressed} has one dim"},
    Restated{"3.3", twoDimensional, "{plain} has one dim"},
    Restated{"3.4", twoDimensional, "{values} has one dim for the entries, and those of the blocks"},
    Restated{"3.5", contiguous, "{compressed} is contiguous"},
    Restated{"3.6", contiguous, "{plain} is contiguous"},
    Restated{"3.7", perBatch, "the values of each batch entry are contiguous{in blocks}"},
    Restated{"4.1", hostOnly, "the values are on the cpu"},
    Restated{"4.1", hostOrCuda, "the values are on cpu or cuda"},
    Restated{"5.2", atMostStored, "{compressed} does not end above the number of stored entries"},
    Restated{"5.3", notDecreasing, "{compressed} never falls"},
    Restated{"5.4", beforeLastPointer, "no {other} index before the last pointer is negative"},
    Restated{"5.5", beforeLastPointer,
             "each {other} index before the last pointer is below the number of {others}"},
    Restated{"5.6", beforeLastPointer,
             "{other} indices before the last pointer are sorted and unique within each {slice}"},
    Restated{"COO-1.1", anyIndexWidth, "indices is int32 or int64"},
    Restated{"COO-4.1", hostOnly, "the values are on the cpu"},
};

bool names(std::string_view ids, std::string_view id)
{
    for (std::size_t begin = 0; begin <= ids.size();) {
        const auto end = std::min(ids.find(' ', begin), ids.size());
        if (ids.substr(begin, end - begin) == id)
            return true;
        begin = end + 1;
    }
    return false;
}

const Row* rowOf(std::span<const Row> table, std::string_view rule)
{
    const auto at = std::ranges::find_if(table, [&](const Row& row) { return names(row.rules, rule); });
    return at == table.end() ? nullptr : &*at;
}

bool isOneOf(const Layout& layout, std::initializer_list<std::string_view> layoutNames)
{
    return std::ranges::find(layoutNames, layout.name) != layoutNames.end();
}

std::span<const Row> tableOf(const Layout& layout)
{
    if (isOneOf(layout, {"csr", "csc", "bsr", "bsc"}))
        return compressedTable;
    if (isOneOf(layout, {"coo"}))
        return cooTable;
    if (isOneOf(layout, {"strided"}))
        return stridedTable;
    return {};
}

constexpr std::array all{
    Contract(Contract::Kind::pytorch, "pytorch"),  Contract(Contract::Kind::documented, "documented"),
    Contract(Contract::Kind::csr2021, "csr-2021"), Contract(Contract::Kind::csr2021Draft, "csr-2021-draft"),
    Contract(Contract::Kind::scipy, "scipy"),      Contract(Contract::Kind::cusparse, "cusparse"),
};

} // namespace

std::optional<Demand> Contract::demandOfTables(const Layout& layout, const Rule& rule) const
{
    if (m_kind == Kind::documented && !isOneOf(layout, {"csr", "csc", "bsr", "bsc"}))
        return cataloguesOwn(rule);
    const auto* row = rowOf(tableOf(layout), rule.id);
    if (!row)
        return std::nullopt;
    switch (m_kind) {
    case Kind::documented:
        return isOneOf(layout, {"csr", "csc"}) ? row->text2021 : row->text2022;
    case Kind::csr2021:
        return row->text2021;
    case Kind::csr2021Draft:
        return row->draft;
    case Kind::scipy:
        return row->scipy;
    default:
        return row->cusparse;
    }
}

std::optional<std::string_view> Contract::refusal(const Layout& layout) const
{
    switch (m_kind) {
    case Kind::csr2021:
    case Kind::csr2021Draft:
        return isOneOf(layout, {"csr"}) ? std::nullopt : std::optional<std::string_view>("TX-0");
    case Kind::scipy:
        return isOneOf(layout, {"csr", "csc", "bsr", "coo"}) ? std::nullopt
                                                             : std::optional<std::string_view>("SP-0");
    case Kind::cusparse:
        return isOneOf(layout, {"strided", "csr", "csc", "bsr", "coo"}) ? std::nullopt
                                                                        : std::optional<std::string_view>("CU-0");
    default:
        return std::nullopt;
    }
}

std::span<const Contract> contracts()
{
    return all;
}

const Contract& defaultContract()
{
    return all.front();
}

Result<const Contract*> contractNamed(std::string_view name)
{
    const auto at = std::ranges::find(all, name, &Contract::name);
    if (at != all.end())
        return &*at;
    std::string known;
    for (const auto& contract : all)
        known += (known.empty() ? "" : ", ") + std::string(contract.name());
    return invalidArgument(say("there is no contract '{0}'; there are {1}", name, known));
}

std::string statementOf(const Tensor& tensor, const Rule& rule, Wording wording)
{
    for (const auto& words : restated)
        if (words.rule == rule.id && words.wording == wording)
            return statementText(tensor, words.statement);
    return statementText(tensor, rule.statement);
}

} // namespace tscope
