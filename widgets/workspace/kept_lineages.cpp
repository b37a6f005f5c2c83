// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_lineages.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

constexpr std::size_t mostSources = 20'000, mostResults = 20'000; // of all steps

QString qtext(const std::string& text)
{
    return QString::fromStdString(text);
}

using StepNumbers = std::unordered_map<const LineageStep*, int>;

bool haveOneForm(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout &&
           std::ranges::equal(a.members, b.members, [](const Member& one, const Member& other) {
               return one.role == other.role && one.array.dtype == other.array.dtype &&
                      one.array.geometry.sizes == other.array.geometry.sizes;
           });
}

// Whether reading the file of the subject gives this tensor: some formats hold it as another one.
bool isInFile(const Subject& subject, const TensorPtr& tensor)
{
    return subject.held && (tensor == subject.held || haveOneForm(*tensor, *subject.held));
}

// Which versions of tensors are there again at the next start.
class Versions
{
public:
    Versions(const std::vector<Subject>& all, const std::map<SubjectId, TensorPtr>& first)
        : m_all(all), m_first(first)
    {
    }

    const Subject* find(SubjectId id) const
    {
        const auto at = std::ranges::lower_bound(m_all, id, {}, &Subject::id);
        return at == m_all.end() || at->id != id ? nullptr : &*at;
    }
    int numberOf(const Subject& subject) const { return static_cast<int>(&subject - m_all.data()); }
    bool isNow(const Subject& subject, const TensorPtr& version) const
    {
        const bool isOfFile = subject.isSaved() && !subject.isUneditedPart();
        return version && version == subject.tensor && (!isOfFile || isInFile(subject, version));
    }
    bool isFirst(const Subject& subject, const TensorPtr& version) const
    {
        const auto at = m_first.find(subject.id);
        if (!version || at == m_first.end() || at->second != version)
            return false;
        const bool isOfFile = subject.index >= 0 && !subject.origin->path.isEmpty() && !subject.origin->isPart;
        return !isOfFile || ((version == subject.asRead || version == subject.held) && isInFile(subject, version));
    }

private:
    const std::vector<Subject>& m_all;
    const std::map<SubjectId, TensorPtr>& m_first;
};

// Nothing where the step is none of those that are kept.
QJsonObject jsonOf(const Lineage& lineage, const StepNumbers& numbers)
{
    const auto at = numbers.find(lineage.step.get());
    if (at == numbers.end())
        return {};
    return {{QStringLiteral("step"), at->second}, {QStringLiteral("result"), static_cast<int>(lineage.result)}};
}

QJsonObject jsonOf(const LineageSource& source, const StepNumbers& numbers, const Versions& versions)
{
    auto entry = jsonOf(source.from, numbers);
    entry.insert(QStringLiteral("name"), qtext(source.name));
    if (source.isNumber)
        entry.insert(QStringLiteral("number"), true);
    if (const auto* owner = versions.find(source.owner)) {
        const auto version = source.tensor.lock();
        entry.insert(QStringLiteral("tensor"), versions.numberOf(*owner));
        entry.insert(QStringLiteral("this"), versions.isNow(*owner, version));
        entry.insert(QStringLiteral("first"), versions.isFirst(*owner, version));
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

WrittenLineages writeLineages(const std::vector<Subject>& all, const std::map<SubjectId, TensorPtr>& first)
{
    const Versions versions(all, first);
    std::vector<Lineage> last; // of edited tensors how they were made before
    for (const auto& subject : all) {
        const auto made = subject.made.lock();
        const bool isKnown = versions.isNow(subject, made) || versions.isFirst(subject, made);
        last.push_back(isKnown ? subject.from : Lineage());
    }
    WrittenLineages out;
    StepNumbers numbers;
    for (const auto& step : stepsTo(last, mostKeptLineageSteps)) {
        const auto call = wordsOf(step->call());
        QJsonArray words, sources;
        for (const auto& [name, value] : call.words)
            words.append(QJsonArray{qtext(name), qtext(value)});
        for (const auto& source : step->sources())
            sources.append(jsonOf(source, numbers, versions));
        numbers.emplace(step.get(), static_cast<int>(out.steps.size()));
        out.steps.append(QJsonObject{{QStringLiteral("kind"), qtext(call.kind)},
                                     {QStringLiteral("name"), qtext(call.name)},
                                     {QStringLiteral("words"), words},
                                     {QStringLiteral("results"), static_cast<int>(step->results())},
                                     {QStringLiteral("sources"), sources}});
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (auto entry = jsonOf(last[i], numbers); !entry.isEmpty()) {
            entry.insert(QStringLiteral("first"), !versions.isNow(all[i], all[i].made.lock()));
            out.of.emplace(all[i].id, std::move(entry));
        }
    return out;
}

KeptLineage keptLineageOf(const QJsonObject& entry)
{
    return {entry[QLatin1String("step")].toInt(-1),
            static_cast<std::size_t>(std::max(0, entry[QLatin1String("result")].toInt())),
            entry[QLatin1String("first")].toBool()};
}

std::vector<KeptLineageStep> readLineages(const QJsonArray& steps)
{
    std::vector<KeptLineageStep> out;
    const auto count = std::min<qsizetype>(steps.size(), mostKeptLineageSteps);
    auto resultsLeft = mostResults, sourcesLeft = mostSources;
    for (qsizetype i = 0; i < count; ++i) {
        const auto entry = steps[i].toObject();
        KeptLineageStep step{callFrom(entry)};
        step.results = static_cast<std::size_t>(std::max(1, entry[QLatin1String("results")].toInt(1)));
        const auto sources = entry[QLatin1String("sources")].toArray();
        if (step.results > resultsLeft || static_cast<std::size_t>(sources.size()) > sourcesLeft) {
            step.results = 0;
            out.push_back(std::move(step));
            continue;
        }
        resultsLeft -= step.results;
        sourcesLeft -= static_cast<std::size_t>(sources.size());
        for (const auto value : sources) {
            const auto from = value.toObject();
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
                     const KeptVersions& versions)
{
    const auto versionOf = [](const std::map<int, TensorPtr>& of, int number) {
        const auto at = of.find(number);
        return at == of.end() ? nullptr : at->second;
    };
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
            if (kept.isThis || kept.from.isFirst)
                source.tensor = versionOf(kept.isThis ? versions.now : versions.first, kept.tensor);
            sources.push_back(std::move(source));
        }
        built.push_back(step.results > 0 ? lineageStep(step.call, std::move(sources), step.results) : nullptr);
    }
    std::vector<Workspace::Made> all;
    for (const auto& [number, kept] : made) {
        const auto version = versionOf(kept.isFirst ? versions.first : versions.now, number);
        if (const auto id = idOf(number); id != 0 && version)
            all.push_back({id, lineageOf(kept), version});
    }
    workspace.setMade(all);
}

} // namespace tscope
