// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/value_facts.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "facts/distribution_text.h"
#include "jobs/jobs.h"
#include "panels/histogram_view.h"
#include "selection/selection.h"

#include <QHBoxLayout>

namespace tscope {

namespace {

QString captionOf(QString name, const Distribution& values)
{
    if (values.sampledFrom)
        name = ValueFacts::tr("%1 (a sample of %2)").arg(name, QString::fromStdString(grouped(values.count)));
    const auto spread = QString::fromStdString(spreadText(values));
    return spread.isEmpty() ? name : ValueFacts::tr("%1: %2").arg(name, spread);
}

} // namespace

ValueFacts::ValueFacts(const PanelContext& context, QWidget* parent)
    : QWidget(parent), m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs),
      m_pictures(new QWidget(this)), m_whole(new HistogramView("all values")),
      m_part(new HistogramView("selected values"))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pictures);
    auto* row = new QHBoxLayout(m_pictures);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_whole);
    row->addWidget(m_part);
    draw();
    connect(&m_selection, &Selection::selectionChanged, this, [this] {
        if (isVisible() && m_tensor)
            refreshSelected(m_tensor);
    });
}

void ValueFacts::refresh()
{
    const auto* subject = m_workspace.currentSubject();
    const auto tensor = subject != nullptr ? subject->shown().tensor : nullptr;
    refreshWhole(tensor);
    refreshSelected(tensor);
}

void ValueFacts::refreshWhole(const TensorPtr& tensor)
{
    if (tensor == m_tensor)
        return;
    m_tensor = tensor;
    m_values.reset();
    draw();
    if (tensor == nullptr)
        return m_jobs.stop(this, QStringLiteral("values"));
    m_jobs.start(
        this, QStringLiteral("values"), [tensor](const Watch& watch) { return distributionOf(*tensor, watch); },
        [this](Result<Distribution> values) {
            m_values = std::move(values);
            draw();
            Q_EMIT changed();
        });
}

void ValueFacts::refreshSelected(const TensorPtr& tensor)
{
    About about{tensor, {}, {}};
    const auto& selected = m_selection.selected();
    if (const auto* here = selected && tensor ? selected->in(m_workspace.current()) : nullptr) {
        about.place = here->place;
        about.besides = here->besides;
    }
    if (about == m_about)
        return;
    m_about = about;
    if (!about.place) {
        m_jobs.stop(this, QStringLiteral("selected values"));
        if (std::exchange(m_selected, std::nullopt)) {
            draw();
            Q_EMIT changed();
        }
        return;
    }
    m_jobs.start(
        this, QStringLiteral("selected values"),
        [about](const Watch& watch) { return selectedValues(*about.tensor, *about.place, about.besides, watch); },
        [this](std::optional<Result<SelectedValues>> values) {
            m_selected = std::move(values);
            draw();
            Q_EMIT changed();
        });
}

std::vector<Fact> ValueFacts::facts() const
{
    if (!m_tensor)
        return {};
    std::vector<Fact> out;
    if (m_values)
        out.push_back(factOf(*m_values, say("all values")));
    else
        out.push_back({say("all values"), tr("being computed").toStdString()});
    if (m_selected && *m_selected)
        out.push_back(factOf((*m_selected)->values, say("values of {0}", (*m_selected)->name)));
    else if (m_selected)
        out.push_back(factOf((*m_selected).error(), say("selected values")));
    return out;
}

void ValueFacts::drawWithin(int height)
{
    m_pictures->setVisible(height >= m_whole->sizeHint().height());
}

void ValueFacts::draw()
{
    const bool isKnown = m_values && *m_values;
    m_whole->setVisible(isKnown);
    if (isKnown)
        m_whole->show(captionOf(tr("All values"), **m_values), (**m_values).histogram);
    const bool isPart = m_selected && *m_selected;
    m_part->setVisible(isPart);
    if (isPart) {
        auto name = QString::fromStdString((*m_selected)->name);
        name.replace(0, 1, name.left(1).toUpper());
        const auto& values = (*m_selected)->values;
        m_part->show(captionOf(name, values), values.histogram);
    }
}

} // namespace tscope
