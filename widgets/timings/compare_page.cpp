// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/compare_page.h"

#include "build/words.h"
#include "charts/changes_chart.h"
#include "jobs/jobs.h"
#include "models/sorted_lines.h"
#include "panels/reading_table.h"
#include "style/palette.h"
#include "timing/session_diff.h"
#include "timings/whole_titles.h"
#include "views/flow_layout.h"
#include "views/limited_label.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr int mostHeadingLines = 4, mostOrderLines = 2;

// Each word in its colour, besides its sign.
class WordDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto word = index.data(ChangesModel::WordRole);
        const auto ink = word.isValid() ? charts::inkOf(static_cast<timing::Word>(word.toInt())) : Ink::faintText;
        option->palette.setColor(QPalette::Text, Palette::behind(option->palette)[ink]);
    }
};

bool shareTensor(const timing::Session& a, const timing::Session& b)
{
    return std::ranges::any_of(a.subjects, [&](const timing::Subject& subject) {
        return !subject.contentHash.empty() &&
               std::ranges::find(b.subjects, subject.contentHash, &timing::Subject::contentHash) !=
                   b.subjects.end();
    });
}

} // namespace

Comparison comparisonOf(const timing::Session& before, const timing::Session& after)
{
    Comparison made;
    made.whyNot = qt(timing::whyNotCompared(before, after));
    if (made.whyNot.isEmpty())
        made.changes = charts::changesOf(before, after);
    made.lines = std::make_shared<const std::vector<ChangeLine>>(changeLinesOf(made.changes));
    return made;
}

ComparePage::ComparePage(Jobs& jobs, Timings& timings, QWidget* parent)
    : QWidget(parent), m_jobs(jobs), m_timings(timings),
      m_sorted(new SortedLines(m_model, ChangesModel::SortRole, this)), m_hint(new QLabel), m_body(new QWidget),
      m_against(new QComboBox), m_swap(new QPushButton(tr("S&wap"))), m_order(new LimitedLabel(mostOrderLines)),
      m_heading(new LimitedLabel(mostHeadingLines)), m_split(new QSplitter), m_chart(new charts::ChangesChart)
{
    m_hint->setObjectName(QStringLiteral("compare sessions hint"));
    m_hint->setText(tr("Measure again, or open a session, to compare it with this one."));
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    m_against->setObjectName(QStringLiteral("session before"));
    m_against->setAccessibleName(tr("Session to compare with"));
    m_against->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_against->setMinimumContentsLength(16);
    auto* against = new QLabel(tr("A&gainst:"));
    against->setBuddy(m_against);
    against->setToolTip(tr("The session to compare with the one that is shown. The older one is before."));
    m_swap->setObjectName(QStringLiteral("swap sessions"));
    m_swap->setToolTip(tr("Swap before and after"));
    m_order->setObjectName(QStringLiteral("sessions in order"));
    m_heading->setObjectName(QStringLiteral("changes heading"));
    makeTable();
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_table);
    m_split->addWidget(m_chart);
    auto* row = new FlowLayout;
    row->addWidget(against);
    row->addWidget(m_against);
    row->addWidget(m_swap);
    auto* body = new QVBoxLayout(m_body);
    auto* layout = new QVBoxLayout(this);
    for (auto* each : {body, layout}) {
        each->setContentsMargins(0, 0, 0, 0);
        each->setSpacing(2);
    }
    body->addLayout(row);
    body->addWidget(m_order);
    body->addWidget(m_heading);
    body->addWidget(m_split, 1);
    layout->addWidget(m_hint);
    layout->addWidget(m_body);

    connect(m_against, &QComboBox::activated, this, [this] { m_isOtherChosen = true; });
    connect(m_against, &QComboBox::currentIndexChanged, this, [this] {
        m_against->setToolTip(m_against->currentText());
        ask();
    });
    connect(m_swap, &QPushButton::clicked, this, &ComparePage::swap);
    connect(&m_timings, &Timings::listChanged, this, &ComparePage::refresh);
    connect(&m_timings, &Timings::shownChanged, this, &ComparePage::refresh);
    connect(&m_timings, &Timings::runningChanged, this, &ComparePage::refresh);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
        if (receiver != this)
            return;
        m_isAsked = m_isStale = false; // nothing comes any more
        m_heading->setText(text);
    });
}

void ComparePage::makeTable()
{
    m_table = readingTable(*m_sorted, "changes", tr("Times of both sessions"), ChangeLine::reasonColumn);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setItemDelegateForColumn(ChangeLine::wordColumn, new WordDelegate(m_table));
    makeSortable(*m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& line) {
                if (!line.isValid() || m_isMarking)
                    return;
                if (const auto row = m_model.rowAt(m_sorted->lineOf(line)))
                    Q_EMIT rowChosen(*row);
            });
}

void ComparePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
    markRow();
}

// The chart below the table where there is little more width than height.
void ComparePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto orientation = 3 * width() > 4 * height() ? Qt::Horizontal : Qt::Vertical;
    if (m_split->orientation() == orientation && m_isDivided)
        return;
    m_isDivided = true;
    m_split->setOrientation(orientation);
    const auto whole = orientation == Qt::Horizontal ? width() : height();
    m_split->setSizes({whole * 3 / 5, whole * 2 / 5});
}

