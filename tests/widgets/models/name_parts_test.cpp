// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/name_parts.h"

#include <gtest/gtest.h>

using namespace tscope;

namespace {

std::string stepsOf(const NameForks& forks, const char* name)
{
    return forks.stepsTo(QString::fromLatin1(name)).join(QStringLiteral(" > ")).toStdString();
}

} // namespace

TEST(NameForks, PartsFromWhichOneWayLeadsOnAreOneStep)
{
    const NameForks forks({QStringLiteral("model.layers[0].q_proj.weight"), QStringLiteral("model.layers[0].norm"),
                           QStringLiteral("model.layers[1].q_proj.weight"), QStringLiteral("model.head/bias")});
    EXPECT_EQ(stepsOf(forks, "model.layers[0].q_proj.weight"), "model > layers > [0] > q_proj.weight");
    EXPECT_EQ(stepsOf(forks, "model.layers[0].norm"), "model > layers > [0] > norm");
    EXPECT_EQ(stepsOf(forks, "model.layers[1].q_proj.weight"), "model > layers > [1].q_proj.weight");
    EXPECT_EQ(stepsOf(forks, "model.head/bias"), "model > head/bias");
    EXPECT_EQ(stepsOf(forks, "other.name"), "other > name") << "a name that came later";
}

TEST(NameForks, OfNamesThatAreNotKnownEachPartIsAStep)
{
    EXPECT_EQ(stepsOf(NameForks({}), "a.b[2].c"), "a > b > [2] > c");
    EXPECT_EQ(stepsOf(NameForks({}), ""), "");
}
