// SPDX-License-Identifier: Apache-2.0
#include "io/whole_file.h"

#include <algorithm>
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
    FileSink(const std::string& path, const SaveWatch& watch)
        : m_file(path, std::ios::binary | std::ios::trunc), m_watch(watch)
    {
    }

    bool finish() { return static_cast<bool>(m_file.flush()); }
    bool isStopped() const override { return m_watch.isStopped(); }

private:
    void take(std::span<const std::byte> bytes) override
    {
        // Some at a time: one run may be a whole array.
        constexpr std::size_t most = std::size_t{8} << 20;
        for (; !bytes.empty() && !isStopped(); bytes = bytes.subspan(std::min(most, bytes.size()))) {
            const auto some = bytes.first(std::min(most, bytes.size()));
            m_file.write(reinterpret_cast<const char*>(some.data()), static_cast<std::streamsize>(some.size()));
            m_written += static_cast<std::int64_t>(some.size());
            if (m_watch.written)
                m_watch.written(m_written);
        }
    }

    std::ofstream m_file;
    const SaveWatch& m_watch;
    std::int64_t m_written = 0;
};

void removeQuietly(const std::string& path)
{
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

// Where a name leads: who saves under a link means the file that it stands for.
std::string behindLinks(const std::string& name)
{
    constexpr int most = 40; // as the system follows them
    std::filesystem::path path = name;
    std::error_code failed;
    for (int i = 0; i < most && std::filesystem::is_symlink(path, failed); ++i) {
        const auto next = std::filesystem::read_symlink(path, failed);
        if (failed)
            return name;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path.string();
}

// Who may read and write a file stays as it is when another takes its place.
void takePermissions(const std::string& from, const std::string& to)
{
    std::error_code failed;
    const auto status = std::filesystem::status(from, failed);
    if (!failed && std::filesystem::is_regular_file(status))
        std::filesystem::permissions(to, status.permissions(), failed);
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

Result<void> writeWholeFile(const std::string& name, const std::function<Result<void>(Sink&)>& write,
                            const SaveWatch& watch)
{
    const auto path = behindLinks(name);
    const auto made = freshNameBeside(path);
    if (!made)
        return made.error();
    const auto& fresh = *made;
    {
        errno = 0;
        FileSink sink(fresh, watch);
        const auto written = write(sink);
        if (watch.isStopped()) {
            removeQuietly(fresh);
            return Error{ErrorCode::cancelled, "saving was cancelled", {}, {}};
        }
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
    takePermissions(path, fresh);
    std::error_code failed;
    std::filesystem::rename(fresh, path, failed);
    if (!failed)
        return {};
    removeQuietly(fresh);
    return invalidArgument("can't write \"" + path + "\": " + failed.message());
}

} // namespace tscope
