// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_panel.h"

#include "base/human_numbers.h"
#include "facts/diff_list.h"
#include "facts/diff_text.h"
#include "jobs/jobs.h"
#include "panels/byte_table_view.h"
#include "panels/difference_list.h"
#include "selection/selection.h"
#include "views/subject_choice.h"
#include "workspace/tabs.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// How the two differ: what the terminal says of it, and of which kinds the differences are.
struct Comparison {
    std::vector<DifferenceLine> lines;
    std::vector<DifferenceGroup> groups;
};

constexpr std::int64_t mostUnasked = 1 << 20; // elements; of more the comparison takes much time and memory

using Compared = Result<Comparison>;

Compared compared(const Tensor& a, const Tensor& b, const Watch& watch)
{
    const auto difference = diff(a, b, watch);
    if (!difference)
        return difference.error();
    return Comparison{tellDifference(*difference, a, b), differenceGroups(*difference, a, b, watch)};
}

std::int64_t elementsOf(const Tensor& tensor)
{
    std::int64_t most = 0;
    for (const auto& member : tensor.members)
        most = std::max(most, numel(member.array.geometry).value_or(0));
    return most;
}

QString textOf(const DifferenceLine& line)
{
    return QString::fromStdString(plainText({line.words})).simplified();
}

// How the two tensors of the canvas differ, in the words of `tscope diff`, every difference by its kind, and what
// each array takes. What names a place goes there in both; the keys F7 and Shift+F7 go from difference to
// difference.
class ComparePanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::ComparePanel)

