// SPDX-License-Identifier: Apache-2.0
#include "outputs.h"

#include "inputs.h"
#include "io/whole_file.h"

namespace tscope::cli {

namespace {

// This process has read nothing but its inputs, so that any lost page is one of theirs.
SaveWatch ofIntactInputs()
{
    return {.lostMappings = 0, .toStreams = true, .mayStay = intactInputs};
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

} // namespace tscope::cli
