// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    const QCoreApplication app(argc, argv); // deliveries come through its events
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
