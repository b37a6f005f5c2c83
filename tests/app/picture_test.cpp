// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"
#include "support/png_reader.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tscope::app {

namespace {

using testing::HasSubstr;

TEST(PictureCommand, WritesAPictureOfEverySample)
{
    const Folder folder;
    for (const auto& name : sampleNames()) {
        const auto path = folder.path(name + ".png");
        const auto answer = ask({"picture", sample(name), path, "--size", "70x50", "--violations"});
        EXPECT_EQ(answer.exitCode, 0) << name;
        expectKeys(answer.json,
                   {{"width", "i"},
                    {"height", "i"},
                    {"rows", "o"},
                    {"columns", "o"},
                    {"total", "i"},
                    {"largest", "i"},
                    {"sampled", "b"},
                    {"outside", "no"},
                    {"violations", "o"}},
                   "picture");
        const auto image = test::readPng(readFile(path));
        ASSERT_TRUE(image) << name;
        EXPECT_EQ(image->width, 70);
        EXPECT_EQ(image->height, 50);
        EXPECT_EQ(std::ranges::count(image->pixels, violationColour) > 0, name.starts_with("broken_")) << name;
    }
}

TEST(PictureCommand, SaysWhatItDrew)
{
    const Folder folder;
    const auto run = tscope({"picture", sample("broken_pointer"), folder.path("p.png"), "--violations"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.out, HasSubstr("1000 x 1000 pixels"));
    EXPECT_THAT(run.out, HasSubstr("rows: 4 of dim 0 in 4 bins"));
    EXPECT_THAT(run.out, HasSubstr("7 stored elements, at most 1 in a bin"));
    EXPECT_THAT(run.out, HasSubstr("3 places of broken rules in 3 bins"));
    const auto turned = ask({"picture", sample("csr"), folder.path("t.png"), "--rows", "1"}).json;
    EXPECT_EQ(turned["rows"]["dim"], 1);
    EXPECT_EQ(turned["columns"]["dim"], 0);
    EXPECT_TRUE(turned["violations"].is_null());
}

TEST(PictureCommand, RefusesWhatIsNoSizeOrNoPicture)
{
    const Folder folder;
    const auto out = folder.path("p.png");
    for (const auto* size :
         {"1000", "10x", "x10", "10x10x10", "0x5", "2x10", "40000x10", "-4x-4", "30000x30000", "big"})
        EXPECT_THAT(expectFailure({"picture", sample("csr"), out, "--size", size}, 3)["text"].get<std::string>(),
                    testing::AnyOf(HasSubstr("--size wants"), HasSubstr("was wanted")))
            << size;
    EXPECT_THAT(expectFailure({"picture", sample("csr"), folder.path("p.jpg")}, 4)["text"].get<std::string>(),
                HasSubstr(".png"));
    expectFailure({"picture", sample("csr"), out, "--rows", "2"}, 3);
    expectFailure({"picture", sample("csr"), out, "--violations", "--contract", "torch"}, 3);
    expectFailure({"picture", folder.path("nowhere.json"), out}, 2);
    EXPECT_EQ(readFile(out), "") << "nothing is written on a failure";
}

} // namespace

} // namespace tscope::app
