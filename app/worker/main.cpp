// SPDX-License-Identifier: Apache-2.0
// The process that has the devices: started by who needs them, with one end of a line to it.
#include "dispatch/backends.h"
#include "memory/storage.h"
#include "remote/serve.h"
#include "timing/limits_memory.h"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <string_view>

int main(int argc, char** argv)
{
    int channel = -1;
    const std::string_view number = argc == 3 ? argv[2] : "";
    std::from_chars(number.data(), number.data() + number.size(), channel);
    if (argc != 3 || std::string_view(argv[1]) != "--channel" || channel < 3) {
        std::fputs("tscope-worker is started by programs that need devices, not by hand.\n", stderr);
        return 3;
    }
    std::signal(SIGPIPE, SIG_IGN);
    tscope::allowModules();
    tscope::timing::rememberLimitsIn(tscope::timing::usualLimitsFile());
    tscope::shareStoragesFrom(std::int64_t{1} << 16);
    return tscope::remote::serve(tscope::remote::Channel(tscope::Descriptor(channel)));
}
