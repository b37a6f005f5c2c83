// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/titles.h"

#include <gtest/gtest.h>

using namespace tscope;

TEST(Titles, AreToldWithoutTheMarkOfTheKey)
{
    for (const auto& [title, told] :
         {std::pair{"&Open...", "Open..."}, std::pair{"Find the &next", "Find the next"},
          std::pair{"打开(&O)...", "打开..."}, std::pair{"视图或变换(&V)...", "视图或变换..."},
          std::pair{"dim 1 (2)", "dim 1 (2)"}})
        EXPECT_EQ(withoutKey(QString::fromUtf8(title)).toStdString(), told);
}
