// SPDX-License-Identifier: Apache-2.0
#include "core/rules/slips.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

namespace tscope {

namespace {

using test::Json;
using test::Slip;

Json textOf(Tensor tensor)
{
    const auto text = writeJsonTensors({.tensors = {{"", std::move(tensor)}}, .warnings = {}});
    if (!text)
        throw std::runtime_error(text.error().text);
    return Json::parse(*text);
}

const std::vector<test::Kind>& kindsOf(const Layout& layout)
{
    return layout.family == "compressed" ? test::compressedSlips()
           : layout.name == "coo"        ? test::cooSlips()
           : layout.name == "nested"     ? test::nestedSlips()
           : layout.name == "jagged"     ? test::jaggedSlips()
                                         : test::stridedSlips();
}

// A valid tensor of that layout, of a shape that the seed decides.
Result<Tensor> sample(std::string_view layout, Random& random)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.seed = random.next();
    const auto rows = random.between(1, 9), columns = random.between(1, 9);
    spec.size = {rows, columns};
    if (layout == "nested" || layout == "jagged") {
        spec.kind = "ragged";
        spec.size = {random.between(1, 6), random.between(1, 7), random.between(1, 3)};
        return makeTensorOf(spec);
    }
    if (layout == "strided")
        return makeTensorOf(spec);
    spec.nnz = random.between(1, rows * columns);
    if (layout != "coo" && random.below(2) == 1)
        spec.indexDType = ElementType::i32;
    if (layout == "bsr" || layout == "bsc") {
        spec.blocksize = {random.between(1, 3), random.between(1, 3)};
        spec.size = {rows * spec.blocksize[0], columns * spec.blocksize[1]};
    }
    if (layout != "coo" && random.below(3) == 0)
        spec.batch = {random.between(1, 3)};
    if (random.below(3) == 0)
        spec.dense = {random.between(1, 3)};
    return makeTensorOf(spec);
}

// How often a kind of slip was made, and how often the first cause named its rule, and the number that was
// changed.
struct Score {
    int made = 0, named = 0, numbers = 0, found = 0;
};

TEST(UnseenFaults, AreNamedByTheFirstCause)
{
    std::map<std::string, Score> scores;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        for (const auto* layout : layouts()) {
            const auto tensor = sample(layout->name, random);
            if (!tensor)
                continue; // a test's own layout
            ASSERT_TRUE(check(*tensor).valid) << layout->name;
            const auto json = textOf(*tensor);
            for (const auto& kind : kindsOf(*layout)) {
                Slip slip(json, random);
                if (!kind.make(slip))
                    continue;
                const auto report = check(test::tensorOf(slip.json));
                if (report.findings.empty())
                    continue; // still a valid tensor, another one
                auto& score =
                    scores[layout->family.empty() ? kind.name : std::string(layout->family) + ": " + kind.name];
                const auto* first = report.causes.empty() ? nullptr : &report.causes.front();
                const bool isNamed = first && kind.rules.contains(first->rules.at(0));
                ++score.made;
                score.named += isNamed;
                score.numbers += slip.at >= 0;
                score.found += slip.at >= 0 && first && first->member == slip.member && first->index == slip.at;
                if (!isNamed && std::getenv("TSCOPE_SHOW_MISSES"))
                    std::cout << "missed seed " << seed << " " << layout->name << ": " << kind.name << " | "
                              << (first ? first->rules[0] + " " + first->text : "no cause") << "\n"
                              << slip.json << "\n";
            }
        }
    }
    Score all;
    for (const auto& [kind, score] : scores) {
        EXPECT_GE(score.named * 100, score.made * 95) << kind;
        all.made += score.made;
        all.named += score.named;
        all.numbers += score.numbers;
        all.found += score.found;
    }
    std::cout << all.named << " of " << all.made << " slips are named first, of " << all.numbers
              << " wrong numbers " << all.found << " are found\n";
    EXPECT_GT(all.made, 700);
    EXPECT_GE(all.found * 100, all.numbers * 90);
}

} // namespace

} // namespace tscope
