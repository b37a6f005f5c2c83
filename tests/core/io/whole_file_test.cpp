// SPDX-License-Identifier: Apache-2.0
// The one way to write a file: whole or not at all, and never over what is no file.
#include "io/whole_file.h"

#include "io/open.h"
#include "io/part_file.h"
#include "io/unfinished.h"
#include "make/generators.h"
#include "support/device_node.h"
#include "support/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <stop_token>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace {

// The recorded system calls, in order; null: none are recorded.
std::vector<std::string>* askedFor = nullptr;

// Run just before the next call of this kind, in place of another writer.
std::function<void()> beforeLocking, beforeRemoving;

void runOnce(std::function<void()>& hook)
{
    if (const auto once = std::exchange(hook, nullptr))
        once();
}

} // namespace

extern "C" int flock(int descriptor, int operation) noexcept
{
    runOnce(beforeLocking);
    return static_cast<int>(::syscall(SYS_flock, descriptor, operation));
}

extern "C" int unlinkat(int folder, const char* name, int flags) noexcept
{
    runOnce(beforeRemoving);
    return static_cast<int>(::syscall(SYS_unlinkat, folder, name, flags));
}

extern "C" int fsync(int descriptor)
{
    struct stat status = {};
    if (askedFor != nullptr && ::fstat(descriptor, &status) == 0)
        askedFor->emplace_back(S_ISDIR(status.st_mode) ? "folder on the disk" : "file on the disk");
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

extern "C" int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept
{
    if (askedFor != nullptr)
        askedFor->emplace_back("renamed");
    return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, 0));
}

