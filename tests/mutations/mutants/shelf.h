// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/mutants/mutators.h"

#include <map>
#include <vector>

namespace tscope::mutations {

struct Mutant {
    const KeptFile* from = nullptr;
    std::string how; // the mutators, in their order
    std::string bytes;
};

// The kept files, by kind, and what can be made of them.
class Shelf
{
public:
    // Precondition: there are files.
    Shelf(std::vector<KeptFile> files, std::vector<std::string> words);
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;

    const std::vector<KeptFile>& files() const { return m_files; }
    Mutant mutant(Dice& dice) const;

private:
    std::vector<KeptFile> m_files;
    std::vector<const KeptFile*> m_right; // whose folders say that nothing is wrong with them
    std::vector<std::string> m_words;
    std::map<Kind, Material> m_materials;
};

} // namespace tscope::mutations
