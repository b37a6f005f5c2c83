// SPDX-License-Identifier: Apache-2.0
// What a device and its module are worth: how fast memory moves, how fast kernels are, and what becomes of calls
// that no proven tensor would make. Runs on any device that tscope would use; TSCOPE_CUDA=simulated has one
// without hardware.
#include "cuda/probe/verbs.h"
#include "dispatch/backends.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace tscope::probe {
namespace {

struct Verb {
    std::string_view name, says;
    Exit (*run)(const Options&);
    bool isForPeople = true;
};

constexpr std::array verbs{
    Verb{"roofs", "what copies and a fill reach, in both directions: what all else is measured by", measureRoofs},
    Verb{"bench", "kernels by operation, size and type, held against the processor first", bench},
    Verb{"faults", "wrong calls in processes of their own: what is told, and what is left of the device",
         injectFaults},
    Verb{"fault", "one of them (--fault NAME)", injectOne, false},
};

Exit help(std::FILE* to, Exit code)
{
    std::fputs("usage: tscope_gpu_probe VERB [--device cuda:0] [--out FILE] [--small] [--seconds N]\n", to);
    for (const auto& verb : verbs)
        if (verb.isForPeople)
            std::fprintf(to, "  %-8s %s\n", std::string(verb.name).c_str(), std::string(verb.says).c_str());
    return code;
}

// False: not understood.
bool read(int argc, char** argv, Options& options)
{
    for (int i = 2; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name == "--small") {
            options.isSmall = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        const char* value = argv[++i];
        if (name == "--device")
            options.device = value;
        else if (name == "--out")
            options.out = value;
        else if (name == "--fault")
            options.fault = value;
        else if (name == "--seconds")
            options.seconds = std::atof(value);
        else
            return false;
    }
    return true;
}

Exit run(int argc, char** argv)
{
    const std::string_view name = argc > 1 ? argv[1] : "";
    if (name == "help" || name == "--help")
        return help(stdout, fine);
    Options options;
    for (const auto& verb : verbs)
        if (verb.name == name && read(argc, argv, options)) {
            allowModules();
            return verb.run(options);
        }
    return help(stderr, misused);
}

} // namespace
} // namespace tscope::probe

int main(int argc, char** argv)
{
    return tscope::probe::run(argc, argv);
}
