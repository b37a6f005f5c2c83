// SPDX-License-Identifier: Apache-2.0
// tscope with a worker that means no good beside it: it comes back, listens to Ctrl+C, and leaves no process
// behind.
#include "support/hostile_worker.h"

#include "support/scratch_folder.h"
#include "support/setting.h"
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace tscope::app {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;
using testing::HasSubstr;

// A program finds its worker beside itself. A hard link takes no room; a copy does where links are not to be had.
class WithItsWorker
{
public:
    explicit WithItsWorker(const std::string& manner)
        : m_folder(fs::path(TSCOPE_BINARY).parent_path()), m_manner(test::hostileVariable, manner),
          m_mark(test::hostileMark, m_folder.path("mark"))
    {
        std::error_code failed;
        fs::create_hard_link(TSCOPE_BINARY, m_folder.path("tscope"), failed);
        if (failed)
            fs::copy_file(TSCOPE_BINARY, m_folder.path("tscope"));
        fs::create_symlink(test::thisProgram(), m_folder.path("tscope-worker"));
    }

    std::vector<std::string> words(std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all{m_folder.path("tscope"), "time", sample("csr"), "--ops", "spmv"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    ToolRun run() const
    {
        auto all = words({"--json"});
        const auto program = all.front();
        all.erase(all.begin());
        return runTool(program, all);
    }
    void start()
    {
        auto all = words({"--save", m_folder.path("saved.json")});
        std::vector<char*> arguments;
        for (auto& word : all)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, m_folder.path("err").c_str(),
                                           O_WRONLY | O_CREAT, 0600);
        ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, m_folder.path("out").c_str(),
                                           O_WRONLY | O_CREAT, 0600);
        ASSERT_EQ(::posix_spawn(&m_child, all[0].c_str(), &actions, nullptr, arguments.data(), environ), 0);
        ::posix_spawn_file_actions_destroy(&actions);
        // From then on its worker misbehaves.
        while (worker() <= 0 && !hasEnded())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ASSERT_GT(worker(), 0) << m_folder.contentOf("err");
    }
    bool hasEnded()
    {
        m_hasEnded = m_hasEnded || ::waitpid(m_child, &m_status, WNOHANG) == m_child;
        return m_hasEnded;
    }
    void interrupt() const { ::kill(m_child, SIGINT); }
    int status() const { return m_status; }
    std::string told() const { return m_folder.contentOf("out") + m_folder.contentOf("err"); }
    pid_t worker() const { return std::atoi(m_folder.contentOf("mark").c_str()); }

private:
    ScratchFolder m_folder;
    test::Setting m_manner, m_mark;
    pid_t m_child = -1;
    int m_status = 0;
    bool m_hasEnded = false;
};

// Within a time that only a test of something broken takes.
bool isSoon(const std::function<bool()>& condition)
{
    for (int look = 0; look < 3000 && !condition(); ++look)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return condition();
}

// The one letter in a stat file of /proc; ' ' where there is no such process.
char stateIn(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line.empty() ? ' ' : line.at(line.rfind(')') + 2);
}

char stateOf(pid_t process)
{
    return stateIn("/proc/" + std::to_string(process) + "/stat");
}

// A process counts as stopped for the system when its last thread has stopped.
bool isStopped(pid_t process)
{
    std::error_code failed;
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/task", failed))
        if (stateIn(thread.path().string() + "/stat") != 'T')
            return false;
    return !failed;
}

// Where nobody asks how an orphan ended, it stays a zombie.
bool isGone(pid_t process)
{
    return stateOf(process) == ' ' || stateOf(process) == 'Z';
}

void expectGoneSoon(pid_t process)
{
    if (isSoon([&] { return isGone(process); }))
        return;
    ADD_FAILURE() << process << " is left behind";
    ::kill(process, SIGKILL);
}

// Each way to misbehave, as a name of a test.
const auto nameOfManner = [](const auto& manner) {
    std::string name = manner.param;
    std::ranges::replace(name, ' ', '_');
    return name;
};

class WithHostileWorker : public testing::TestWithParam<std::string>
{
};
class WithHangingWorker : public testing::TestWithParam<std::string>
{
};

// Those that hang are tried in the core, with less patience.
TEST_P(WithHostileWorker, IsAnsweredInOneSentence)
{
    const WithItsWorker tscope(GetParam());
    const auto run = tscope.run();
    const auto json = Json::parse(run.out, nullptr, false);
    ASSERT_TRUE(json.is_object()) << run.out << run.err;
    EXPECT_NE(run.exitCode, 0);
    EXPECT_TRUE(isGone(tscope.worker()));
}

TEST_P(WithHangingWorker, ListensToCtrlC)
{
    WithItsWorker tscope(GetParam());
    tscope.start();
    tscope.interrupt();
    ASSERT_TRUE(isSoon([&] { return tscope.hasEnded(); }));
    expectGoneSoon(tscope.worker());
    EXPECT_THAT(tscope.told(), HasSubstr("stopped")) << "and not that it had waited long enough";
}

INSTANTIATE_TEST_SUITE_P(Each, WithHostileWorker, testing::ValuesIn(test::endingManners()), nameOfManner);
INSTANTIATE_TEST_SUITE_P(Each, WithHangingWorker, testing::ValuesIn(test::hangingManners()), nameOfManner);

TEST(StoppedWorker, IsNotLeftBehindByTwoCtrlC)
{
    WithItsWorker tscope("stops itself");
    tscope.start();
    while (!tscope.hasEnded()) {
        tscope.interrupt();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    expectGoneSoon(tscope.worker());
}

// The system ends the suspended processes of a group whose last parent outside of it is gone: here, the worker.
TEST(StoppedWorker, IsNotLeftBehindByAProgramThatIsKilled)
{
    const Folder folder;
    std::vector<std::string> words{TSCOPE_BINARY, "time",     sample("csr"), "--budget",
                                   "1000",        "--rounds", "100",         "--quiet"};
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t program = -1;
    ASSERT_EQ(::posix_spawn(&program, words[0].c_str(), nullptr, nullptr, arguments.data(), environ), 0);
    const auto number = std::to_string(program);
    pid_t worker = 0;
    ASSERT_TRUE(isSoon([&] {
        std::ifstream("/proc/" + number + "/task/" + number + "/children") >> worker;
        return worker > 0;
    }));
    ::kill(worker, SIGSTOP);
    ASSERT_TRUE(isSoon([&] { return isStopped(worker); }));
    ::kill(program, SIGKILL);
    ASSERT_EQ(::waitpid(program, nullptr, 0), program);
    expectGoneSoon(worker);
}

} // namespace
} // namespace tscope::app
