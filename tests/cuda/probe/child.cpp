// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/child.h"

#include "cuda/probe/seconds.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tscope::probe {

namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> out;
    for (auto& text : texts)
        out.push_back(text.data());
    out.push_back(nullptr);
    return out;
}

// All that comes until the other side closes its end, or time is over: then false.
bool readAll(int from, double most, std::string& out)
{
    const auto begun = Clock::now();
    while (secondsSince(begun) < most) {
        pollfd waiting{from, POLLIN, 0};
        if (::poll(&waiting, 1, 20) <= 0)
            continue;
        std::array<char, 4096> part{};
        const auto count = ::read(from, part.data(), part.size());
        if (count == 0)
            return true;
        if (count > 0)
            out.append(part.data(), static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return true;
    }
    return false;
}

} // namespace

ChildEnd runAgain(const std::vector<std::string>& arguments, const std::vector<std::string>& settings, double most)
{
    ChildEnd end;
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
        return end;
    std::vector<std::string> words{"/proc/self/exe"}, environment = settings;
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (char** variable = environ; *variable != nullptr; ++variable)
        environment.emplace_back(*variable);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    const auto begun = Clock::now();
    pid_t process = -1;
    const auto failed = ::posix_spawn(&process, "/proc/self/exe", &actions, nullptr, pointersTo(words).data(),
                                      pointersTo(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    if (failed == 0) {
        end.wasKilled = !readAll(pipe[0], most, end.out);
        if (end.wasKilled)
            ::kill(process, SIGKILL);
        int status = 0;
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR)
            ;
        end.signal = WIFSIGNALED(status) && !end.wasKilled ? WTERMSIG(status) : 0;
        end.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        end.seconds = secondsSince(begun);
    }
    ::close(pipe[0]);
    return end;
}

} // namespace tscope::probe
