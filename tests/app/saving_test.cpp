// SPDX-License-Identifier: Apache-2.0
// Commands write whole files or none, and write to pipes and devices without replacing them.
#include "support/device_node.h"
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace tscope::app {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

// A command that writes a small file of each kind there is to a path that ends like this.
struct Writer {
    const char* ending;
    std::function<std::vector<std::string>(const std::string& path)> words;
};

class Saving : public testing::Test
{
protected:
    Saving() : m_session(m_folder.path("session.json"))
    {
        const auto timed = tscope({"time", sample("csr"), "--ops", "spmv", "--layouts", "csr", "--budget", "1",
                                   "--rounds", "1", "--warm-only", "--save", m_session});
        EXPECT_EQ(timed.exitCode, 0) << timed.err;
    }

    std::vector<Writer> writers() const
    {
        const auto reopened = [this](const char* option) {
            return [this, option](const std::string& path) {
                return std::vector<std::string>{"time", "--reopen", m_session, option, path};
            };
        };
        return {
            {".csv", reopened("--csv")},
            {".html", reopened("--html")},
            {".saved", reopened("--save")},
            {".npy",
             [](const std::string& path) {
                 return std::vector<std::string>{"convert", sample("strided"), path};
             }},
            {".pt",
             [](const std::string& path) {
                 return std::vector<std::string>{"convert", sample("csr"), path};
             }},
            {".json",
             [](const std::string& path) {
                 return std::vector<std::string>{"make", "random", path};
             }},
            {".mtx",
             [](const std::string& path) {
                 return std::vector<std::string>{"run", "mul", sample("csr"), "2.5", "--out", path};
             }},
            {".png",
             [](const std::string& path) {
                 return std::vector<std::string>{"picture", sample("csr"), path};
             }},
        };
    }

    Folder m_folder;
    std::string m_session;
};

TEST_F(Saving, AFullDiskIsExitCode4EveryWhere)
{
    const auto full = test::nodeOf("/dev/full", m_folder.path("device"));
    for (const auto& writer : writers()) {
        SCOPED_TRACE(writer.ending);
        const auto path = m_folder.path(std::string("full") + writer.ending);
        fs::create_symlink(full, path);
        const auto error = expectFailure(writer.words(path), 4);
        EXPECT_THAT(error["text"].get<std::string>(), HasSubstr("No space left on device"));
        EXPECT_EQ(error["reason"], "no space");
        EXPECT_EQ(fs::read_symlink(path), full);
    }
}

TEST_F(Saving, APipeGetsWhatAFileWouldAndStaysAPipe)
{
    for (const auto& writer : writers()) {
        SCOPED_TRACE(writer.ending);
        const auto pipe = m_folder.path(std::string("pipe") + writer.ending),
                   file = m_folder.path(std::string("file") + writer.ending);
        ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
        ASSERT_EQ(tscope(writer.words(file)).exitCode, 0);
        std::string got;
        std::jthread reader([&] { got = readFile(pipe); });
        const auto run = tscope(writer.words(pipe));
        EXPECT_EQ(run.exitCode, 0) << run.err;
        reader.join();
        EXPECT_EQ(got, readFile(file));
        EXPECT_TRUE(fs::is_fifo(pipe));
    }
}

TEST_F(Saving, ADeviceStaysADevice)
{
    for (const auto& writer : writers()) {
        SCOPED_TRACE(writer.ending);
        const auto path = m_folder.path(std::string("device") + writer.ending);
        if (::mknod(path.c_str(), S_IFCHR | 0666, makedev(1, 5)) != 0)
            GTEST_SKIP() << "only root may make device nodes here";
        tscope(writer.words(path));
        struct stat status = {};
        ASSERT_EQ(::lstat(path.c_str(), &status), 0);
        EXPECT_TRUE(S_ISCHR(status.st_mode)) << "it was replaced";
    }
}

TEST_F(Saving, StandardOutputTakesATable)
{
    const auto standardOutput = m_folder.path("stdout");
    fs::create_symlink("/proc/self/fd/1", standardOutput); // as /dev/stdout is
    const auto run = tscope({"time", "--reopen", m_session, "--csv", standardOutput});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_TRUE(run.out.starts_with("row,tensor")) << run.out.substr(0, 100);
}

TEST_F(Saving, NothingIsLeftBesideWhatWasWritten)
{
    for (const auto& writer : writers()) {
        const Folder folder;
        const auto path = folder.path(std::string("a") + writer.ending);
        ASSERT_EQ(tscope(writer.words(path)).exitCode, 0) << writer.ending;
        EXPECT_EQ(std::distance(fs::directory_iterator(folder.path("")), fs::directory_iterator()), 1);
    }
}

// A signal in the middle of writing: the pipe that is read slowly says when that is.
TEST(SavingStopped, LeavesTheOldFileAndNoOther)
{
    const Folder folder;
    const auto source = folder.path("large.npy"), target = folder.write("target.json", "old");
    ASSERT_EQ(
        tscope({"make", "dense", source, "--layout", "strided", "--size", "3000,2000", "--dtype", "f64"}).exitCode,
        0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        std::vector<std::string> words{TSCOPE_BINARY, "convert", source, target};
        std::vector<char*> arguments;
        for (auto& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t child = -1;
        ASSERT_EQ(::posix_spawn(&child, words[0].c_str(), nullptr, nullptr, arguments.data(), environ), 0);
        // Its own file is open, with or without a name, once something is written.
        const auto isWriting = [&] {
            std::error_code gone;
            for (fs::directory_iterator at("/proc/" + std::to_string(child) + "/fd", gone), end;
                 !gone && at != end; at.increment(gone)) {
                struct stat status = {};
                const auto to = fs::read_symlink(at->path(), gone);
                if (!gone && to.native().starts_with(folder.path("")) && to != source &&
                    ::stat(at->path().c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
                    return true;
            }
            return false;
        };
        int status = 0;
        bool hasEnded = false;
        while (!isWriting() && !(hasEnded = ::waitpid(child, &status, WNOHANG) == child))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ASSERT_FALSE(hasEnded) << "it was not seen writing";
        ::kill(child, signal);
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status)) << status;
        EXPECT_EQ(readFile(target), "old");
        EXPECT_EQ(std::distance(fs::directory_iterator(folder.path("")), fs::directory_iterator()), 2);
    }
}

// A source that loses its end while a command reads it: a sound coo tensor of zeros, which the file has none of,
// and that is large enough to be caught being read.
class CutSource : public testing::Test
{
protected:
    void makeSource() const
    {
        constexpr std::int64_t entries = 20'000'000, indexBytes = entries * 2 * 8,
                               bytes = indexBytes + entries * 4;
        const auto number = [](std::int64_t value) { return std::to_string(value); };
        auto header =
            R"({"__metadata__":{"dense_dim":"0","dtype":"float32","layout":"coo","shape":"[3, 4]","sparse_dim":"2"},)"
            R"("indices":{"dtype":"I64","shape":[2,)" +
            number(entries) + "],\"data_offsets\":[0," + number(indexBytes) +
            R"(]},"values":{"dtype":"F32","shape":[)" + number(entries) + "],\"data_offsets\":[" +
            number(indexBytes) + "," + number(bytes) + "]}}";
        header.resize((header.size() + 7) / 8 * 8, ' ');
        std::string length(8, '\0');
        for (std::size_t i = 0; i < length.size(); ++i)
            length[i] = static_cast<char>(header.size() >> (8 * i));
        std::ofstream(m_path, std::ios::binary) << length << header;
        ASSERT_EQ(::truncate(m_path.c_str(), static_cast<std::int64_t>(8 + header.size()) + bytes), 0);
    }

    // Runs it, and cuts the source as soon as it is mapped.
    ToolRun runAndCut(std::vector<std::string> words) const
    {
        ToolRun run;
        const auto out = m_streams.path("out"), err = m_streams.path("err");
        words.insert(words.begin(), TSCOPE_BINARY);
        std::vector<char*> arguments;
        for (auto& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC;
        ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), flags, 0600);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), flags, 0600);
        pid_t child = -1;
        EXPECT_EQ(::posix_spawn(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ), 0);
        ::posix_spawn_file_actions_destroy(&actions);
        int status = 0;
        bool hasEnded = false;
        while (!isMappedBy(child) && !(hasEnded = ::waitpid(child, &status, WNOHANG) == child))
            ;
        EXPECT_FALSE(hasEnded) << "it was not seen reading";
        EXPECT_EQ(::truncate(m_path.c_str(), 1'000'000), 0);
        if (!hasEnded)
            ::waitpid(child, &status, 0);
        run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        run.out = readFile(out);
        run.err = readFile(err);
        return run;
    }

    bool isMappedBy(pid_t process) const
    {
        std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
        for (std::string line; std::getline(maps, line);)
            if (line.ends_with(m_path))
                return true;
        return false;
    }

    Folder m_folder, m_streams;
    std::string m_path = m_folder.path("cut.safetensors");
};

