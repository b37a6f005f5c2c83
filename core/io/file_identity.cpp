// SPDX-License-Identifier: Apache-2.0
#include "io/file_identity.h"

#include "base/sha256.h"

#include <sys/stat.h>

#include <array>
#include <ctime>
#include <fstream>
#include <span>
#include <vector>

namespace tscope {

std::string timeText(std::int64_t secondsSince1970)
{
    const std::time_t time = secondsSince1970;
    std::tm parts{};
    std::array<char, 64> text{};
    if (::gmtime_r(&time, &parts) == nullptr ||
        std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        return "?";
    return text.data();
}

std::optional<FileIdentity> identityOf(const std::string& path, const Watch& watch)
{
    struct stat found {
    };
    if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    Sha256 sum;
    FileIdentity out;
    std::vector<char> piece(std::size_t{1} << 20);
    while (file && !watch.isStopped()) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        const auto read = static_cast<std::size_t>(file.gcount());
        sum.add(std::as_bytes(std::span(piece).first(read)));
        out.bytes += file.gcount();
    }
    if (watch.isStopped() || !file.eof())
        return std::nullopt;
    out.sha256 = std::move(sum).hex();
    out.modified = timeText(found.st_mtim.tv_sec);
    return out;
}

} // namespace tscope
