// SPDX-License-Identifier: GPL-3.0-or-later
// Outside lessons: one element after the other, how it is found, and what is wrong with the tensor.
#include "facts/locate_text.h"
#include "jobs/jobs.h"
#include "lessons/lesson_play.h"
#include "lessons/projector.h"
#include "selection/selection.h"
#include "style/brief.h"
#include "style/projected_type.h"
#include "views/scene_view.h"

#include <QFontMetrics>
#include <QLabel>
#include <QLayout>

#include <algorithm>

namespace tscope {

namespace {

// The place as many elements further in reading order, from the first to the last one; the first where none is
// given.
ElementPlace elementBeside(const Extents& sizes, const Extents* index, int by)
{
    auto at = index == nullptr ? Extents(sizes.size(), 0) : *index;
    if (index == nullptr)
        return {at};
    for (auto dim = sizes.size(); dim-- > 0;) {
        if (const auto next = at[dim] + by; next >= 0 && next < sizes[dim]) {
            at[dim] = next;
            return {at};
        }
        at[dim] = by > 0 ? 0 : sizes[dim] - 1;
    }
    return {*index};
}

// Of a tensor in which each dim has one size, none of them 0.
std::optional<Extents> evenSizes(const Subject& subject)
{
    const auto shown = subject.shown();
    if (!shown.outline || !shown.outline->size)
        return std::nullopt;
    Extents sizes;
    for (const auto& extent : *shown.outline->size) {
        if (extent.kind != OuterExtent::Kind::number || extent.value <= 0)
            return std::nullopt;
        sizes.push_back(extent.value);
    }
    return sizes;
}

// The steps to the element, a line each.
QStringList elementSteps(const std::string& text)
{
    auto lines = QString::fromStdString(text).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (auto& line : lines)
        line = brief(line.trimmed());
    return lines;
}

} // namespace

void Projector::stepElement(int by)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || m_boxes.empty() || stepBroken(*subject, by))
        return;
    const auto& selected = m_selection.selected();
    const auto* own = selected ? selected->in(subject->id) : nullptr;
    if (const auto sizes = evenSizes(*subject)) {
        const auto* place = own == nullptr ? nullptr : std::get_if<ElementPlace>(&own->place);
        const Extents* index = place != nullptr ? &place->index
                               : own != nullptr && !own->relatedToPlace().elements.empty()
                                   ? &own->relatedToPlace().elements.front()
                                   : nullptr;
        if (index != nullptr && index->size() != sizes->size())
            index = nullptr;
        const Place next = elementBeside(*sizes, index, by);
        return m_selection.select(subject->id, next);
    }
    // Of others the cells and slots that are drawn.
    const auto all = views();
    const auto found = std::ranges::find(all, subject->id, &SceneView::subject);
    const auto* view = found == all.end() ? all.front() : *found;
    const auto count = static_cast<std::ptrdiff_t>(view->scene().spots.size());
    if (count == 0)
        return;
    const auto number = view->selectedNumber();
    const auto next = number ? std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*number) + by, 0, count - 1)
                             : std::ptrdiff_t(0);
    const auto place = view->scene().spots[static_cast<std::size_t>(next)].place;
    m_selection.select(view->subject(), place);
}

void Projector::showTensorBeside(int by)
{
    const auto& all = m_workspace.subjects();
    const auto at = std::ranges::find(all, m_workspace.current(), &Subject::id);
    const auto next = at - all.begin() + by;
    if (m_play.lesson() == nullptr && at != all.end() && next >= 0 && next < std::ssize(all))
        m_workspace.setCurrent(all[static_cast<std::size_t>(next)].id);
}