namespace tscope {
namespace {

using test::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

struct stat statusOf(const std::string& path)
{
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status;
}

std::string permissionsOf(const std::string& path)
{
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%04o", statusOf(path).st_mode & 07777U);
    return text.data();
}

std::optional<std::string> attributeOf(const std::string& path, const char* name)
{
    std::string value(4096, '\0');
    const auto size = ::getxattr(path.c_str(), name, value.data(), value.size());
    if (size < 0)
        return std::nullopt;
    value.resize(static_cast<std::size_t>(size));
    return value;
}

// As the system keeps it: its version, then for each entry whom it is for, what that one may do, and who it is.
std::string accessListOf(const std::vector<std::array<unsigned, 3>>& entries)
{
    std::string bytes;
    const auto put = [&bytes](unsigned value, int count) {
        for (int i = 0; i < count; ++i)
            bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    };
    put(2, 4);
    for (const auto& [tag, allowed, who] : entries) {
        put(tag, 2);
        put(allowed, 2);
        put(who, 4);
    }
    return bytes;
}

// Runs it in a process of its own; how that ended, as waitpid tells.
int statusOfChild(const std::function<void()>& body)
{
    const auto child = ::fork();
    if (child == 0) {
        body();
        std::_Exit(0);
    }
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return status;
}

Result<void> putNothing(Sink&)
{
    return {};
}

// Permissions of every open file that lies in the folder, with and without a name.
std::vector<unsigned> modesOfOpenFilesIn(const std::string& folder)
{
    std::vector<unsigned> modes;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const auto target = std::filesystem::read_symlink(entry.path(), gone);
        struct stat status = {};
        if (!gone && target.native().starts_with(folder + "/") && ::stat(entry.path().c_str(), &status) == 0 &&
            S_ISREG(status.st_mode))
            modes.push_back(status.st_mode & 0777U);
    }
    return modes;
}

TEST(WholeFile, IsOnTheDiskBeforeItTakesTheNameAndItsFolderAfterwards)
{
    const ScratchFolder folder;
    std::vector<std::string> order;
    askedFor = &order;
    const auto written = writeWholeFile(folder.path("a"), "new");
    askedFor = nullptr;
    ASSERT_TRUE(written) << written.error().text;
    EXPECT_THAT(order, ElementsAre("file on the disk", "renamed", "folder on the disk"));
    EXPECT_EQ(folder.contentOf("a"), "new");
}

TEST(WholeFile, OfThatOthersMayNotReadNoByteCanBeReadByThemWhileItIsWritten)
{
    const ScratchFolder folder;
    const auto path = folder.write("secret", "old");
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    std::vector<unsigned> modes;
    const auto written = writeWholeFile(path, [&](Sink& sink) -> Result<void> {
        sink.put(std::string(1 << 20, 's'));
        modes = modesOfOpenFilesIn(folder.path());
        return {};
    });
    ASSERT_TRUE(written) << written.error().text;
    EXPECT_THAT(modes, ElementsAre(0600U));
    EXPECT_EQ(permissionsOf(path), "0600");
}

TEST(WholeFile, KeepsThePermissionsOfTheOldOneAndTakesTheUsualOnesForANewOne)
{
    const ScratchFolder folder;
    const auto before = ::umask(027);
    for (const unsigned mode : {0640U, 0666U, 0755U, 0600U}) {
        const auto path = folder.write("a", "old");
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        ASSERT_TRUE(writeWholeFile(path, "new"));
        EXPECT_EQ(statusOf(path).st_mode & 07777U, mode);
    }
    ASSERT_TRUE(writeWholeFile(folder.path("fresh"), "new"));
    ::umask(before);
    EXPECT_EQ(permissionsOf(folder.path("fresh")), "0640");
}

TEST(WholeFile, KeepsTheAttributesThatUsersSet)
{
    const ScratchFolder folder;
    const auto path = folder.write("a", "old");
    const std::string empty, large(1000, 'v');
    if (::setxattr(path.c_str(), "user.large", large.data(), large.size(), 0) != 0)
        GTEST_SKIP() << "there are no such attributes in " << folder.path();
    ASSERT_EQ(::setxattr(path.c_str(), "user.empty", empty.data(), 0, 0), 0);
    ASSERT_TRUE(writeWholeFile(path, "new"));
    EXPECT_EQ(attributeOf(path, "user.large"), large);
    EXPECT_EQ(attributeOf(path, "user.empty"), empty);
}

// The group may do nothing here, and a user that the list names may read.
TEST(WholeFile, KeepsTheAccessListOfTheOldOneAndTakesNoneFromItsFolder)
{
    const ScratchFolder folder;
    const auto path = folder.write("a", "old"), plain = folder.write("plain", "old");
    ASSERT_EQ(::chmod(plain.c_str(), 0640), 0);
    const auto list = accessListOf({{1, 6, ~0U}, {2, 4, 65534}, {4, 0, ~0U}, {16, 4, ~0U}, {32, 0, ~0U}});
    if (::setxattr(path.c_str(), "system.posix_acl_access", list.data(), list.size(), 0) != 0)
        GTEST_SKIP() << "there are no access lists in " << folder.path();
    ASSERT_TRUE(writeWholeFile(path, "new"));
    EXPECT_EQ(attributeOf(path, "system.posix_acl_access"), list);
    EXPECT_EQ(permissionsOf(path), "0640");
    ASSERT_EQ(::setxattr(folder.path().c_str(), "system.posix_acl_default", list.data(), list.size(), 0), 0);
    ASSERT_TRUE(writeWholeFile(plain, "new"));
    EXPECT_EQ(attributeOf(plain, "system.posix_acl_access"), std::nullopt);
    EXPECT_EQ(permissionsOf(plain), "0640");
}

TEST(WholeFile, APipeTakesTheBytesAndStaysAPipe)
{
    const ScratchFolder folder;
    const auto path = folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    std::filesystem::create_symlink("pipe", folder.path("link"));
    const std::string sent(300'000, 'x'); // more than a pipe holds
    for (const auto* name : {"pipe", "link"}) {
        std::string got;
        std::jthread reader([&] { got = folder.contentOf("pipe"); });
        const auto written = writeWholeFile(folder.path(name), sent, {.toStreams = true});
        ASSERT_TRUE(written) << written.error().text;
        reader.join();
        EXPECT_EQ(got, sent);
        EXPECT_TRUE(S_ISFIFO(statusOf(path).st_mode));
    }
    EXPECT_THAT(folder.names(), ElementsAre("link", "pipe"));
}

TEST(WholeFile, APipeThatNobodyReadsIsWaitedForUntilItIsStopped)
{
    const ScratchFolder folder;
    const auto path = folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    for (const bool isOpenedByAReader : {false, true}) {
        const int reader = isOpenedByAReader ? ::open(path.c_str(), O_RDONLY | O_NONBLOCK) : -1;
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            stop.request_stop();
        });
        const auto written =
            writeWholeFile(path, std::string(1 << 20, 'x'), {.stop = stop.get_token(), .toStreams = true});
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::cancelled);
        ::close(reader);
    }
}

