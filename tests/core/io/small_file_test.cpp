// SPDX-License-Identifier: Apache-2.0
// The program checks what kind of file its own files are before it opens them.
#include "io/small_file.h"

#include "support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sys/stat.h>

namespace tscope {
namespace {

using test::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(SmallFile, IsReadUpToItsLimit)
{
    const ScratchFolder folder;
    folder.write("a", "twelve bytes");
    EXPECT_EQ(*readSmallFile(folder.path("a"), 12), "twelve bytes");
    std::filesystem::create_symlink("a", folder.path("link"));
    EXPECT_EQ(*readSmallFile(folder.path("link"), 12), "twelve bytes");
    const auto tooLarge = readSmallFile(folder.path("a"), 11);
    ASSERT_FALSE(tooLarge);
    EXPECT_THAT(tooLarge.error().text, HasSubstr("is a file of 12 bytes, where 11 are the most"));
    EXPECT_EQ(readSmallFile(folder.path("none"), 11).error().code, ErrorCode::notFound);
}

// Without an end: whoever read these would never be back.
TEST(SmallFile, PipesAndDevicesAreNotWaitedFor)
{
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", folder.path("zeros"));
    std::filesystem::create_symlink("pipe", folder.path("to pipe"));
    for (const auto* name : {"pipe", "to pipe", "zeros"}) {
        const auto text = readSmallFile(folder.path(name), 1 << 20);
        ASSERT_FALSE(text) << name;
        EXPECT_THAT(text.error().text, HasSubstr(std::string("is a ") + (name[0] == 'z' ? "device" : "pipe")));
    }
}

TEST(SmallFile, WhatIsNoFileOfOursIsNamed)
{
    const ScratchFolder folder;
    folder.write("file", "1234");
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("file", folder.path("link"));
    std::filesystem::create_symlink("nowhere", folder.path("dangling"));
    std::filesystem::create_directory(folder.path("folder"));
    const auto found = [&](const char* name) { return oddInPlaceOf(folder.path(name), 4).value_or(""); };
    EXPECT_EQ(found("file"), "");
    EXPECT_EQ(found("none"), "");
    EXPECT_EQ(found("pipe"), "a pipe");
    EXPECT_EQ(found("link"), "a link");
    EXPECT_EQ(found("dangling"), "a link");
    EXPECT_EQ(found("folder"), "a folder");
    EXPECT_THAT(oddInPlaceOf(folder.path("file"), 3).value_or(""), HasSubstr("4 bytes"));
}

TEST(SmallFile, WhatIsSetAsideIsMovedAsItIs)
{
    const ScratchFolder folder;
    folder.write("file", "kept");
    const ScratchFolder other;
    const auto outside = other.write("outside", "untouched");
    std::filesystem::create_symlink(outside, folder.path("link"));
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    std::filesystem::create_directory(folder.path("set-aside-1"));
    const auto aside = setAside(folder.path(), {"file", "link", "pipe", "none"});
    ASSERT_TRUE(aside) << aside.error().text;
    EXPECT_EQ(*aside, "set-aside-2");
    EXPECT_THAT(folder.names(), ElementsAre("set-aside-1", "set-aside-2"));
    EXPECT_EQ(folder.contentOf("set-aside-2/file"), "kept");
    EXPECT_EQ(std::filesystem::read_symlink(folder.path("set-aside-2/link")), outside);
    EXPECT_TRUE(std::filesystem::is_fifo(folder.path("set-aside-2/pipe")));
    EXPECT_EQ(other.contentOf("outside"), "untouched");
}

} // namespace
} // namespace tscope
