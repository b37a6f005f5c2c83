// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "layouts/registry.h"
#include "support/rule_probe.h"

#include <cstdint>
#include <random>
#include <vector>

namespace tscope::test {

// Places of a rule as numbers, in order: what makes one unlike the others.
using Places = std::vector<std::vector<std::int64_t>>;

// Rules 5.1-5.6 as the catalogue words them, each slice walked entry by entry. Batch dims are flattened.
struct DataOracle {
    Places places[7]; // [1] .. [6]

    // `pointers` and `plain`: one inner vector per batch entry.
    DataOracle(const std::vector<std::vector<std::int64_t>>& pointers,
               const std::vector<std::vector<std::int64_t>>& plain, std::int64_t np, std::int64_t nnz)
    {
        for (std::size_t b = 0; b < pointers.size(); ++b)
            line(static_cast<std::int64_t>(b), pointers[b], plain[b], np, nnz);
    }

private:
    void line(std::int64_t b, const std::vector<std::int64_t>& c, const std::vector<std::int64_t>& p,
              std::int64_t np, std::int64_t nnz)
    {
        const auto stored = static_cast<std::int64_t>(p.size());
        if (c.front() != 0)
            places[1].push_back({b, c.front()});
        if (c.back() != nnz)
            places[2].push_back({b, c.back()});
        for (std::size_t i = 1; i < c.size(); ++i) {
            const auto slice = static_cast<std::int64_t>(i);
            if (c[i] < c[i - 1] || c[i] - c[i - 1] > np)
                places[3].push_back({b, slice, c[i - 1], c[i]});
            const auto low = std::clamp<std::int64_t>(c[i - 1], 0, stored);
            const auto high = std::clamp<std::int64_t>(c[i], 0, stored);
            for (auto k = low + 1; k < high; ++k) {
                const auto previous = p[static_cast<std::size_t>(k - 1)];
                const auto actual = p[static_cast<std::size_t>(k)];
                if (!(previous < actual))
                    places[6].push_back({b, slice, k, previous, actual});
            }
        }
        for (std::int64_t k = 0; k < stored; ++k) {
            const auto actual = p[static_cast<std::size_t>(k)];
            if (actual < 0)
                places[4].push_back({b, k, actual});
            if (actual >= np)
                places[5].push_back({b, k, actual});
        }
    }
};

inline std::int64_t number(const Witness& witness, std::string_view key)
{
    return std::get<std::int64_t>(*witness.find(key));
}

// The same numbers out of what the rules told; `batch` gives the extents of the batch.
inline Places placesOf(int rule, const std::map<std::string, Outcome>& told, const Extents& batch)
{
    Places out;
    const auto at = told.find("5." + std::to_string(rule));
    if (at == told.end())
        return out;
    for (const auto& witness : at->second.witnesses) {
        auto index = std::get<Extents>(*witness.find(rule == 4 || rule == 5 ? "index" : "batch"));
        std::int64_t k = 0;
        if (rule == 4 || rule == 5) {
            k = index.back();
            index.pop_back();
        }
        std::vector<std::int64_t> place{positionOf(batch, index)};
        if (rule == 3)
            place.insert(place.end(), {number(witness, "i"), number(witness, "prev")});
        if (rule == 4 || rule == 5)
            place.push_back(k);
        if (rule == 6)
            place.insert(place.end(), {number(witness, "i"), number(witness, "k"), number(witness, "prev")});
        place.push_back(number(witness, "actual"));
        out.push_back(std::move(place));
    }
    return out;
}

inline Member makeMember(const Layout& layout, std::string_view role, Array array)
{
    Member member;
    member.role = roleNamed(layout, role);
    member.array = std::move(array);
    return member;
}

inline Tensor makeCsr(Array compressed, Array plain, Array values, Extents size)
{
    const auto& layout = *layoutNamed("csr");
    auto tensor = makeTensor(layout, {makeMember(layout, "compressed", std::move(compressed)),
                                      makeMember(layout, "plain", std::move(plain)),
                                      makeMember(layout, "values", std::move(values))});
    tensor->size = std::move(size);
    return *tensor;
}

} // namespace tscope::test