public:
    explicit ComparePanel(const PanelContext& context)
        : m_workspace(context.workspace), m_tabs(context.tabs), m_selection(context.selection),
          m_jobs(context.jobs)
    {
        m_heading = new QLabel;
        m_heading->setObjectName(QStringLiteral("compare heading"));
        m_heading->setWordWrap(true);
        m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // names may be long
        m_other = new SubjectChoice(m_workspace);
        m_other->setObjectName(QStringLiteral("compare with"));
        m_other->setAccessibleName(tr("Compare with"));
        m_other->setPlaceholderText(tr("Choose a tensor"));
        auto* with = new QLabel(tr("Compare &with"));
        with->setBuddy(m_other);
        m_start = new QPushButton(tr("Compare"));
        m_start->setObjectName(QStringLiteral("compare now"));
        m_start->hide();
        m_lines = new QListWidget;
        m_lines->setObjectName(QStringLiteral("differences"));
        m_lines->setAccessibleName(tr("Differences"));
        m_lines->setWordWrap(true);
        m_lines->setResizeMode(QListView::Adjust);
        m_lines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

        m_each = new DifferenceList(m_selection, m_jobs);
        m_bytes = new ByteTableView;
        auto* split = new QSplitter;
        split->setChildrenCollapsible(false);
        for (auto* part :
             {static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_each), static_cast<QWidget*>(m_bytes)})
            split->addWidget(part);
        split->setStretchFactor(0, 1);

        auto* row = new QHBoxLayout;
        row->addWidget(m_heading, 1);
        row->addWidget(m_start);
        row->addWidget(with);
        row->addWidget(m_other);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addLayout(row);
        layout->addWidget(split);

        connect(m_other, &QComboBox::activated, this, [this] {
            const auto other = m_other->currentData().toInt();
            m_tabs.split(other, m_tabs.tab().way);
        });
        connect(m_start, &QPushButton::clicked, this, &ComparePanel::start);
        connect(m_lines, &QListWidget::itemClicked, this, &ComparePanel::goTo);
        connect(m_lines, &QListWidget::itemActivated, this, &ComparePanel::goTo); // by keyboard
        connect(&m_tabs, &Tabs::changed, this, &ComparePanel::refresh);
        connect(&m_workspace, &Workspace::subjectChanged, this, &ComparePanel::refresh);
        connect(&m_workspace, &Workspace::subjectsAdded, this, &ComparePanel::refresh);
        connect(&m_workspace, &Workspace::subjectsRemoved, this, &ComparePanel::refresh);
        connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
            if (receiver == this) // it said so, and nothing comes any more
                tell(Error{ErrorCode::internal, text.toStdString()});
        });
        refresh();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    struct Side {
        SubjectId subject = 0;
        QString name;
        TensorPtr tensor = nullptr;
        bool operator==(const Side&) const = default;
    };

    Side side(std::size_t pane) const
    {
        const auto& panes = m_tabs.tab().panes;
        const auto* subject = pane < panes.size() ? m_workspace.find(panes[pane].subject) : nullptr;
        return subject == nullptr ? Side() : Side{subject->id, subject->title(), subject->shown().tensor};
    }

    void refresh()
    {
        if (!isVisible()) // it is asked for again when it is shown
            return;
        const auto a = side(0), b = side(1);
        m_other->setEnabled(m_workspace.subjects().size() > 1);
        m_other->leaveOut(m_workspace.current());
        m_other->choose(m_tabs.beside());
        const auto missing = whatIsMissing(a, b);
        if (missing.isEmpty() && a == m_a && b == m_b)
            return; // it is said, or on its way
        const bool isSamePair = a.subject == m_a.subject && b.subject == m_b.subject;
        m_a = a;
        m_b = b;
        m_jobs.stop(this, QStringLiteral("compare"));
        m_start->hide();
        // While one of them is dragged about, what was said stands there until there is something new.
        m_lines->setEnabled(!isSamePair);
        if (!isSamePair || !missing.isEmpty()) {
            m_lines->clear();
            m_told.clear();
            m_each->clear();
        }
        if (!missing.isEmpty()) {
            m_a = m_b = {};
            m_heading->setText(missing);
            m_bytes->show({});
            return;
        }
        m_bytes->show(byteTable(*a.tensor, *b.tensor));
        m_heading->setText(tr("First: %1. Second: %2.").arg(a.name, b.name));
        const auto elements = std::max(elementsOf(*a.tensor), elementsOf(*b.tensor));
        if (elements <= mostUnasked)
            return start();
        m_told.clear();
        m_each->clear();
        m_lines->clear();
        m_lines->addItem(tr("To compare %1 elements takes a while: press Compare to start.")
                             .arg(QString::fromStdString(grouped(elements))));
        m_start->show();
    }

    void start()
    {
        m_start->hide();
        if (m_told.empty()) {
            m_lines->clear();
            m_lines->addItem(tr("Comparing..."));
        }
        m_jobs.start(
            this, QStringLiteral("compare"),
            [one = m_a.tensor, other = m_b.tensor](const Watch& watch) { return compared(*one, *other, watch); },
            [this](const Compared& result) { tell(result); });
    }

    QString whatIsMissing(const Side& a, const Side& b) const
    {
        if (m_workspace.subjects().empty())
            return tr("Nothing is open: open, paste or build two tensors to compare them.");
        if (m_workspace.subjects().size() == 1)
            return tr("Only %1 is open: open, paste or build another tensor to compare it with.")
                .arg(m_workspace.subjects().front().name);
        if (b.subject == 0)
            return tr("Nothing stands beside %1: choose a tensor to compare it with.").arg(a.name);
        if (a.subject == b.subject)
            return tr("%1 stands on both sides: choose another tensor to compare it with.").arg(a.name);
        return {};
    }

    void tell(const Compared& result)
    {
        m_lines->setEnabled(true);
        m_lines->clear();
        m_told.clear();
        if (!result) {
            m_lines->addItem(QString::fromStdString(result.error().text));
            return m_each->clear();
        }
        m_told = result->lines;
        m_each->show(m_a.subject, m_a.tensor, m_b.subject, m_b.tensor, result->groups);
        for (const auto& line : m_told) {
            auto* item = new QListWidgetItem(textOf(line), m_lines);
            if (line.inA || line.inB)
                item->setToolTip(line.inA && line.inB ? tr("Go there in both") : tr("Go there"));
        }
    }

    void goTo(QListWidgetItem* item)
    {
        const auto row = static_cast<std::size_t>(m_lines->row(item));
        if (row >= m_told.size())
            return;
        goToBoth(m_selection, m_a.subject, m_told[row].inA, m_b.subject, m_told[row].inB);
    }

    Workspace& m_workspace;
    Tabs& m_tabs;
    Selection& m_selection;
    Jobs& m_jobs;
    QLabel* m_heading;
    SubjectChoice* m_other;
    QPushButton* m_start;
    QListWidget* m_lines;
    Side m_a, m_b; // that are told of
    std::vector<DifferenceLine> m_told;
    DifferenceList* m_each;
    ByteTableView* m_bytes;
};

} // namespace

QWidget* makeComparePanel(const PanelContext& context)
{
    return new ComparePanel(context);
}

} // namespace tscope