// In a lesson both may be the answer.
void Projector::showElement()
{
    const auto* subject = m_workspace.currentSubject();
    const bool isFree = subject != nullptr && m_play.lesson() == nullptr && !m_selection.cover().isOn(subject->id);
    const auto report = isFree ? subject->shown().report : ReportPtr();
    m_cause->setText(report && !report->causes.empty()
                         ? tr("Likely cause: %1").arg(brief(QString::fromStdString(report->causes.front().text)))
                         : QString());
    m_cause->setVisible(!m_cause->text().isEmpty());
    if (!fitsLarge(*m_cause))
        m_cause->setFont(scaledType(1));
    const auto& selected = m_selection.selected();
    const auto* own = isFree && selected ? selected->in(subject->id) : nullptr;
    if (own == nullptr) {
        m_jobs.stop(this, QStringLiteral("projector element"));
        return showFound({});
    }
    constexpr std::int64_t counted = 1000, listed = 10; // elements that read a slot
    m_jobs.start(
        this, QStringLiteral("projector element"),
        [tensor = subject->shown().tensor, place = own->place](const Watch& watch) {
            return plainText(tellPlace(*tensor, place, related(*tensor, place, counted, watch), listed));
        },
        [this, title = ownTitle(*subject), broken = brokenLines(*subject, own->place)](const std::string& text) {
            constexpr qsizetype besideRules = 2; // who reads a broken slot may be a long list
            const auto told = elementSteps(text);
            auto steps = broken.isEmpty() ? told : broken + told.mid(0, besideRules);
            if (!steps.isEmpty() && !title.isEmpty())
                steps.front() = tr("%1: %2").arg(title, steps.front());
            showFound(steps);
        },
        Jobs::Kind::looks);
}

// Empty where one tensor is shown, as its name stands above all.
QString Projector::ownTitle(const Subject& subject) const
{
    const bool isAlone =
        std::ranges::all_of(m_shown, [&](const Shown& each) { return each.subject == subject.id; });
    return isAlone ? QString() : subject.title();
}

// Explanations are larger than other texts where each then has three lines at most, and pictures keep the room.
// False: it does not, and the type has to be chosen anew.
bool Projector::fitsLarge(QLabel& explanation) const
{
    constexpr double ofScreen = 0.033, mostOfScreen = 0.25;
    constexpr int mostLines = 3, rounding = 4;
    explanation.setFont(scaledType(std::max(1.0, ofScreen * height() / projectedTypeHeight(size()))));
    const auto width = this->width() - 2 * layout()->contentsMargins().left();
    const QFontMetrics metrics(explanation.font());
    const auto lines = explanation.text().split(QLatin1Char('\n'));
    return explanation.heightForWidth(width) <= height() * mostOfScreen &&
           std::ranges::all_of(lines, [&](const QString& line) {
               return metrics.boundingRect(0, 0, width - rounding, QWIDGETSIZE_MAX, Qt::TextWordWrap, line)
                          .height() <= mostLines * metrics.lineSpacing();
           });
}

// All lines are shown, in smaller type where they would leave the pictures less than half of the screen; only what
// has no room in the smallest type that can be read is left out, behind the first line. The text stays as high as
// it was for elements before, so that the pictures don't move at each step.
void Projector::showFound(const QStringList& steps)
{
    constexpr double largest = 1, smallest = ofSmallType, step = 0.1, ofScreen = 0.5, rounding = 0.01;
    m_steps = steps;
    const auto width = this->width() - 2 * layout()->contentsMargins().left();
    const auto room = static_cast<int>(height() * ofScreen);
    auto factor = largest;
    auto lines = steps;
    m_found->setVisible(!lines.isEmpty());
    const auto heightAt = [&](double ofType) {
        m_found->setFont(scaledType(ofType));
        m_found->setText(lines.join(QLatin1Char('\n')));
        return lines.isEmpty() ? 0 : m_found->heightForWidth(width);
    };
    m_found->setText(lines.join(QLatin1Char('\n')));
    auto needed = !lines.isEmpty() && fitsLarge(*m_found) ? m_found->heightForWidth(width) : heightAt(factor);
    while (needed > room && factor > smallest + rounding)
        needed = heightAt(factor -= step);
    for (bool isFirst = true; needed > room && lines.size() > 3; isFirst = false) {
        if (isFirst)
            lines[1] = QStringLiteral("\u2026");
        else
            lines.removeAt(2);
        needed = heightAt(factor);
    }
    m_found->setMinimumHeight(lines.isEmpty() ? 0 : std::min(room, std::max(m_found->minimumHeight(), needed)));
}

} // namespace tscope
