// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/kind.h"

#include <span>
#include <string>
#include <vector>

namespace tscope::mutations {

struct KeptFile {
    std::string path; // as it was found
    std::string bytes;
    Kind kind = Kind::other;
};

// All files in these folders, in the order of their paths. Fails where one can't be read, with its path.
std::vector<KeptFile> keptFilesIn(std::span<const std::string> folders);

// The words of dictionaries as libFuzzer takes them.
std::vector<std::string> wordsIn(std::string_view dictionary);

// The material for mutations: files of the same kind to splice in, and words to insert.
struct Material {
    std::vector<const KeptFile*> sameKind;
    std::span<const std::string> words;
};

} // namespace tscope::mutations