TEST(WholeFile, WhoDoesNotWantStreamsIsRefusedThem)
{
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink(test::nodeOf("/dev/null", folder.path("null")), folder.path("link"));
    std::filesystem::create_symlink("/proc/self/fd/1", folder.path("stdout")); // as /dev/stdout is
    for (const auto& path : {folder.path("pipe"), folder.path("link"), folder.path("stdout")}) {
        const auto written = writeWholeFile(path, "x");
        ASSERT_FALSE(written) << path;
        EXPECT_THAT(written.error().text, HasSubstr("is a pipe or a device"));
    }
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST(WholeFile, ADeviceStaysADevice)
{
    const ScratchFolder folder;
    const auto path = folder.path("null");
    if (::mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0)
        GTEST_SKIP() << "only root may make device nodes here";
    const auto written = writeWholeFile(path, "into nothing", {.toStreams = true});
    if (!written && written.error().text.find("not permitted") != std::string::npos)
        GTEST_SKIP() << "devices can't be opened in " << folder.path();
    EXPECT_TRUE(written) << written.error().text;
    EXPECT_TRUE(S_ISCHR(statusOf(path).st_mode));
    EXPECT_THAT(folder.names(), ElementsAre("null"));
}

// An open file of the process is written at its current offset, as the shell's redirection set it up.
TEST(WholeFile, AnOpenFileIsContinued)
{
    const ScratchFolder folder;
    const int opened = ::open(folder.path("out").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ASSERT_GE(opened, 0);
    ASSERT_EQ(::write(opened, "first ", 6), 6);
    for (const auto* place : {"/dev/fd/", "/proc/self/fd/"})
        ASSERT_TRUE(writeWholeFile(place + std::to_string(opened), "then ", {.toStreams = true}));
    ::close(opened);
    EXPECT_EQ(folder.contentOf("out"), "first then then ");
    EXPECT_THAT(folder.names(), ElementsAre("out"));
}

TEST(WholeFile, AFullDiskIsNoWrongUsageAndLeavesTheOldFile)
{
    const ScratchFolder devices;
    const auto full = writeWholeFile(test::nodeOf("/dev/full", devices.path("full")), std::string(1 << 20, 'x'),
                                     {.toStreams = true});
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, ErrorCode::unsupported);
    EXPECT_EQ(full.error().reason, "no space");
    const auto nowhere = writeWholeFile("/nowhere/a", "x");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::invalidArgument);

    // A limit on the length of files stands for a small disk.
    const ScratchFolder folder;
    const auto path = folder.write("a", "old");
    const auto status = statusOfChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{4096, 4096};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto written = writeWholeFile(path, std::string(1 << 20, 'x'));
        std::_Exit(!written && written.error().code == ErrorCode::unsupported ? 42 : 1);
    });
    EXPECT_EQ(WEXITSTATUS(status), 42);
    EXPECT_EQ(folder.contentOf("a"), "old");
    EXPECT_THAT(folder.names(), ElementsAre("a"));
}

// A writer that goes on for ever is told.
TEST(WholeFile, AWriterNeedNotGoOnOnceTheDiskIsFull)
{
    const ScratchFolder folder;
    const auto written = writeWholeFile(test::nodeOf("/dev/full", folder.path("full")),
                                        [](Sink& sink) -> Result<void> {
                                            while (!sink.isStopped())
                                                sink.put(std::string(1 << 16, 'x'));
                                            return {};
                                        },
                                        {.toStreams = true});
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().text, HasSubstr("No space left"));
}

