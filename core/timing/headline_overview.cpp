// SPDX-License-Identifier: Apache-2.0
#include "timing/headline.h"

#include "base/say.h"
#include "timing/form_choice.h"
#include "timing/headline_patterns.h"
#include "timing/number_text.h"
#include "timing/stop.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <set>

namespace tscope::timing {

std::vector<Sentence> overviewOf(const Session& session, std::span<const Headline> headlines)
{
    using Form = std::pair<std::string, bool>;      // its name, and whether others may be as fast
    std::vector<std::pair<Form, std::string>> best; // with the operations
    std::string stay, undecided;
    const FormNames names(session);
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    const bool areTensorsMany = std::ranges::count(session.subjects, "", &Subject::patternOf) > 1;
    std::set<std::pair<std::string_view, std::string_view>> told;
    for (const auto& headline : headlines) {
        if (!told.emplace(headline.tensor, headline.op).second)
            continue; // on a slower device
        auto work = (areTensorsMany ? headline.tensor + ": " : std::string()) + headline.op;
        if (!headline.doesConvert()) {
            add(headline.word == Word::undecided ? undecided : stay, work);
            continue;
        }
        const auto& row = session.rows[headline.best];
        auto form = nameWithLoss(session, names, row);
        if (row.device != "cpu")
            form += say(" on {0}", row.device);
        if (headline.given && headline.speedUp)
            work += " (" + ratioText(*headline.speedUp) + "x)";
        const Form key(form, !headline.isAlone());
        const auto found = std::ranges::find(best, key, &std::pair<Form, std::string>::first);
        add((found == best.end() ? best.emplace_back(key, "") : *found).second, work);
    }
    if (told.size() < 2)
        return {};
    const auto stop = stopOf(session);
    auto out = stop ? sentencesOf(*stop) : std::vector<Sentence>();
    for (auto& [form, works] : best)
        out.push_back({form.second ? patterns::overviewAmong : patterns::overviewBest, {form.first, works}});
    if (!stay.empty())
        out.push_back({patterns::overviewStay, {stay}});
    if (!undecided.empty())
        out.push_back({patterns::overviewUndecided, {undecided}});
    return out;
}

std::string textWithTrust(const Headline& headline)
{
    auto all = headline.sentences;
    all.insert(all.end(), headline.trust.begin(), headline.trust.end());
    return text(all);
}

std::span<const std::string_view> headlinePatterns()
{
    return patterns::all;
}

} // namespace tscope::timing
