// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/row_page.h"

#include "charts/cost_map_chart.h"
#include "charts/row_lengths_chart.h"
#include "jobs/jobs.h"
#include "selection/selection.h"
#include "views/flow_layout.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostSelected = 1000; // elements: no more are lit up anywhere

} // namespace

RowPage::RowPage(Workspace& workspace, Jobs& jobs, Selection& selection, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_jobs(jobs), m_selection(selection),
      m_lengths(new charts::RowLengthsChart), m_costs(new charts::CostMapChart), m_inUse(m_lengths)
{
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("selected part"));
    m_state->setWordWrap(true);
    m_state->hide();
    m_split = new QSplitter(Qt::Horizontal);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_lengths);
    m_split->addWidget(makeCosts());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_split, 1);
    layout->addWidget(m_state);
    for (auto* chart : std::initializer_list<charts::Chart*>{m_lengths, m_costs}) {
        chart->installEventFilter(this);
        chart->setMinimumSize(120, 90); // two of them need no more room than another page's one
    }
    connect(m_lengths, &charts::RowLengthsChart::lengthsChosen, this,
            [this](std::int64_t, std::int64_t, std::int64_t row) {
                if (row >= 0)
                    selectRow(row);
            });
    connect(m_lengths, &charts::Chart::logChanged, m_costs, &charts::Chart::setLog); // one choice for both
    connect(m_costs, &charts::CostMapChart::tileChosen, this, &RowPage::selectTile);
}

QWidget* RowPage::makeCosts()
{
    m_forms = new QComboBox;
    m_forms->setObjectName(QStringLiteral("form of costs"));
    m_forms->setAccessibleName(tr("Form"));
    m_forms->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_forms->setMinimumContentsLength(10);
    m_measure = new QComboBox;
    m_measure->setObjectName(QStringLiteral("measure of costs"));
    m_measure->setAccessibleName(tr("What the colours mean"));
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_measure->setMinimumContentsLength(12);
    connect(m_forms, &QComboBox::currentIndexChanged, this, &RowPage::showMap);
    connect(m_measure, &QComboBox::currentIndexChanged, this,
            [this] { m_costs->setMeasure(static_cast<charts::CostMeasure>(m_measure->currentData().toInt())); });
    auto* choices = new FlowLayout;
    choices->addWidget(m_forms);
    choices->addWidget(m_measure);
    auto* costs = new QWidget;
    auto* layout = new QVBoxLayout(costs);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(choices);
    layout->addWidget(m_costs, 1);
    return costs;
}

void RowPage::setRows(TimedRows rows)
{
    const auto before = m_costs->map().form;
    if (rows.tensor != m_rows.tensor)
        m_state->hide(); // it spoke of another one
    m_rows = std::move(rows);
    m_lengths->setLengths(m_rows.spread);
    const QSignalBlocker quiet(m_forms);
    m_forms->clear();
    for (const auto& map : m_rows.maps)
        m_forms->addItem(map.title);
    m_forms->setEnabled(m_forms->count() > 1);
    auto at = std::ranges::find(m_rows.maps, before, &charts::CostMap::form) - m_rows.maps.begin();
    // A row that is chosen elsewhere is followed once; then whoever wants another form has it.
    const auto followed = m_rows.chosen ? std::optional(m_rows.maps[*m_rows.chosen].form) : std::nullopt;
    if (followed && followed != m_followed)
        at = static_cast<std::ptrdiff_t>(*m_rows.chosen);
    m_followed = followed;
    m_forms->setCurrentIndex(at < std::ssize(m_rows.maps) ? static_cast<int>(at) : m_rows.maps.empty() ? -1 : 0);
    showMap();
}

void RowPage::showMap()
{
    const auto at = m_forms->currentIndex();
    const auto map = at < 0 ? charts::CostMap() : m_rows.maps[static_cast<std::size_t>(at)];
    const auto wanted = m_measure->currentData();
    {
        const QSignalBlocker quiet(m_measure);
        m_measure->clear();
        for (const auto measure : charts::allCostMeasures)
            if (map.has(measure))
                m_measure->addItem(titleOf(measure), static_cast<int>(measure));
        m_measure->setCurrentIndex(std::max(0, m_measure->findData(wanted)));
        m_measure->setEnabled(m_measure->count() > 1);
    }
    m_costs->setMap(map);
    m_costs->setMeasure(static_cast<charts::CostMeasure>(m_measure->currentData().toInt()));
}

bool RowPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        m_inUse = watched == m_costs ? static_cast<charts::Chart*>(m_costs) : m_lengths;
    return QWidget::eventFilter(watched, event);
}

void RowPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_split->setOrientation(width() > height() ? Qt::Horizontal : Qt::Vertical);
}

void RowPage::selectTile(const charts::CostTile& tile)
{
    const auto& map = m_costs->map();
    select({map.batchDims, map.rows, map.columns, tile.firstRow, tile.lastRow, tile.firstColumn, tile.lastColumn});
}

void RowPage::selectRow(std::int64_t row)
{
    if (m_rows.maps.empty()) // of components
        return select({0, 0, 0, row, row});
    const auto& map = m_rows.maps.front();
    const auto inLine = row % map.rows;
    select({map.batchDims, map.rows, map.columns, inLine, inLine, 0, map.columns - 1, row / map.rows});
}

// It is the current tensor in which it is looked for: that has to be the one that was measured.
void RowPage::select(const MatrixPart& part)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || subject->title().toStdString() != m_rows.tensor)
        return tell({});
    m_jobs.start(
        this, QStringLiteral("part of the matrix"),
        [tensor = subject->shown().tensor, part](const Watch& watch) {
            return placesOf(*tensor, part, mostSelected, watch);
        },
        [this, id = subject->id](const std::optional<PartPlaces>& found) {
            tell(found);
            if (!found || m_workspace.find(id) == nullptr)
                return;
            std::vector<Slots> besides;
            for (std::size_t i = 1; i < found->places.size(); ++i)
                besides.push_back(std::get<Slots>(found->places[i]));
            m_selection.select(id, found->places.front(), this, std::move(besides));
        },
        Jobs::Kind::looks);
}

void RowPage::tell(const std::optional<PartPlaces>& found)
{
    m_state->setText(
        !found ? tr("The tensor that was measured is not the current one: nothing is selected in it.")
        : found->elements == 0 ? tr("Nothing is stored there; the first element of the part is selected.")
        : found->truncated ? tr("The first %1 elements that are stored there are selected.").arg(found->elements)
                           : tr("Selected: %1 stored elements.").arg(found->elements));
    m_state->show();
}

} // namespace tscope
