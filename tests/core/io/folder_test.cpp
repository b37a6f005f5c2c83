// SPDX-License-Identifier: Apache-2.0
#include "io/folder.h"

#include "support/deep_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ContentsOf : public testing::Test
{
protected:
    ContentsOf()
    {
        auto name = (fs::temp_directory_path() / "tscope-folder-XXXXXX").string();
        m_folder = mkdtemp(name.data());
        m_outside = m_folder.string() + "-outside";
        fs::create_directories(m_outside);
    }
    ~ContentsOf() override
    {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
        fs::remove_all(m_outside, ignored);
    }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    void write(const std::string& name) const
    {
        fs::create_directories(fs::path(path(name)).parent_path());
        std::ofstream(path(name)) << "x";
    }
    std::vector<std::string> files() const
    {
        std::vector<std::string> names;
        for (const auto& file : contentsOf(m_folder.string()).files)
            names.push_back(fs::path(file.path).lexically_relative(m_folder).string());
        return names;
    }
    std::vector<std::string> unseen() const
    {
        std::vector<std::string> names;
        for (const auto& folder : contentsOf(m_folder.string()).unseen)
            names.push_back(fs::path(folder.path).lexically_relative(m_folder).string());
        return names;
    }

    fs::path m_folder, m_outside;
};

// Root may read everything, and tests often run as root.
class AsNobody
{
public:
    AsNobody() : m_before(geteuid()) { EXPECT_TRUE(m_before != 0 || seteuid(65534) == 0); }
    ~AsNobody() { EXPECT_TRUE(m_before != 0 || seteuid(m_before) == 0); }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    uid_t m_before;
};

TEST_F(ContentsOf, AFolderThatIsTooDeepHidesNothingBehindIt)
{
    write("a/first.npy");
    write("z/last.npy");
    const auto depth = test::makeDeepFolder(path("m"), 6000);
    ASSERT_GT(depth, 20);
    const auto found = contentsOf(m_folder.string());
    EXPECT_THAT(files(), ElementsAre("a/first.npy", "z/last.npy"));
    ASSERT_EQ(found.unseen.size(), 1U);
    EXPECT_THAT(found.unseen[0].error.text, HasSubstr("can't be looked into: File name too long"));
    EXPECT_THAT(found.unseen[0].error.text, HasSubstr(found.unseen[0].path));
}

TEST_F(ContentsOf, AFolderThatMayNotBeReadHidesNothingBehindIt)
{
    write("a/first.npy");
    write("m/hidden from us.npy");
    write("z/last.npy");
    write("z/mine.json");
    fs::permissions(m_folder, fs::perms(0755));
    fs::permissions(path("m"), fs::perms::none);
    fs::permissions(path("z/mine.json"), fs::perms::none);
    {
        const AsNobody nobody;
        EXPECT_THAT(files(), ElementsAre("a/first.npy", "z/last.npy", "z/mine.json"));
        EXPECT_THAT(unseen(), ElementsAre("m"));
        EXPECT_TRUE(seemsToHoldTensors(path("z/mine.json"))) << "whether it does can't be seen";
    }
    fs::permissions(path("m"), fs::perms(0755));
    EXPECT_THAT(unseen(), IsEmpty());
}

TEST_F(ContentsOf, FilesOfAFolderThatMayOnlyBeListedAreThere)
{
    write("m/data.json");
    fs::permissions(m_folder, fs::perms(0755));
    fs::permissions(path("m"), fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
    {
        const AsNobody nobody;
        EXPECT_THAT(files(), ElementsAre("m/data.json"));
        EXPECT_TRUE(seemsToHoldTensors(path("m/data.json")));
    }
    fs::permissions(path("m"), fs::perms(0755));
}

TEST_F(ContentsOf, LinksToFoldersAreNotFollowedAndToldWhereTheyLeadElsewhere)
{
    write("real/a.npy");
    write(".hidden/b.npy");
    std::ofstream(m_outside / "c.npy") << "x";
    fs::create_directory_symlink("real", path("same"));    // is looked into under its own name
    fs::create_directory_symlink("..", path("real/back")); // so is the folder itself
    fs::create_directory_symlink("../..", path("real/up"));
    fs::create_directory_symlink(m_outside, path("elsewhere"));
    fs::create_directory_symlink(".hidden", path("to hidden"));
    fs::create_directory_symlink(m_outside, path(".not asked for"));
    EXPECT_THAT(files(), ElementsAre("real/a.npy"));
    EXPECT_THAT(unseen(), ElementsAre("elsewhere", "real/up", "to hidden"));
}

TEST_F(ContentsOf, LinksThatGoRoundAndPipesWithTheNameOfATensorAreFilesThatCannotBeRead)
{
    fs::create_symlink("round.npy", path("round.npy"));
    fs::create_symlink("gone.npy", path("to gone.npy"));
    ASSERT_EQ(mkfifo(path("pipe.npy").c_str(), 0600), 0);
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_THAT(files(), ElementsAre("pipe.npy", "round.npy", "to gone.npy"));
    EXPECT_FALSE(seemsToHoldTensors(path("a link that leads nowhere")));
}

TEST_F(ContentsOf, AFolderThatVanishedIsUnseen)
{
    const auto found = contentsOf(path("never was"));
    EXPECT_TRUE(found.files.empty());
    ASSERT_EQ(found.unseen.size(), 1U);
    EXPECT_THAT(found.unseen[0].error.text, HasSubstr("No such file or directory"));
}

TEST_F(ContentsOf, AWalkThatIsStoppedEndsEarly)
{
    write("a.npy");
    write("below/b.npy");
    std::stop_source stop;
    EXPECT_EQ(contentsOf(m_folder.string(), {.stop = stop.get_token()}).files.size(), 2U);
    stop.request_stop();
    EXPECT_THAT(contentsOf(m_folder.string(), {.stop = stop.get_token()}).files, IsEmpty());
}

} // namespace

} // namespace tscope
