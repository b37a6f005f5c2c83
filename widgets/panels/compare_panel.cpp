// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/compare_panel.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "facts/diff_list.h"
#include "facts/diff_text.h"
#include "jobs/jobs.h"
#include "panels/byte_table_view.h"
#include "panels/comparison_report.h"
#include "panels/difference_list.h"
#include "selection/selection.h"
#include "views/subject_choice.h"
#include "workspace/tabs.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QDoubleValidator>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <utility>

namespace tscope {

namespace {

// How the two differ: what the terminal says of it, and of which kinds the differences are.
struct Comparison {
    std::vector<DifferenceLine> lines;
    std::vector<DifferenceGroup> groups;
    std::string explanation; // the few slots that explain all; empty: there are none
};

constexpr std::int64_t mostUnasked = 1 << 20; // elements; of more the comparison takes much time and memory

using Compared = Result<Comparison>;

Compared compared(const Tensor& a, const Tensor& b, const Tolerance& tolerance, const Watch& watch)
{
    const auto difference = diff(a, b, watch, {.tolerance = tolerance});
    if (!difference)
        return difference.error();
    auto groups = differenceGroups(*difference, a, b, watch);
    auto explanation = explanationOf(groups, *difference, a, b);
    return Comparison{tellDifference(*difference, a, b), std::move(groups), std::move(explanation)};
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
        m_cause = new QLabel;
        m_cause->setObjectName(QStringLiteral("compare cause"));
        m_cause->setWordWrap(true);
        m_cause->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_cause->hide();
        m_relative = toleranceField("rtol");
        m_absolute = toleranceField("atol");
        m_lines = new QListWidget;
        m_lines->setObjectName(QStringLiteral("differences"));
        m_lines->setAccessibleName(tr("Differences"));
        m_lines->setWordWrap(true);
        m_lines->setResizeMode(QListView::Adjust);
        m_lines->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

        m_each = new DifferenceList(m_selection, m_jobs);
        m_bytes = new ByteTableView;
        m_report = new ComparisonReport(context);
        m_split = new QSplitter;
        m_split->setChildrenCollapsible(false);
        for (auto* part :
             {static_cast<QWidget*>(m_lines), static_cast<QWidget*>(m_each), static_cast<QWidget*>(m_bytes)})
            m_split->addWidget(part);
        m_split->setStretchFactor(0, shareOfLines);
        m_split->setStretchFactor(1, shareOfEach);

        auto* row = new QHBoxLayout;
        row->addWidget(m_heading, 1);
        row->addWidget(m_start);
        row->addWidget(m_report);
        for (auto* field : {m_relative, m_absolute}) {
            row->addWidget(new QLabel(field->objectName()));
            row->addWidget(field);
        }
        row->addWidget(with);
        row->addWidget(m_other);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addLayout(row);
        layout->addWidget(m_cause);
        layout->addWidget(m_split);

        connect(m_other, &QComboBox::activated, this, [this] {
            const auto other = m_other->currentData().toInt();
            m_tabs.split(other, m_tabs.tab().way);
        });
        connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isDividedByHand = true; });
        connect(m_start, &QPushButton::clicked, this, &ComparePanel::start);
        auto* copy = new QAction(tr("Copy the list"), m_lines);
        copy->setShortcut(QKeySequence::Copy);
        copy->setShortcutContext(Qt::WidgetShortcut);
        m_lines->addAction(copy);
        m_lines->setContextMenuPolicy(Qt::ActionsContextMenu);
        connect(copy, &QAction::triggered, this, &ComparePanel::copyLines);
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
    static constexpr int shareOfLines = 2, shareOfEach = 3; // of the width

    struct Side {
        SubjectId subject = 0;
        QString name;
        TensorPtr tensor = nullptr;
        bool isPreview = false;
        bool operator==(const Side&) const = default;
    };

    Side side(std::size_t pane) const
    {
        const auto& panes = m_tabs.tab().panes;
        const auto* subject = pane < panes.size() ? m_workspace.find(panes[pane].subject) : nullptr;
        return subject == nullptr
                   ? Side()
                   : Side{subject->id, subject->title(), subject->shown().tensor, subject->isPreviewOfRepair()};
    }