class PartFileIn : public testing::TestWithParam<PartFile::Named>
{
protected:
    ScratchFolder m_folder;
};

TEST_P(PartFileIn, LeavesNothingWhenASignalEndsTheProcess)
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGABRT}) {
        const auto status = statusOfChild([&] {
            const rlimit noCore{0, 0};
            ::setrlimit(RLIMIT_CORE, &noCore);
            removeUnfinishedOnSignals();
            const auto part = PartFile::beside(m_folder.path("a"), 0600, GetParam());
            if (!part || ::write(part->descriptor(), "half", 4) != 4)
                std::_Exit(1);
            std::raise(signal);
        });
        ASSERT_TRUE(WIFSIGNALED(status)) << signal << ' ' << status;
        EXPECT_EQ(WTERMSIG(status), signal);
        EXPECT_TRUE(m_folder.names().empty()) << signal;
    }
}

TEST_P(PartFileIn, IsRemovedByTheNextWriterWhenItWasKilled)
{
    const auto status = statusOfChild([&] {
        const auto part = PartFile::beside(m_folder.path("a"), 0600, GetParam());
        std::raise(part ? SIGKILL : SIGTERM);
    });
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
    ASSERT_TRUE(writeWholeFile(m_folder.path("a"), "new"));
    EXPECT_THAT(m_folder.names(), ElementsAre("a"));
    EXPECT_EQ(m_folder.contentOf("a"), "new");
}

TEST_P(PartFileIn, ThatIsStillWrittenIsNobodyElsesToRemove)
{
    auto slow = PartFile::beside(m_folder.path("a"), 0600, GetParam());
    ASSERT_TRUE(slow) << slow.error().text;
    ASSERT_EQ(::write(slow->descriptor(), "slow", 4), 4);
    ASSERT_TRUE(writeWholeFile(m_folder.path("a"), "quick"));
    EXPECT_EQ(m_folder.contentOf("a"), "quick");
    ASSERT_TRUE(slow->putInPlace());
    EXPECT_EQ(m_folder.contentOf("a"), "slow");
    EXPECT_THAT(m_folder.names(), ElementsAre("a"));
}

// Two writers at the same moment: one starts while the other does what `hook` comes before.
void expectBothInPlace(const ScratchFolder& folder, std::function<void()>& hook)
{
    std::optional<Result<PartFile>> other;
    hook = [&] { other.emplace(PartFile::beside(folder.path("a"), 0600, PartFile::Named::atOnce)); };
    auto part = PartFile::beside(folder.path("a"), 0600, PartFile::Named::atOnce);
    ASSERT_TRUE(other) << "the other writer never started";
    for (auto* each : {&*other, &part}) {
        ASSERT_TRUE(*each) << each->error().text;
        const std::string text = each == &part ? "one" : "other";
        ASSERT_EQ(::write((*each)->descriptor(), text.data(), text.size()), std::ssize(text));
    }
    const auto put = (*other)->putInPlace();
    ASSERT_TRUE(put) << put.error().text;
    EXPECT_EQ(folder.contentOf("a"), "other");
    const auto putToo = part->putInPlace();
    ASSERT_TRUE(putToo) << putToo.error().text;
    EXPECT_EQ(folder.contentOf("a"), "one");
    EXPECT_THAT(folder.names(), ElementsAre("a"));
}

TEST(PartFile, IsNotRemovedByAnotherWriterThatMeantAnAbandonedOneOfThatName)
{
    const ScratchFolder folder;
    folder.write(".a.tscope-part", "abandoned");
    expectBothInPlace(folder, beforeRemoving);
}

TEST(PartFile, TakesAnotherNameWhenItIsRemovedBeforeItIsLocked)
{
    const ScratchFolder folder;
    expectBothInPlace(folder, beforeLocking);
}

TEST_P(PartFileIn, FitsBesideANameAsLongAsNamesCanBe)
{
    const std::string longest(255, 'n');
    auto part = PartFile::beside(m_folder.path(longest), 0600, GetParam());
    ASSERT_TRUE(part) << part.error().text;
    ASSERT_TRUE(part->putInPlace());
    EXPECT_THAT(m_folder.names(), ElementsAre(longest));
}

