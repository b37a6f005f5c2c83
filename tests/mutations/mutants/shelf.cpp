// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/shelf.h"

namespace tscope::mutations {

Shelf::Shelf(std::vector<KeptFile> files, std::vector<std::string> words)
    : m_files(std::move(files)), m_words(std::move(words))
{
    for (const auto& file : m_files) {
        auto& material = m_materials[file.kind];
        material.sameKind.push_back(&file);
        material.words = m_words;
        if (file.path.find("/good/") != std::string::npos || file.path.find("/samples/") != std::string::npos)
            m_right.push_back(&file);
    }
}

// More is read of files that were right, so these are half of all.
Mutant Shelf::mutant(Dice& dice) const
{
    const auto& file = !m_right.empty() && dice.oneIn(2) ? *dice.of(m_right) : dice.of(m_files);
    Mutant mutant{&file, {}, file.bytes};
    mutant.how = mutate(mutant.bytes, m_materials.at(file.kind), dice);
    return mutant;
}

} // namespace tscope::mutations
