// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/faults.h"
#include "make/generators.h"
#include "tensor/tensor.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

// Small tensors of every layout, valid ones, whose elements can all be looked at one by one.
namespace tscope::test {

struct Named {
    std::string name;
    Tensor tensor;
};

inline Tensor madeOf(const MakeSpec& spec)
{
    auto tensor = makeTensorOf(spec);
    if (!tensor) {
        ADD_FAILURE() << tensor.error().text;
        std::abort();
    }
    return *tensor;
}

// A strided view with any strides of 60 numbers, some of them met by several elements.
inline Tensor stridedView(std::mt19937_64& random, int rank)
{
    auto tensor = madeOf({.kind = "arange", .layout = "strided", .size = {6, 10}, .dtype = ElementType::i32});
    auto& geometry = tensor.members[0].array.geometry;
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    do {
        geometry = {{}, {}, pick(0, 59)};
        for (int d = 0; d < rank; ++d) {
            geometry.sizes.push_back(pick(1, rank > 3 ? 3 : 5));
            geometry.strides.push_back(pick(-6, 12));
        }
    } while (!tensor.members[0].array.isInBounds());
    tensor.size = geometry.sizes;
    return tensor;
}

inline std::vector<Named> smallTensors(std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<Named> out;
    const auto add = [&](std::string name, const MakeSpec& wish) {
        auto spec = wish;
        spec.seed = random() % 1000 + 1;
        auto tensor = madeOf(spec);
        out.push_back({name, tensor});
        if (!tensor.size)
            return;
        tensor.size = std::nullopt;
        out.push_back({name + " of inferred size", tensor});
        if (spec.layout != "coo")
            return;
        tensor.claims.set("is_coalesced", true);
        out.push_back({name + " that claims its order", tensor});
    };
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        const std::string name(layout);
        add(name, {.layout = name, .size = {12, 8}, .nnz = 9, .blocksize = {3, 2}});
        add(name + " in batches", {.layout = name, .size = {6, 4}, .nnz = 4, .batch = {2, 2}});
        add(name + " with a dense dim", {.layout = name, .size = {4, 6}, .nnz = 3, .batch = {2}, .dense = {3}});
        add(name + " of 6 dims", {.layout = name, .size = {4, 2}, .nnz = 2, .batch = {2, 2}, .dense = {2, 3}});
        add(name + " of no entries", {.layout = name, .size = {4, 4}, .nnz = 0});
        add(name + " of no rows", {.layout = name, .size = {0, 4}, .nnz = 0});
    }
    add("coo", {.layout = "coo", .size = {7, 9}, .nnz = 20});
    add("coo of 3 dims with a dense one", {.layout = "coo", .size = {3, 4, 5}, .nnz = 12, .dense = {2}});
    add("coo of 6 dims", {.layout = "coo", .size = {2, 3, 2, 2, 3, 2}, .nnz = 20});
    add("coo of no entries", {.layout = "coo", .size = {7, 9}, .nnz = 0});
    add("nested", {.kind = "ragged", .layout = "nested", .size = {5, 4, 3}});
    add("jagged", {.kind = "ragged", .layout = "jagged", .size = {6, 5}, .dense = {2}});
    for (int rank = 0; rank <= 6; ++rank)
        out.push_back({"strided of " + std::to_string(rank) + " dims", stridedView(random, rank)});
    return out;
}

// Each of them broken in every way that the house knows how to plant.
inline std::vector<Named> brokenTensors(std::uint64_t seed)
{
    std::vector<Named> out;
    for (const auto& [name, tensor] : smallTensors(seed))
        for (const auto rule : plantableRules(*tensor.layout))
            if (auto broken = plant(tensor, rule, std::nullopt, seed))
                out.push_back({name + ", broken " + std::string(rule), *broken});
    return out;
}

} // namespace tscope::test
