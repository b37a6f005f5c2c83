// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::test {

// Files far larger than memory, made of holes, as they are written by nobody but for tests.

// A file whose bytes are zeros between what is written.
class HoledFile
{
public:
    explicit HoledFile(const std::string& path) : m_file(path, std::ios::binary) {}

    std::uint64_t position() { return static_cast<std::uint64_t>(m_file.tellp()); }
    void put(std::string_view bytes) { m_file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); }
    void skip(std::uint64_t bytes) { m_file.seekp(static_cast<std::streamoff>(bytes), std::ios::cur); }
    bool isWritten() { return m_file.flush().good(); }

private:
    std::ofstream m_file;
};

using WriteFloats = std::function<void(HoledFile& file, std::uint64_t count)>; // so many, of 32 bits, all zeros

// One that is mapped and not read.
struct HoledFormat {
    const char* ending;
    WriteFloats write;
};

std::vector<HoledFormat> holedFormats();

// Whether the file system of a folder keeps a hole as nothing.
bool keepsHoles(const std::string& folder);

} // namespace tscope::test
