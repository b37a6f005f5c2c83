// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/core_words.h"

#include "build/words.h"
#include "make/generators.h"
#include "make/make_options.h"
#include "ops/operations.h"
#include "widgets/support/spoken.h"

#include <gtest/gtest.h>

#include <vector>

using namespace tscope;
using namespace tscope::test;

// Hints under fields, in tool tips and in lists: what the tables say in English is said in Chinese in a Chinese
// window.
TEST(CoreWords, AreAllTranslated)
{
    std::vector<std::string_view> all;
    for (const auto& option : makeOptions())
        all.push_back(option.does);
    for (const auto& kind : makeKinds())
        all.push_back(kind.does);
    for (const auto* op : operations()) {
        all.push_back(op->summary);
        for (const auto& input : op->inputs)
            all.push_back(input.meaning);
        for (const auto& param : op->params)
            all.push_back(param.meaning);
    }
    EXPECT_GT(all.size(), 40U);
    for (const auto words : all)
        EXPECT_EQ(coreWords(words), qt(words)) << words;
    const Spoken chinese("zh_CN");
    ASSERT_TRUE(chinese.isSpoken());
    for (const auto words : all)
        EXPECT_NE(coreWords(words), qt(words)) << words;
}