TEST_F(CutSource, LeavesNoTargetOfZeros)
{
    for (const auto* ending : {"safetensors", "npz", "pt"})
        for (const std::vector<std::string>& options :
             std::vector<std::vector<std::string>>{{}, {"--dtype", "f64"}}) {
            makeSource();
            const auto name = std::string("target.") + ending;
            std::vector<std::string> words{"convert", m_path, m_folder.write(name, "old")};
            words.insert(words.end(), options.begin(), options.end());
            const auto run = runAndCut(words);
            EXPECT_EQ(run.exitCode, 2) << run.err;
            EXPECT_TRUE(readFile(m_folder.path(name)) == "old") << "EXPECT_EQ would print all of a large file";
            fs::remove(m_folder.path(name));
            EXPECT_EQ(std::distance(fs::directory_iterator(m_folder.path("")), fs::directory_iterator()), 1);
        }
}

TEST_F(CutSource, IsNotCalledValid)
{
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"check", m_path, "--json"},
                                               {"check", m_folder.path(""), "--json"},
                                               {"check", m_path},
                                               {"check", m_folder.path("")}}) {
        makeSource();
        ASSERT_EQ(tscope(words).exitCode, 0) << "it is sound before";
        const auto run = runAndCut(words);
        EXPECT_EQ(run.exitCode, 2) << run.err;
        EXPECT_THAT(run.out, testing::Not(HasSubstr("\"valid\":true")));
        EXPECT_THAT(run.out, testing::Not(HasSubstr("\u2713")));
        EXPECT_THAT(run.out + run.err, HasSubstr("cut short"));
    }
}

} // namespace
} // namespace tscope::app
