// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::test {

// A folder of one test, removed with all in it.
class ScratchFolder
{
public:
    explicit ScratchFolder(const std::filesystem::path& in = std::filesystem::temp_directory_path())
    {
        auto name = (in / "tscope-scratch-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr)
            m_path = name;
        else
            ADD_FAILURE() << "no folder for the test: " << name;
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::string& path() const { return m_path; }
    std::string path(const std::string& name) const { return m_path + "/" + name; }
    std::string write(const std::string& name, std::string_view bytes) const
    {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }
    std::string contentOf(const std::string& name) const
    {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            all.push_back(entry.path().filename());
        std::ranges::sort(all);
        return all;
    }

private:
    std::string m_path;
};

} // namespace tscope::test