    static QString titleOf(const Side& side)
    {
        return side.isPreview ? tr("%1 (preview of a repair, not applied)").arg(side.name) : side.name;
    }

    QLineEdit* toleranceField(const char* name)
    {
        auto* field = new QLineEdit(QStringLiteral("0"));
        field->setObjectName(QString::fromLatin1(name));
        field->setAccessibleName(field->objectName());
        field->setToolTip(qt(toleranceText()));
        field->setMaximumWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("0.000000001")));
        auto* numbers = new QDoubleValidator(0, std::numeric_limits<double>::max(), 30, field);
        numbers->setLocale(QLocale::c()); // 1e-5, whatever the language
        field->setValidator(numbers);
        connect(field, &QLineEdit::editingFinished, this, &ComparePanel::compareAgain);
        return field;
    }

    Tolerance tolerance() const
    {
        const auto of = [](const QLineEdit& field) { return QLocale::c().toDouble(field.text()); };
        return {of(*m_relative), of(*m_absolute)};
    }

    // A comparison that waits to be asked for goes on waiting.
    void compareAgain()
    {
        const auto now = tolerance();
        if (now.relative == m_tolerance.relative && now.absolute == m_tolerance.absolute)
            return;
        m_tolerance = now;
        if (m_a.tensor != nullptr && m_b.tensor != nullptr && m_start->isHidden())
            start();
    }

    void copyLines()
    {
        QStringList lines{m_heading->text()};
        if (!m_cause->text().isEmpty())
            lines << m_cause->text();
        for (int row = 0; row < m_lines->count(); ++row)
            lines << m_lines->item(row)->text();
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }

    // What the splitter left to the list while it was hidden is little: the lines had all of it.
    void divide()
    {
        if (!m_isDividedByHand)
            m_split->setSizes({shareOfLines * 100, shareOfEach * 100, m_bytes->sizeHint().width()});
    }

    void clearEach()
    {
        m_each->clear();
        m_report->clear();
    }

    void tellCause(const std::string& explanation)
    {
        m_cause->setText(qt(explanation));
        m_cause->setVisible(!explanation.empty());
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
            tellCause({});
            m_lines->clear();
            m_told.clear();
            clearEach();
        }
        if (!missing.isEmpty()) {
            m_a = m_b = {};
            m_heading->setText(missing);
            m_bytes->show({});
            return;
        }
        m_bytes->show(byteTable(*a.tensor, *b.tensor));
        m_heading->setText(tr("First: %1. Second: %2.").arg(titleOf(a), titleOf(b)));
        const auto elements = std::max(elementsOf(*a.tensor), elementsOf(*b.tensor));
        if (elements <= mostUnasked)
            return start();
        m_told.clear();
        clearEach();
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
            [one = m_a.tensor, other = m_b.tensor, tolerance = m_tolerance](const Watch& watch) {
                return compared(*one, *other, tolerance, watch);
            },
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
        tellCause(result ? result->explanation : std::string());
        if (!result) {
            m_lines->addItem(QString::fromStdString(result.error().text));
            return clearEach();
        }
        m_told = result->lines;
        const bool wasHidden = m_each->isHidden();
        m_each->show(m_a.subject, m_a.tensor, m_b.subject, m_b.tensor, result->groups, m_tolerance);
        m_report->setPair({m_a.subject, m_a.tensor, m_a.isPreview}, {m_b.subject, m_b.tensor, m_b.isPreview},
                          m_tolerance);
        if (wasHidden && !m_each->isHidden())
            divide();
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
    QLabel* m_cause;
    QLineEdit *m_relative, *m_absolute;
    Tolerance m_tolerance;
    QListWidget* m_lines;
    Side m_a, m_b; // that are told of
    std::vector<DifferenceLine> m_told;
    DifferenceList* m_each;
    ComparisonReport* m_report;
    QSplitter* m_split;
    bool m_isDividedByHand = false;
    ByteTableView* m_bytes;
};

} // namespace

QWidget* makeComparePanel(const PanelContext& context)
{
    return new ComparePanel(context);
}

} // namespace tscope
