// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_lineages.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

constexpr qsizetype mostSources = 1000;
constexpr std::size_t mostResults = 20'000; // of all steps

QString qtext(const std::string& text)
{
    return QString::fromStdString(text);
}

using StepNumbers = std::unordered_map<const LineageStep*, int>;

// Nothing where the step is none of those that are kept.
QJsonObject jsonOf(const Lineage& lineage, const StepNumbers& numbers)
{
    const auto at = numbers.find(lineage.step.get());
    if (at == numbers.end())
        return {};
    return {{QStringLiteral("step"), at->second}, {QStringLiteral("result"), static_cast<int>(lineage.result)}};
}

QJsonObject jsonOf(const LineageSource& source, const StepNumbers& numbers, const std::vector<Subject>& all)
{
    auto entry = jsonOf(source.from, numbers);
    entry.insert(QStringLiteral("name"), qtext(source.name));
    if (source.isNumber)
        entry.insert(QStringLiteral("number"), true);
    const auto owner = std::ranges::lower_bound(all, source.owner, {}, &Subject::id);
    if (owner != all.end() && owner->id == source.owner) {
        entry.insert(QStringLiteral("tensor"), static_cast<int>(owner - all.begin()));
        entry.insert(QStringLiteral("this"), owner->tensor == source.tensor.lock());
    }
    return entry;
}

LineageCall callFrom(const QJsonObject& entry)
{
    CallWords words{entry[QLatin1String("kind")].toString().toStdString(),
                    entry[QLatin1String("name")].toString().toStdString()};
    for (const auto value : entry[QLatin1String("words")].toArray()) {
        const auto pair = value.toArray();
        words.words.emplace_back(pair.at(0).toString().toStdString(), pair.at(1).toString().toStdString());
    }
    auto call = callOf(words);
    return call ? std::move(*call) : LineageCall(HistoryCut{words.kind + " " + words.name});
}

} // namespace

WrittenLineages writeLineages(const std::vector<Subject>& all)
{
    std::vector<Lineage> last;
    for (const auto& subject : all)
        last.push_back(subject.lineage());
    WrittenLineages out;
    StepNumbers numbers;
    for (const auto& step : stepsTo(last, mostKeptLineageSteps)) {
        const auto call = wordsOf(step->call());
        QJsonArray words, sources;
        for (const auto& [name, value] : call.words)
            words.append(QJsonArray{qtext(name), qtext(value)});
        for (const auto& source : step->sources())
            sources.append(jsonOf(source, numbers, all));
        numbers.emplace(step.get(), static_cast<int>(out.steps.size()));
        out.steps.append(QJsonObject{{QStringLiteral("kind"), qtext(call.kind)},
                                     {QStringLiteral("name"), qtext(call.name)},
                                     {QStringLiteral("words"), words},
                                     {QStringLiteral("results"), static_cast<int>(step->results())},
                                     {QStringLiteral("sources"), sources}});
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (auto entry = jsonOf(last[i], numbers); !entry.isEmpty())
            out.of.emplace(all[i].id, std::move(entry));
    return out;
}

KeptLineage keptLineageOf(const QJsonObject& entry)
{
    return {entry[QLatin1String("step")].toInt(-1),
            static_cast<std::size_t>(std::max(0, entry[QLatin1String("result")].toInt()))};
}

std::vector<KeptLineageStep> readLineages(const QJsonArray& steps)
{
    std::vector<KeptLineageStep> out;
    const auto count = std::min<qsizetype>(steps.size(), mostKeptLineageSteps);
    auto resultsLeft = mostResults;
    for (qsizetype i = 0; i < count; ++i) {
        const auto entry = steps[i].toObject();
        KeptLineageStep step{callFrom(entry)};
        step.results = static_cast<std::size_t>(std::max(1, entry[QLatin1String("results")].toInt(1)));
        if (step.results > resultsLeft)
            step.results = 1;
        resultsLeft -= std::min(resultsLeft, step.results);
        const auto sources = entry[QLatin1String("sources")].toArray();
        for (qsizetype k = 0; k < std::min(sources.size(), mostSources); ++k) {
            const auto from = sources[k].toObject();
            KeptLineageStep::Source source{from[QLatin1String("name")].toString().toStdString(),
                                           keptLineageOf(from)};
            if (source.from.step >= i) // none that comes later
                source.from.step = -1;
            source.tensor = from[QLatin1String("tensor")].toInt(-1);
            source.isThis = from[QLatin1String("this")].toBool();
            source.isNumber = from[QLatin1String("number")].toBool();
            step.sources.push_back(std::move(source));
        }
        out.push_back(std::move(step));
    }
    return out;
}

void restoreLineages(Workspace& workspace, const std::vector<KeptLineageStep>& steps,
                     const std::map<int, KeptLineage>& made, const std::function<SubjectId(int number)>& idOf,
                     const std::function<bool(int number)>& isAsKept)
{
    std::vector<LineageStepPtr> built;
    const auto lineageOf = [&](const KeptLineage& kept) {
        return kept.step < 0 || kept.step >= std::ssize(built)
                   ? Lineage()
                   : Lineage{built[static_cast<std::size_t>(kept.step)], kept.result};
    };
    for (const auto& step : steps) {
        std::vector<LineageSource> sources;
        for (const auto& kept : step.sources) {
            LineageSource source{kept.name, {}, lineageOf(kept.from), idOf(kept.tensor), kept.isNumber};
            const auto* subject = workspace.find(source.owner);
            if (subject != nullptr && kept.isThis && isAsKept(kept.tensor))
                source.tensor = subject->tensor;
            sources.push_back(std::move(source));
        }
        built.push_back(lineageStep(step.call, std::move(sources), step.results));
    }
    std::vector<std::pair<SubjectId, Lineage>> all;
    for (const auto& [number, kept] : made)
        if (const auto id = idOf(number); id != 0 && isAsKept(number))
            all.emplace_back(id, lineageOf(kept));
    workspace.setMade(all);
}

} // namespace tscope
