// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subject_steps.h"

#include "facts/wording.h"
#include "style/brief.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace tscope {

namespace {

constexpr int fewTensors = 24; // of a file: all of its tree is open from the beginning

struct StepWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SubjectsModel)
};

} // namespace

std::vector<SubjectStep> SubjectSteps::to(const Subject& subject, QString& leaf) const
{
    std::vector<SubjectStep> steps;
    const auto& origin = *subject.origin;
    leaf = QString::fromStdString(titleOf(subject.title().toStdString()));
    if (!origin.folder.isEmpty()) {
        const QDir folder(origin.folder);
        steps.push_back({origin.folder, folder.dirName(), true});
        auto below = folder.relativeFilePath(origin.path).split(QLatin1Char('/'));
        below.removeLast();
        for (const auto& each : below)
            steps.push_back({each, each, true});
    }
    if (origin.tensors <= 1) {
        if (!origin.path.isEmpty() && subject.name != QFileInfo(origin.title).completeBaseName())
            leaf = StepWords::tr("%1: %2").arg(origin.title, leaf);
        return steps;
    }
    const auto key =
        origin.path.isEmpty() ? QStringLiteral("\n%1").arg(reinterpret_cast<quintptr>(&origin)) : origin.path;
    steps.push_back({key, origin.title, true});
    auto parts = forksOf(subject.origin).stepsTo(leaf);
    leaf = parts.takeLast();
    for (const auto& part : parts)
        steps.push_back({part, part, origin.tensors <= fewTensors});
    return steps;
}

const NameForks& SubjectSteps::forksOf(const OriginPtr& origin) const
{
    constexpr qsizetype mostNames = 4000; // so many are looked through in a moment
    const auto known = m_forks.find(origin);
    if (known != m_forks.end())
        return known->second;
    QStringList names;
    if (origin->names.size() <= mostNames)
        for (const auto& name : origin->names)
            names << shownName(name);
    return m_forks.emplace(origin, NameForks(names)).first->second;
}

} // namespace tscope