void ComparePage::refresh()
{
    if (!isVisible()) // it is asked for again when it is shown
        return;
    listOthers();
    const bool hasTwo = !m_others.empty();
    m_hint->setVisible(!hasTwo);
    m_body->setVisible(hasTwo);
    ask();
}

// The one that the user chose stays so while it can; else the newest of the same tensor, or of all.
void ComparePage::listOthers()
{
    const auto* shown = m_timings.shown();
    std::vector<Other> others;
    for (int at = 0; at < static_cast<int>(m_timings.sessions().size()); ++at)
        if (const auto& taken = m_timings.sessions()[static_cast<std::size_t>(at)]; at != m_timings.shownAt())
            others.push_back({at, taken.title, shown != nullptr && shareTensor(*taken.session, *shown->session)});
    if (others == m_others)
        return;
    const auto before = m_against->currentIndex();
    const auto chosen = before < 0 ? Other() : m_others[static_cast<std::size_t>(before)];
    m_others = std::move(others);
    const QSignalBlocker quiet(m_against);
    m_against->clear();
    for (const auto& other : m_others)
        m_against->addItem(other.title);
    auto place = std::ranges::find(m_others, chosen.at, &Other::at);
    if (!m_isOtherChosen || place == m_others.end()) {
        m_isOtherChosen = false;
        const auto newest = std::ranges::find(m_others.rbegin(), m_others.rend(), true, &Other::hasSameTensor);
        place = newest != m_others.rend() ? newest.base() - 1 : m_others.end() - (m_others.empty() ? 0 : 1);
    }
    m_against->setCurrentIndex(static_cast<int>(place - m_others.begin()));
    showWholeTitles(*m_against);
}

ComparePage::Pair ComparePage::chosenPair() const
{
    const auto* shown = m_timings.shown();
    const auto index = m_against->currentIndex();
    if (shown == nullptr || index < 0)
        return {};
    const auto& sessions = m_timings.sessions();
    const auto at = static_cast<std::size_t>(m_others[static_cast<std::size_t>(index)].at);
    if (at >= sessions.size()) // the list is another one by now
        return {};
    const auto& other = sessions[at];
    // Times in UTC sort as texts.
    bool isShownBefore = shown->session->takenAt < other.session->takenAt;
    if (m_swapped == std::pair(m_timings.shownAt(), static_cast<int>(at)))
        isShownBefore = !isShownBefore;
    if (isShownBefore)
        return {shown->session, other.session, charts::Side::before, shown->title, other.title};
    return {other.session, shown->session, charts::Side::after, other.title, shown->title};
}

ComparedSessions ComparePage::sessions() const
{
    if (!isVisible())
        return {};
    const auto pair = chosenPair();
    return {pair.before, pair.after, pair.titleBefore, pair.titleAfter};
}

void ComparePage::swap()
{
    if (m_against->currentIndex() < 0)
        return;
    const std::pair pair(m_timings.shownAt(), m_others[static_cast<std::size_t>(m_against->currentIndex())].at);
    m_swapped = m_swapped == pair ? std::nullopt : std::optional(pair);
    ask();
}

// One at a time: while a session grows faster than it is compared, each that comes would take the place of the
// last.
void ComparePage::ask()
{
    m_isStale = m_isAsked;
    auto pair = chosenPair();
    if (m_isAsked || pair.after == nullptr || pair == m_shown)
        return;
    m_isAsked = true;
    m_jobs.start(
        this, QStringLiteral("compare sessions"),
        [pair](const Watch&) { return comparisonOf(*pair.before, *pair.after); },
        [this, pair](Comparison comparison) {
            m_isAsked = false;
            show(pair, std::move(comparison));
            if (m_isStale)
                ask();
        },
        Jobs::Kind::looks);
}

void ComparePage::show(const Pair& pair, Comparison comparison)
{
    m_shown = pair;
    QStringList lines{comparison.whyNot.isEmpty() ? charts::summaryOf(comparison.changes) : comparison.whyNot};
    for (const auto& remark : comparison.changes.remarks)
        lines << QStringLiteral("\u25c6 ") + remark;
    const auto order = tr("Before: %1. After: %2.").arg(pair.titleBefore, pair.titleAfter);
    m_order->setText(order);
    m_heading->setText(lines.join(QLatin1Char('\n')));
    m_isMarking = true;
    m_model.setLines(std::move(comparison.lines), pair.shown);
    m_isMarking = false;
    m_chart->setChanges(std::move(comparison.changes), pair.shown);
    m_chart->setSource({}, order);
    markRow();
}

void ComparePage::chooseRow(std::optional<std::size_t> row)
{
    m_row = row;
    if (isVisible()) // else it is marked when it is shown
        markRow();
}

void ComparePage::markRow()
{
    m_isMarking = true;
    chooseLine(*m_table, m_row ? m_sorted->shownAt(m_model.lineOf(*m_row)) : -1);
    m_chart->chooseRow(m_row);
    m_isMarking = false;
}

} // namespace tscope
