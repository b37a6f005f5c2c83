// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/peer_python.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace tscope::test {

// A folder of files that a peer's Python reads and writes; it goes with the test.
class PeerFolder
{
public:
    // `modules`: what the scripts import, as peerPython() takes it.
    explicit PeerFolder(std::string modules)
        : m_modules(std::move(modules)), m_folder(std::filesystem::temp_directory_path() /
                                                  ("tscope-peer-" + std::to_string(::getpid()) + "-" +
                                                   std::to_string(reinterpret_cast<std::uintptr_t>(this))))
    {
        std::filesystem::create_directories(m_folder);
    }
    ~PeerFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    PeerFolder(const PeerFolder&) = delete;
    PeerFolder& operator=(const PeerFolder&) = delete;

    std::string path(const std::string& name) const { return (m_folder / name).string(); }

    // What a script prints, its errors too; it runs in the folder.
    std::string python(const std::string& script) const
    {
        std::ofstream(path("script.py")) << script << '\n';
        const auto command = "cd '" + m_folder.string() + "' && " + peerPython(m_modules) + " script.py 2>&1";
        std::string out;
        if (auto* pipe = ::popen(command.c_str(), "r")) {
            char buffer[4096];
            for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
                out.append(buffer, count);
            ::pclose(pipe);
        }
        return out;
    }

private:
    std::string m_modules;
    std::filesystem::path m_folder;
};

} // namespace tscope::test
