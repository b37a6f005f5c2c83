// SPDX-License-Identifier: Apache-2.0
// What commands write to: files as a whole, pipes and devices as they are, and nothing that would be half.
#include "support/sanitized.h"
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
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
                 return std::vector<std::string>{"run", "neg", sample("csr"), "--out", path};
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
    for (const auto& writer : writers()) {
        SCOPED_TRACE(writer.ending);
        const auto path = m_folder.path(std::string("full") + writer.ending);
        fs::create_symlink("/dev/full", path);
        const auto error = expectFailure(writer.words(path), 4);
        EXPECT_THAT(error["text"].get<std::string>(), HasSubstr("No space left on device"));
        EXPECT_EQ(error["reason"], "no space");
        EXPECT_EQ(fs::read_symlink(path), "/dev/full");
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
    const auto run = tscope({"time", "--reopen", m_session, "--csv", "/dev/stdout"});
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

// A source that loses its end while a command reads it.
class CutSource : public testing::Test
{
protected:
    // So many zeros that reading them takes a while; the file has none of them.
    void SetUp() override
    {
        std::ofstream file(m_path, std::ios::binary);
        std::string header(
            "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (600000000,), }", 75);
        header.resize(127, ' ');
        file << header << '\n';
        file.close();
        ASSERT_EQ(::truncate(m_path.c_str(), 128 + std::int64_t{2'400'000'000}), 0);
    }

    // Cuts the file as soon as the process has mapped it.
    ToolRun cutWhile(const std::vector<std::string>& words)
    {
        std::jthread cutter([this](const std::stop_token& stop) {
            while (!stop.stop_requested() && !isMapped())
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            m_isCut = ::truncate(m_path.c_str(), 1'000'000) == 0;
        });
        return tscope(words);
    }

    bool isMapped() const
    {
        std::error_code gone;
        for (fs::directory_iterator at("/proc", gone), end; !gone && at != end; at.increment(gone)) {
            std::ifstream maps(at->path() / "maps");
            if (std::string line;
                at->path().filename().string().find_first_not_of("0123456789") == std::string::npos)
                while (std::getline(maps, line))
                    if (line.ends_with(m_path))
                        return true;
        }
        return false;
    }

    Folder m_folder;
    std::string m_path = m_folder.path("cut.npy");
    std::atomic<bool> m_isCut = false;
};

TEST_F(CutSource, LeavesNoTargetOfZeros)
{
    const auto target = m_folder.write("target.safetensors", "old");
    const auto run = cutWhile({"convert", m_path, target});
    ASSERT_TRUE(m_isCut);
    EXPECT_EQ(run.exitCode, 2) << run.err;
    EXPECT_EQ(readFile(target), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_folder.path("")), fs::directory_iterator()), 2);
}

TEST_F(CutSource, IsNotCalledValid)
{
    const auto isTold = [&](const std::vector<std::string>& words) {
        SetUp();
        m_isCut = false;
        const auto run = cutWhile(words);
        EXPECT_EQ(run.exitCode, 2) << run.err;
        EXPECT_THAT(run.out, testing::Not(HasSubstr("\"valid\":true")));
        EXPECT_THAT(run.out + run.err, HasSubstr("cut short"));
    };
    isTold({"check", m_path, "--json"});
    isTold({"check", m_folder.path(""), "--json"});
    isTold({"check", m_path});
}

TEST(OutOfMemory, IsAnswered)
{
    if (test::isSanitized)
        GTEST_SKIP() << "a sanitizer needs more addresses than the limit";
    const Folder folder;
    const auto path = folder.path("a.npy");
    ASSERT_EQ(
        tscope({"make", "dense", path, "--layout", "strided", "--size", "5000,4000", "--dtype", "f64"}).exitCode,
        0);
    const auto limited = [](const std::string& words) {
        return runTool("bash", {"-c", "ulimit -v 600000; exec " + std::string(TSCOPE_BINARY) + " " + words});
    };
    for (const auto& words : {"convert " + path + " " + folder.path("b.npz") + " --layout csr --json",
                              "diff " + path + " " + path + " --json",
                              "transform " + path + " " + folder.path("c.npy") +
                                  " --ops 'transpose(0,1).contiguous()' --max-memory 1000000000000 --json"}) {
        SCOPED_TRACE(words);
        const auto run = limited(words);
        const auto json = Json::parse(run.out, nullptr, false);
        if (run.exitCode == 0)
            continue; // it needed less than it was allowed
        EXPECT_EQ(run.exitCode, 4) << run.err;
        ASSERT_TRUE(json.is_object() && json.contains("error")) << run.out << run.err;
        EXPECT_EQ(json["error"]["code"], "out-of-memory");
        EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    }
}

} // namespace
} // namespace tscope::app
