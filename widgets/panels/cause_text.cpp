// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cause_text.h"

#include "facts/cause_place.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "style/glossary.h"

#include <QResizeEvent>

#include <algorithm>

namespace tscope {

namespace {

// The text with the place that it names as a link, after some words of the window's.
LinkedLine lineOf(const QString& words, const Tensor& tensor, const Cause& cause, bool hasPlace)
{
    const auto before = words.indexOf(QLatin1String("%1"));
    const auto whole = brief(QString::fromStdString(cause.text), longestLine);
    LinkedLine line{words.arg(whole)};
    if (!hasPlace)
        return line;
    const auto part = namedPart(tensor, cause);
    const auto lengthOf = [&](std::size_t bytes) {
        return QString::fromStdString(cause.text.substr(0, bytes)).size();
    };
    line.linkBegin = std::min(before + lengthOf(part.begin), line.text.size());
    line.linkEnd = std::min(before + lengthOf(part.end), line.text.size());
    return line;
}

} // namespace

CauseText::CauseText(const PanelContext& context, QWidget* parent)
    : LinkedText(parent), m_workspace(context.workspace), m_selection(context.selection)
{
    setObjectName(QStringLiteral("cause"));
    setAccessibleName(tr("Likely causes"));
    connect(this, &LinkedText::activated, this, [this](std::size_t line) {
        if (const auto place = placeAt(line))
            m_selection.select(m_workspace.current(), *place);
    });
    connect(this, &LinkedText::hovered, this, [this](std::optional<std::size_t> line) {
        if (const auto place = line ? placeAt(*line) : std::nullopt)
            m_selection.hover(m_workspace.current(), *place);
        else
            m_selection.leave();
    });
}

std::optional<Slots> CauseText::placeAt(std::size_t line) const
{
    return line < m_places.size() ? m_places[line] : std::nullopt;
}

void CauseText::setPatterns(const ReportPtr& report, std::map<QString, QString> patterns)
{
    m_patternsOf = report;
    m_patterns = std::move(patterns);
    refresh();
}

QString CauseText::patternOf(const ReportPtr& report, const Cause& cause) const
{
    if (report != m_patternsOf || cause.rules.empty())
        return {};
    const auto found = m_patterns.find(QString::fromStdString(cause.rules.front()));
    return found == m_patterns.end() ? QString() : found->second;
}

void CauseText::setFolded(bool isFolded)
{
    m_isFolded = isFolded;
    refresh();
}

void CauseText::refresh()
{
    m_places.clear();
    const auto* subject = m_workspace.currentSubject();
    // While an offer is looked at, what it is for stays, as what was before it.
    const bool isOffer = subject != nullptr && subject->preview && !subject->preview->isLive;
    const auto shown = subject == nullptr ? Shown()
                       : isOffer          ? Shown{subject->tensor, subject->report}
                                          : subject->shown();
    const auto& report = shown.report;
    std::vector<LinkedLine> lines;
    if (report) {
        for (const auto& cause : report->causes) {
            m_places.push_back(placeOf(*shown.tensor, cause));
            lines.push_back(lineOf(isOffer ? tr("Before: %1") : tr("Likely cause: %1"), *shown.tensor, cause,
                                   m_places.back().has_value()));
            if (const auto pattern = patternOf(report, cause); !pattern.isEmpty())
                lines.back().text += QStringLiteral(": ") + pattern;
            lines.back().tip = meaningOfRule(cause.rules.empty() ? std::string() : cause.rules.front());
        }
        for (const auto& misreading : report->misreadings) {
            m_places.emplace_back();
            lines.push_back({brief(QString::fromStdString(misreading.text), longestLine)});
        }
    }
    if (!lines.empty())
        lines.front().isLarge = true; // it is the answer
    if (m_isFolded && lines.size() > 1)
        lines.resize(1);
    const auto before = isOffer ? height() : 0; // a shorter text would move what is below it
    setVisible(!lines.empty());
    setLines(std::move(lines));
    setMinimumHeight(std::max(before, heightForWidth(width()))); // never squeezed
    updateGeometry();
}

void CauseText::resizeEvent(QResizeEvent* event)
{
    LinkedText::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        setMinimumHeight(heightForWidth(width()));
}

} // namespace tscope
