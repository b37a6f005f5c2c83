// SPDX-License-Identifier: Apache-2.0
#include "io/whole_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace tscope {

namespace {

class FileSink final : public Sink
{
public:
    explicit FileSink(const std::string& path) : m_file(path, std::ios::binary | std::ios::trunc) {}

    bool finish() { return static_cast<bool>(m_file.flush()); }

private:
    void take(std::span<const std::byte> bytes) override
    {
        m_file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

    std::ofstream m_file;
};

void removeQuietly(const std::string& path)
{
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

// A name beside the file that nothing has yet. Its file is made at once, so that nobody else takes the name.
Result<std::string> freshNameBeside(const std::string& path)
{
    constexpr int tries = 1000;
    for (int i = 1; i <= tries; ++i) {
        auto name = path + ".part" + (i > 1 ? std::to_string(i) : "");
        errno = 0;
        if (auto* file = std::fopen(name.c_str(), "wbx")) {
            std::fclose(file);
            return name;
        }
        if (errno != EEXIST)
            break;
    }
    return invalidArgument("can't write \"" + path + "\": " + std::generic_category().message(errno));
}

} // namespace

Result<void> writeWholeFile(const std::string& path, const std::function<Result<void>(Sink&)>& write)
{
    const auto made = freshNameBeside(path);
    if (!made)
        return made.error();
    const auto& fresh = *made;
    {
        errno = 0;
        FileSink sink(fresh);
        const auto written = write(sink);
        if (!written) {
            removeQuietly(fresh);
            return written.error();
        }
        if (!sink.finish()) {
            const auto why = std::generic_category().message(errno);
            removeQuietly(fresh);
            return invalidArgument("can't write \"" + path + "\": " + why);
        }
    }
    std::error_code failed;
    std::filesystem::rename(fresh, path, failed);
    if (!failed)
        return {};
    removeQuietly(fresh);
    return invalidArgument("can't write \"" + path + "\": " + failed.message());
}

} // namespace tscope
