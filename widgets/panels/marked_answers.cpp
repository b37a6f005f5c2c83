// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/marked_answers.h"

#include "build/words.h"
#include "jobs/jobs.h"
#include "lessons/class_summary.h"
#include "lessons/handed_in.h"
#include "lessons/lesson_words.h"
#include "style/brief.h"
#include "workspace/saved_text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// Below the headings of the first line; its cells are yet to be filled.
QTableWidget* tableFor(const std::vector<std::vector<std::string>>& lines, const char* name)
{
    auto* table = new QTableWidget(static_cast<int>(lines.size()) - 1, static_cast<int>(lines.front().size()));
    table->setObjectName(QLatin1String(name));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSortingEnabled(false);
    table->verticalHeader()->hide();
    QStringList titles;
    for (const auto& title : lines.front())
        titles << qt(title);
    table->setHorizontalHeaderLabels(titles);
    return table;
}

QTableWidget* tableOf(const std::vector<std::vector<std::string>>& lines, const std::vector<MarkedResults>& marked)
{
    auto* table = tableFor(lines, "marks");
    const auto columns = table->columnCount();
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < columns; ++column) {
            const auto whole = qt(lines[static_cast<std::size_t>(row) + 1][static_cast<std::size_t>(column)]);
            auto* item = new QTableWidgetItem(brief(column == 0 ? QFileInfo(whole).fileName() : whole));
            constexpr int before = 2; // file and student
            const auto& marks = marked[static_cast<std::size_t>(row)].marks;
            const auto step = static_cast<std::size_t>(column - before);
            const bool hasAnswer = column >= before && step < marks.size() && !marks[step].given.empty();
            item->setToolTip(hasAnswer ? MarkedAnswers::tr("Answered: %1").arg(brief(qt(marks[step].given)))
                                       : brief(whole));
            table->setItem(row, column, item);
        }
    table->sortByColumn(0, Qt::AscendingOrder);
    table->setSortingEnabled(true);
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

// A line for each step, in their order, with the most frequent wrong answers.
QTableWidget* summaryOf(const std::vector<std::vector<std::string>>& lines)
{
    auto* table = tableFor(lines, "summary of steps");
    table->setAccessibleName(MarkedAnswers::tr("Steps and their most frequent wrong answers"));
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < table->columnCount(); ++column) {
            const auto text = qt(lines[static_cast<std::size_t>(row) + 1][static_cast<std::size_t>(column)]);
            auto* item = new QTableWidgetItem(brief(text));
            item->setToolTip(brief(text));
            table->setItem(row, column, item);
        }
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

MarkedAnswers::MarkedAnswers(LessonPtr lesson, std::vector<MarkedResults> marked, Jobs& jobs, Log& log,
                             QWidget* parent)
    : QDialog(parent), m_lesson(std::move(lesson)), m_marked(std::move(marked)), m_jobs(jobs), m_log(log)
{
    setObjectName(QStringLiteral("marked answers"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Marks: %1").arg(inWindowLanguage(m_lesson->title)));
    auto* legend =
        new QLabel(tr("Every answer was marked anew. \"right (3)\": with the third answer. \"right with "
                      "hints\": after a hint; \"right once shown\": after the solution was seen, which "
                      "does not count as right."));
    legend->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* save = buttons->addButton(tr("Save as CSV..."), QDialogButtonBox::ActionRole);
    save->setObjectName(QStringLiteral("save marks"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tableOf(resultsTable(*m_lesson, m_marked), m_marked), 1);
    layout->addWidget(legend);
    layout->addWidget(summaryOf(summaryTable(*m_lesson, classSummary(*m_lesson, m_marked))), 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, &MarkedAnswers::save);
    resize(900, 640);
}

void MarkedAnswers::save()
{
    auto* dialog = new QFileDialog(this, tr("Save marks"), {}, tr("CSV (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(qt(m_lesson->id) + QStringLiteral(" marks.csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        saveText(*this, m_jobs, m_log, path,
                 [lesson = m_lesson, marked = m_marked](const Watch&) { return resultsCsv(*lesson, marked); });
    });
    dialog->open();
}

MarkAnswersButton::MarkAnswersButton(Jobs& jobs, Log& log, std::function<Asked()> asked, QWidget* parent)
    : QPushButton(tr("Mark answers..."), parent), m_jobs(jobs), m_log(log), m_asked(std::move(asked))
{
    setObjectName(QStringLiteral("mark answers"));
    setToolTip(
        tr("Marks the files that students saved with \"Save answers\", in a folder, for the selected lesson. "
           "With a seed of the class it says who answered with other numbers."));
    connect(this, &QPushButton::clicked, this, &MarkAnswersButton::ask);
}

void MarkAnswersButton::ask()
{
    if (m_asked().lesson == nullptr)
        return;
    auto* dialog = new QFileDialog(this, tr("Folder of answers"));
    dialog->setObjectName(QStringLiteral("folder of answers"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &MarkAnswersButton::mark);
    dialog->open();
}

void MarkAnswersButton::mark(const QString& folder)
{
    const auto asked = m_asked();
    if (asked.lesson == nullptr)
        return;
    setEnabled(false);
    m_jobs.start(
        this, QStringLiteral("mark answers"),
        [asked, path = folder.toStdString()](const Watch& watch) {
            return markHandedIn(*asked.lesson, {path}, asked.classSeed, watch);
        },
        [this, lesson = asked.lesson](std::vector<MarkedResults> marked) {
            setEnabled(true);
            auto* shown = new MarkedAnswers(lesson, std::move(marked), m_jobs, m_log, window());
            shown->open();
        });
}

} // namespace tscope