INSTANTIATE_TEST_SUITE_P(Each, PartFileIn, testing::Values(PartFile::Named::atTheEnd, PartFile::Named::atOnce),
                         [](const auto& named) {
                             return named.param == PartFile::Named::atOnce ? "NamedAtOnce" : "NamedAtTheEnd";
                         });

TEST(WholeFile, ThatItsOwnerMayNotWriteToIsNotReplaced)
{
    const ScratchFolder folder;
    const auto path = folder.write("a", "old");
    ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
    ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
    const auto status = statusOfChild([&] {
        constexpr unsigned nobody = 65534;
        if (::geteuid() == 0 && ::setresuid(nobody, nobody, nobody) != 0) // root may do all
            std::_Exit(1);
        std::_Exit(writeWholeFile(path, "new") ? 2 : 42);
    });
    EXPECT_EQ(WEXITSTATUS(status), 42);
    EXPECT_EQ(folder.contentOf("a"), "old");
}

TEST(WholeFile, ALinkOfAStrangerInASharedFolderIsNotFollowed)
{
    const ScratchFolder folder;
    const auto own = folder.write("own", "old");
    std::filesystem::create_directory(folder.path("shared"));
    ASSERT_EQ(::chmod(folder.path("shared").c_str(), 01777), 0);
    const auto link = folder.path("shared/link");
    std::filesystem::create_symlink(own, link);
    ASSERT_TRUE(writeWholeFile(link, "mine")) << "one's own is";
    constexpr unsigned nobody = 65534;
    if (::lchown(link.c_str(), nobody, nobody) != 0)
        GTEST_SKIP() << "only root may give links away";
    EXPECT_FALSE(writeWholeFile(link, "new"));
    EXPECT_EQ(folder.contentOf("own"), "mine");
}

TEST(WholeFile, NamesThatAreNoneAreRefused)
{
    const ScratchFolder folder;
    for (const auto& name : {std::string(), folder.path(), folder.path("no/a"), folder.path("new/"),
                             std::string("a\0b", 3), folder.path(std::string(256, 'n'))}) {
        const auto written = writeWholeFile(name, putNothing);
        ASSERT_FALSE(written) << name;
        EXPECT_EQ(written.error().code, ErrorCode::invalidArgument) << name;
    }
    EXPECT_TRUE(folder.names().empty());
}

// Large enough to be mapped. What is gone reads as zeros, which nobody may find in a file that was saved.
TEST(WholeFile, IsNotMadeOfASourceThatIsCutShortMeanwhile)
{
    surviveLostPages();
    const ScratchFolder folder;
    const auto tensor = makeTensorOf({.layout = "strided", .size = {1500, 1000}, .density = 1});
    ASSERT_TRUE(tensor) << tensor.error().text;
    for (const auto* format : {"npy", "npz", "safetensors", "pt", "json"}) {
        SCOPED_TRACE(format);
        const auto source = folder.path("source.npy");
        ASSERT_TRUE(saveFile({{{"", *tensor}}, {}}, source));
        auto opened = openFile(source);
        ASSERT_TRUE(opened) << opened.error().text;
        const auto target = folder.write(std::string("target.") + format, "old");
        ASSERT_EQ(::truncate(source.c_str(), 100'000), 0);
        // First the loss happens while it is written, then it is known before.
        for (int round = 0; round < 2; ++round) {
            const auto saved = saveFile(*opened, target);
            ASSERT_FALSE(saved);
            EXPECT_EQ(saved.error().code, ErrorCode::corrupt);
            EXPECT_EQ(saved.error().reason, "short");
            EXPECT_EQ(folder.contentOf(std::string("target.") + format), "old");
        }
        EXPECT_TRUE(saveFile(*opened, target, {.lostMappings = std::nullopt})) << "unless that is wanted";
        std::filesystem::remove(target);
    }
    EXPECT_THAT(folder.names(), ElementsAre("source.npy"));
}

} // namespace
} // namespace tscope
