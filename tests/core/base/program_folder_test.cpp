// SPDX-License-Identifier: Apache-2.0
#include "base/program_folder.h"

#include <gtest/gtest.h>

namespace tscope {

TEST(ProgramFolder, IsTheAbsoluteFolderOfTheRunningProgram)
{
    EXPECT_TRUE(programFolder().starts_with('/')) << programFolder();
}

TEST(ProgramFolder, IsNeverRelativeSoThatNothingIsLoadedFromTheCurrentFolder)
{
    for (const char* path : {"", "tscope", "./tscope", "bin/tscope", "../tscope"})
        EXPECT_EQ(programFolder(path), "") << path;
    EXPECT_EQ(programFolder("/usr/bin/tscope"), "/usr/bin");
    EXPECT_EQ(programFolder("/tscope"), "/");
}

} // namespace tscope
