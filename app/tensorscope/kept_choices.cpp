// SPDX-License-Identifier: GPL-3.0-or-later
#include "kept_choices.h"

#include "build/words.h"
#include "profile.h"
#include "timing/workload.h"
#include "timings/measure_page.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t longestBudget = 60'000, mostMebibytes = std::int64_t{1} << 20; // milliseconds; of the form

// Names under which the profile has them.
constexpr auto keptColumns = "Columns", keptOps = "Ops", keptLayouts = "Layouts", keptBlocks = "Blocks",
               keptThreads = "Threads", keptTypes = "Types", keptIndexTypes = "IndexTypes", keptBudget = "Budget",
               keptDense = "Dense";

std::vector<std::string> keptWords(const Profile& profile, const char* name)
{
    std::vector<std::string> words;
    for (const auto& word : profile.timed(name))
        words.push_back(word.toStdString());
    return words;
}

void keepWords(Profile& profile, const char* name, const std::vector<std::string>& words)
{
    QStringList all;
    for (const auto& word : words)
        all << qt(word);
    profile.setTimed(name, all);
}

std::int64_t keptNumber(const Profile& profile, const char* name, std::int64_t usual, std::int64_t most)
{
    bool isNumber = false;
    const auto number = profile.timed(name).value(0).toLongLong(&isNumber);
    return isNumber && number >= 1 && number <= most ? number : usual;
}

} // namespace

TimingChoices keptChoices(const Profile& profile)
{
    TimingChoices choices;
    if (auto columns = keptWords(profile, keptColumns); !columns.empty())
        choices.columns = std::move(columns);
    choices.ops = keptWords(profile, keptOps);
    std::erase_if(choices.ops, [](const std::string& op) {
        return std::ranges::none_of(timing::workloadKinds(), [&](const auto& kind) { return kind.name == op; });
    });
    choices.layouts = keptWords(profile, keptLayouts);
    choices.blocks = keptWords(profile, keptBlocks);
    const auto known = threadChoices();
    for (const auto& count : profile.timed(keptThreads))
        if (std::ranges::find(known, count.toInt()) != known.end())
            choices.threads.push_back(count.toInt());
    choices.dtypes = keptWords(profile, keptTypes);
    choices.indexTypes = keptWords(profile, keptIndexTypes);
    choices.budget =
        std::chrono::milliseconds(keptNumber(profile, keptBudget, choices.budget.count(), longestBudget));
    choices.mostDenseBytes = keptNumber(profile, keptDense, choices.mostDenseBytes >> 20, mostMebibytes) << 20;
    return choices;
}

void keepChoices(Profile& profile, const TimingChoices& choices)
{
    keepWords(profile, keptColumns, choices.columns);
    keepWords(profile, keptOps, choices.ops);
    keepWords(profile, keptLayouts, choices.layouts);
    keepWords(profile, keptBlocks, choices.blocks);
    QStringList threads;
    for (const auto count : choices.threads)
        threads << QString::number(count);
    profile.setTimed(keptThreads, threads);
    keepWords(profile, keptTypes, choices.dtypes);
    keepWords(profile, keptIndexTypes, choices.indexTypes);
    profile.setTimed(keptBudget, {QString::number(choices.budget.count())});
    profile.setTimed(keptDense, {QString::number(choices.mostDenseBytes >> 20)});
}

} // namespace tscope
