// SPDX-License-Identifier: Apache-2.0
#include "support/tool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe()
    {
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            ends = {-1, -1};
    }
    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }
    void closeEnd(std::size_t end)
    {
        if (ends[end] >= 0)
            close(ends[end]);
        ends[end] = -1;
    }
};

// Feeds the input and takes both outputs until the program closes them; polling, so that no side waits for the
// other.
void exchange(Pipe& in, Pipe& out, Pipe& err, const std::string& input, std::size_t mostKept, ToolRun& run)
{
    std::size_t written = 0;
    fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
    if (input.empty())
        in.closeEnd(1);
    while (out.ends[0] >= 0 || err.ends[0] >= 0) {
        std::array<pollfd, 3> waiting{pollfd{in.ends[1], POLLOUT, 0}, pollfd{out.ends[0], POLLIN, 0},
                                      pollfd{err.ends[0], POLLIN, 0}};
        if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
            return;
        if (waiting[0].revents != 0 && in.ends[1] >= 0) {
            const auto count = write(in.ends[1], input.data() + written, input.size() - written);
            if (count > 0)
                written += static_cast<std::size_t>(count);
            if (written == input.size() || (count < 0 && errno != EAGAIN))
                in.closeEnd(1);
        }
        const auto take = [mostKept](Pipe& pipe, const pollfd& state, std::string& text) {
            if (state.revents == 0 || pipe.ends[0] < 0)
                return;
            std::array<char, 1 << 16> block;
            const auto count = read(pipe.ends[0], block.data(), block.size());
            if (count > 0)
                text.append(block.data(),
                            std::min(static_cast<std::size_t>(count), mostKept - std::min(mostKept, text.size())));
            else
                pipe.closeEnd(0);
        };
        take(out, waiting[1], run.out);
        take(err, waiting[2], run.err);
    }
}

} // namespace

ToolRun runTool(const std::string& program, const std::vector<std::string>& arguments, const std::string& input,
                std::size_t mostKept)
{
    std::signal(SIGPIPE, SIG_IGN);
    Pipe in, out, err;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const auto& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);

    ToolRun run;
    pid_t child = 0;
    const int problem = posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) {
        run.err = "can't start " + program;
        return run;
    }
    in.closeEnd(0);
    out.closeEnd(1);
    err.closeEnd(1);
    exchange(in, out, err, input, mostKept, run);
    int status = 0;
    rusage used{};
    wait4(child, &status, 0, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    run.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    run.peakMemoryKib = used.ru_maxrss;
    run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}
