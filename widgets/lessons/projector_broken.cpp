// SPDX-License-Identifier: GPL-3.0-or-later
// Outside lessons the broken places of a tensor come before its elements.
#include "layouts/shared/sentences.h"
#include "lessons/lesson_play.h"
#include "lessons/projector.h"
#include "selection/selection.h"
#include "style/brief.h"

#include <algorithm>

namespace tscope {

namespace {

// In the order of the report, each once.
std::vector<Slots> brokenPlacesOf(const Report& report)
{
    constexpr std::size_t most = 100; // a class is shown some
    std::vector<Slots> places;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation)
            for (const auto& witness : finding.witnesses)
                if (witness.place && places.size() < most &&
                    std::ranges::find(places, *witness.place) == places.end())
                    places.push_back(*witness.place);
    return places;
}

} // namespace

// Null: it is valid or not checked yet, or its faults are what a lesson asks for.
ReportPtr Projector::tellableReport(const Subject& subject) const
{
    const auto report = subject.shown().report;
    const bool isFree = m_play.lesson() == nullptr && !m_selection.cover().isOn(subject.id);
    return isFree && report && !report->valid ? report : ReportPtr();
}

// False: an element is next.
bool Projector::stepBroken(const Subject& subject, int by)
{
    const auto report = tellableReport(subject);
    if (report != m_walked) {
        m_walked = report;
        m_brokenStep = 0;
    }
    const auto places = report ? brokenPlacesOf(*report) : std::vector<Slots>();
    const auto& selected = m_selection.selected();
    const auto* own = selected ? selected->in(subject.id) : nullptr;
    const auto* element = own == nullptr ? nullptr : std::get_if<ElementPlace>(&own->place);
    const bool isAtFirst =
        element != nullptr && std::ranges::all_of(element->index, [](auto at) { return at == 0; });
    const auto count = std::ssize(places);
    if (m_brokenStep > count ? by > 0 || !isAtFirst : by < 0 && m_brokenStep == 0)
        return false;
    m_brokenStep = std::max<std::ptrdiff_t>(m_brokenStep + by, std::min<std::ptrdiff_t>(count, 1));
    if (m_brokenStep <= count && count > 0) {
        const Place place = places[static_cast<std::size_t>(m_brokenStep - 1)];
        m_selection.select(subject.id, place);
        return true;
    }
    if (count > 0) // behind the last broken place the elements begin
        m_selection.clear();
    return false;
}

// Each rule that fails there, and why: "5.2: ...".
QStringList Projector::brokenLines(const Subject& subject, const Place& place) const
{
    constexpr qsizetype most = 3;
    QStringList lines;
    const auto* slots = std::get_if<Slots>(&place);
    const auto report = tellableReport(subject);
    if (slots == nullptr || !report)
        return lines;
    for (const auto& finding : report->findings)
        for (const auto& witness : finding.witnesses)
            if (finding.level == Level::violation && witness.place == *slots && lines.size() < most)
                lines << brief(tr("%1: %2").arg(
                    QString::fromStdString(finding.rule),
                    QString::fromStdString(placeSentence(*subject.shown().tensor, finding.rule, witness))));
    return lines;
}

} // namespace tscope
