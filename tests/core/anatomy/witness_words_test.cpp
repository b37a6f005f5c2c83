// SPDX-License-Identifier: Apache-2.0
#include "anatomy/witness_words.h"

#include "facts/wording.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

TEST(WitnessWords, AFieldIsItsNameAndItsValue)
{
    EXPECT_EQ(wordsOf({"expected", std::int64_t{5}}), "expected 5");
    EXPECT_EQ(wordsOf({"index", Extents{2, 3}}), "index (2, 3)");
    EXPECT_EQ(wordsOf({"role", std::string("crow_indices")}), "role crow_indices") << "names stay as they are";
}

TEST(WitnessWords, TheKindOfAFaultIsSaidAsPeopleSayIt)
{
    EXPECT_EQ(wordsOf({"kind", std::string("too_many")}), "too many");
    EXPECT_EQ(wordsOf({"kind", std::string("unsorted")}), "unsorted");
    Witness witness;
    witness.fields = {{"batch", Extents{}},
                      {"i", std::int64_t{2}},
                      {"kind", std::string("too_many")},
                      {"limit", std::int64_t{5}}};
    EXPECT_EQ(textOf(witness), "i 2, too many, limit 5");
}

} // namespace
} // namespace tscope
