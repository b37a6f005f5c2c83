// SPDX-License-Identifier: Apache-2.0
#include "io/whole_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace tscope {

Result<void> writeWholeFile(std::string_view bytes, const std::string& path)
{
    const auto fresh = path + ".part";
    const auto why = [&] {
        return invalidArgument("can't write \"" + path + "\": " + std::generic_category().message(errno));
    };
    {
        errno = 0;
        std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        file.flush();
        if (!file) {
            const auto error = why();
            std::error_code ignored;
            std::filesystem::remove(fresh, ignored);
            return error;
        }
    }
    std::error_code failed;
    std::filesystem::rename(fresh, path, failed);
    if (!failed)
        return {};
    std::error_code ignored;
    std::filesystem::remove(fresh, ignored);
    return invalidArgument("can't write \"" + path + "\": " + failed.message());
}

} // namespace tscope
