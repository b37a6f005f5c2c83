// SPDX-License-Identifier: Apache-2.0
#include "timing/subject_pairs.h"

#include "timing/variant_words.h"

#include <deque>
#include <map>
#include <string>
#include <tuple>

namespace tscope::timing {

SubjectPairs::SubjectPairs(const Session& before, const Session& after) : m_before(after.subjects.size())
{
    using Traits = std::tuple<std::string, std::string, std::string>;
    struct Wanted {
        bool isSameForm, isSameName;
    };
    std::vector<bool> isPaired(before.subjects.size());
    for (const auto wanted :
         {Wanted{true, true}, Wanted{true, false}, Wanted{false, true}, Wanted{false, false}}) {
        const auto traitsOf = [&](const Subject& subject) {
            return Traits(subject.contentHash, wanted.isSameForm ? fullText(subject.given) : std::string(),
                          wanted.isSameName ? subject.name : std::string());
        };
        std::map<Traits, std::deque<std::size_t>> left; // in their order
        for (std::size_t a = 0; a < before.subjects.size(); ++a)
            if (const auto& subject = before.subjects[a]; !isPaired[a] && !subject.contentHash.empty())
                left[traitsOf(subject)].push_back(a);
        for (std::size_t b = 0; b < after.subjects.size(); ++b) {
            const auto found = m_before[b] ? left.end() : left.find(traitsOf(after.subjects[b]));
            if (found == left.end() || found->second.empty())
                continue;
            m_before[b] = found->second.front();
            isPaired[found->second.front()] = true;
            found->second.pop_front();
        }
    }
}

} // namespace tscope::timing
