// SPDX-License-Identifier: Apache-2.0
#include "outputs.h"

#include "base/say.h"
#include "io/whole_file.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <system_error>

namespace tscope::cli {

namespace {

namespace fs = std::filesystem;

// This process has read nothing but its inputs, so that any lost page is one of theirs.
SaveWatch ofIntactInputs()
{
    return {.lostMappings = 0, .toStreams = true, .mayStay = intactInputs};
}

bool isSameFile(const std::string& a, const std::string& b)
{
    std::error_code failed;
    return fs::equivalent(a, b, failed) && !failed;
}

} // namespace

Result<std::vector<std::string>> saveTensors(const Document& document, const std::string& path,
                                             const SaveOptions& options)
{
    return saveFile(document, path, ofIntactInputs(), options);
}

Result<void> saveBytes(const std::string& path, std::string_view bytes)
{
    return writeWholeFile(path, bytes, ofIntactInputs());
}

void addOverwrite(CLI::App& command, Output& output)
{
    command.add_flag("--overwrite", output.mayOverwrite,
                     "replace OUT though not all of T was read, which is lost if OUT is T");
}

Result<void> checkOverwrite(const Output& output, const std::string& spec, const Remainder& ofFile,
                            std::int64_t unread)
{
    std::error_code failed;
    const auto why = isSameFile(output.path, fileOf(spec)) ? remainderText(ofFile) : unreadText(unread);
    if (output.mayOverwrite || why.empty() || !fs::exists(output.path, failed))
        return {};
    return corrupt(
        say("{0} is there and was not replaced, as {1}; --overwrite replaces it all the same", output.path, why));
}

} // namespace tscope::cli
