// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/limited_run.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tscope::mutations {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

long residentKib(pid_t process)
{
    long all = 0, resident = 0;
    if (auto* file = std::fopen(("/proc/" + std::to_string(process) + "/statm").c_str(), "r")) {
        if (std::fscanf(file, "%ld %ld", &all, &resident) != 2)
            resident = 0;
        std::fclose(file);
    }
    return resident * (::sysconf(_SC_PAGESIZE) / 1024);
}

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

} // namespace

struct RunningProgram::State {
    Limits limits;
    LimitedRun run;
    pid_t process = -1;
    std::array<int, 2> ends{-1, -1}; // of its two outputs
    Clock::time_point begun = Clock::now();
    std::size_t printed = 0;
    bool isOver = false;

    void start(const Command& command);
    void take(std::size_t which);
    void watch();
    void kill(Ended why)
    {
        if (run.ended == Ended::byItself)
            run.ended = why;
        ::kill(process, SIGKILL);
    }
    bool reap(int options);
};

void RunningProgram::State::start(const Command& command)
{
    std::array<int, 2> out{-1, -1}, err{-1, -1};
    if (::pipe2(out.data(), O_CLOEXEC) != 0)
        return;
    if (::pipe2(err.data(), O_CLOEXEC) != 0) {
        ::close(out[0]);
        ::close(out[1]);
        return;
    }
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    if (command.channel >= 0)
        ::posix_spawn_file_actions_adddup2(&actions, command.channel, 3);
    ::posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());

    std::vector<std::string> words{command.program}, settings = command.settings;
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    for (auto** setting = environ; *setting != nullptr; ++setting)
        settings.emplace_back(*setting);
    const auto problem = ::posix_spawn(&process, command.program.c_str(), &actions, nullptr,
                                       pointersTo(words).data(), pointersTo(settings).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(out[1]);
    ::close(err[1]);
    ends = {out[0], err[0]};
    if (problem != 0) {
        process = -1;
        run.err = "can't start " + command.program;
        return;
    }
    run.ended = Ended::byItself;
    // The kernel ends it a little later than it is found out here, if the watching is kept waiting.
    const auto seconds = static_cast<rlim_t>(std::ceil(limits.cpuSeconds)) + 1;
    const rlimit cpu{seconds, seconds + 1};
    ::prlimit(process, RLIMIT_CPU, &cpu, nullptr);
}

void RunningProgram::State::take(std::size_t which)
{
    std::array<char, 1 << 16> block;
    const auto count = ::read(ends[which], block.data(), block.size());
    if (count < 0 && errno == EINTR)
        return;
    if (count <= 0) {
        ::close(ends[which]);
        ends[which] = -1;
        return;
    }
    printed += static_cast<std::size_t>(count);
    (which == 0 ? run.out : run.err).append(block.data(), static_cast<std::size_t>(count));
    if (printed > limits.outputBytes)
        kill(Ended::outOfOutput);
}

void RunningProgram::State::watch()
{
    if (std::chrono::duration<double>(Clock::now() - begun).count() > limits.wallSeconds)
        kill(Ended::outOfTime);
    if (residentKib(process) > limits.memoryKib)
        kill(Ended::outOfMemory);
}

bool RunningProgram::State::reap(int options)
{
    int status = 0;
    rusage used{};
    pid_t which = -1;
    do
        which = ::wait4(process, &status, options, &used);
    while (which < 0 && errno == EINTR);
    if (which != process)
        return false;
    isOver = true;
    run.cpuSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
    run.peakKib = used.ru_maxrss;
    run.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    if (run.ended != Ended::byItself)
        return true;
    if (run.cpuSeconds > limits.cpuSeconds || (WIFSIGNALED(status) && run.code == SIGXCPU))
        run.ended = Ended::outOfTime;
    else if (run.peakKib > limits.memoryKib)
        run.ended = Ended::outOfMemory;
    else if (WIFSIGNALED(status))
        run.ended = Ended::bySignal;
    return true;
}

RunningProgram::RunningProgram(const Command& command, const Limits& limits) : m_state(new State{limits, {}})
{
    m_state->start(command);
}

RunningProgram::~RunningProgram()
{
    finish();
    for (const int end : m_state->ends)
        if (end >= 0)
            ::close(end);
    delete m_state;
}

bool RunningProgram::attend(int milliseconds)
{
    auto& state = *m_state;
    const auto until = Clock::now() + std::chrono::milliseconds(milliseconds);
    while (state.process >= 0 && !state.isOver) {
        if (state.ends[0] < 0 && state.ends[1] < 0)
            return state.reap(WNOHANG);
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0 && milliseconds >= 0)
            return false;
        constexpr int look = 10; // milliseconds between two looks at its memory
        std::array<pollfd, 2> waiting{pollfd{state.ends[0], POLLIN, 0}, pollfd{state.ends[1], POLLIN, 0}};
        if (::poll(waiting.data(), waiting.size(), look) > 0)
            for (std::size_t which : {0U, 1U})
                if (state.ends[which] >= 0 && waiting[which].revents != 0)
                    state.take(which);
        state.watch();
    }
    return true;
}

LimitedRun RunningProgram::finish()
{
    auto& state = *m_state;
    while (state.process >= 0 && !state.isOver) {
        if (attend(1000))
            break;
        if (state.ends[0] < 0 && state.ends[1] < 0) {
            state.watch();
            ::usleep(1000);
        }
    }
    return state.run;
}

LimitedRun runLimited(const Command& command, const Limits& limits)
{
    return RunningProgram(command, limits).finish();
}

} // namespace tscope::mutations
