// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_model.h"

#include "build/words.h"
#include "facts/telling.h"
#include "history/lineage_script.h"
#include "style/brief.h"

#include <algorithm>

namespace tscope {

namespace {

HistorySight::Kind kindOf(const LineageGraph::Node& node)
{
    return node.isLeaf()  ? HistorySight::Kind::begins
           : node.isCut() ? HistorySight::Kind::cut
                          : HistorySight::Kind::step;
}

// Of several results the one whose history this is, else the first that is open.
SubjectId subjectOf(const LineageGraph& graph, std::size_t at)
{
    if (at == graph.root)
        return graph.rootTensor().owner;
    const auto& results = graph.nodes[at].results;
    const auto open = std::ranges::find_if(results, [](const LineageTensor& each) { return each.owner != 0; });
    return open == results.end() ? 0 : open->owner;
}

// Their names, also where two are called the same.
std::vector<NamedTensor> namedGradients(const LineageGraph& graph, const LineageReplay& replay)
{
    std::vector<NamedTensor> out;
    for (const auto& gradient : replay.gradients)
        out.push_back({graph.nodes[gradient.node].results[gradient.result].name + ".grad", gradient.tensor});
    return out;
}

// No longer than it is ever shown: rows are painted again and again, and names come from files.
LineageWords shortened(LineageWords words)
{
    for (auto* line : {&words.title, &words.call, &words.form, &words.note})
        *line = brief(qt(*line), longestLine).toStdString();
    return words;
}

// Found once: rows are painted and read out one by one, and each asks whether it is that of the current tensor.
std::unordered_map<SubjectId, int> rowsIn(const LineageGraph& graph)
{
    std::unordered_map<SubjectId, int> rows;
    for (const bool isOther : {false, true})
        for (std::size_t i = 0; i < graph.nodes.size(); ++i)
            for (const auto& tensor : graph.nodes[i].results)
                if (tensor.owner != 0 && tensor.isOther == isOther)
                    rows.try_emplace(tensor.owner, static_cast<int>(i));
    return rows;
}

} // namespace

HistorySightPtr historySight(std::span<const OpenTensor> open, std::size_t root, std::int64_t maxBytes,
                             const Watch& watch)
{
    auto sight = std::make_shared<HistorySight>();
    auto& graph = sight->graph;
    graph = lineageGraph(open, root);
    const bool isMade = graph.nodes.size() > 1;
    const auto made = isMade ? replay(graph, {.maxBytes = maxBytes, .watch = watch}) : LineageReplay();
    sight->whyNone = harmless(made.whyNone);
    sight->isTooLarge = made.isTooLarge;
    sight->gradients = namedGradients(graph, made);
    sight->script = lineageScript(graph, !made.gradients.empty()).text;
    sight->lanes = historyLanes(graph);
    sight->rowBySubject = rowsIn(graph);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        sight->rows.push_back(
            {kindOf(graph.nodes[i]), shortened(wordsOf(graph, i, isMade ? &made : nullptr)), subjectOf(graph, i)});
    for (auto& node : graph.nodes)
        for (auto& result : node.results)
            result.tensor.reset();
    return sight;
}

void HistoryModel::setSight(HistorySightPtr sight)
{
    beginResetModel();
    m_sight = std::move(sight);
    endResetModel();
}

const HistorySight::Row* HistoryModel::rowAt(const QModelIndex& index) const
{
    return m_sight && index.isValid() && index.row() < rowCount()
               ? &m_sight->rows[static_cast<std::size_t>(index.row())]
               : nullptr;
}

int HistoryModel::rowOf(SubjectId subject) const
{
    if (!m_sight)
        return -1;
    const auto at = m_sight->rowBySubject.find(subject);
    return at == m_sight->rowBySubject.end() ? -1 : at->second;
}

void HistoryModel::setCurrent(SubjectId subject)
{
    for (const auto which : {m_current, subject})
        if (const auto row = rowOf(which); row >= 0 && m_current != subject)
            Q_EMIT dataChanged(index(row), index(row), {Qt::AccessibleTextRole});
    m_current = subject;
}

int HistoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_sight ? 0 : static_cast<int>(m_sight->rows.size());
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    const auto* row = rowAt(index);
    if (row == nullptr)
        return {};
    const auto& words = row->words;
    if (role == Qt::DisplayRole)
        return brief(qt(words.title));
    if (role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    QStringList lines;
    for (const auto* line : {&words.title, &words.call})
        if (!line->empty())
            lines << brief(qt(*line));
    for (const auto* line : {&words.form, &words.note})
        if (!line->empty())
            lines << brief(qt(*line), longestLine);
    if (role == Qt::AccessibleTextRole && index.row() == rowOf(m_current))
        lines << tr("the current tensor");
    return lines.join(role == Qt::ToolTipRole ? QStringLiteral("\n") : QStringLiteral("; "));
}

} // namespace tscope
