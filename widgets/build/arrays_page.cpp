// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/arrays_page.h"

#include "array/number_list.h"
#include "build/words.h"
#include "jobs/jobs.h"
#include "layouts/registry.h"
#include "make/role_guess.h"
#include "proof/construction.h"
#include "selection/cover.h"
#include "style/titles.h"
#include "views/line_checks.h"
#include "workspace/workspace.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostListed = 2000; // arrays: each has a line of its own, made anew when any comes

// "(2, 3)" and "2, 3" too.
Result<std::optional<Extents>> sizeOf(QString text)
{
    for (const char c : {' ', '(', ')'})
        text.remove(QLatin1Char(c));
    if (text.endsWith(QLatin1Char(',')))
        text.chop(1);
    if (text.isEmpty())
        return std::optional<Extents>();
    auto numbers = parseNumbers(text.toStdString());
    if (!numbers)
        return numbers.error();
    return std::optional(std::move(*numbers));
}

// Arrays of the open tensors, read as the members of one: guessed, then as the user says.
class ArraysPage : public BuildPage
{
    Q_DECLARE_TR_FUNCTIONS(tscope::ArraysPage)

public:
    explicit ArraysPage(const BuildContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_cover(context.cover)
    {
        m_arrays = list("arrays", tr("Arrays to choose from"));
        checkByWholeLines(*m_arrays);
        m_readings = list("readings", tr("What they could be, the likeliest first"));
        m_readings->setWordWrap(true);
        m_readings->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_layout = new QComboBox;
        m_layout->setObjectName(QStringLiteral("layout"));
        for (const auto* layout : layouts())
            m_layout->addItem(qt(layout->name));
        m_size = new QLineEdit;
        m_size->setObjectName(QStringLiteral("size"));
        m_size->setPlaceholderText(tr("as the members tell"));
        m_form = new QFormLayout;
        m_form->addRow(tr("&Size"), m_size);
        m_form->addRow(tr("&Layout"), m_layout);

        auto* layout = new QVBoxLayout(this);
        layout->addWidget(labelled(tr("Tick the &members of one tensor:"), m_arrays));
        layout->addWidget(m_arrays, 3);
        layout->addWidget(labelled(tr("They co&uld be:"), m_readings));
        layout->addWidget(m_readings, 2);
        layout->addLayout(m_form);
        beginAt(m_arrays);

        connect(m_arrays, &QListWidget::itemChanged, this, [this] {
            showRoles({});
            guess();
        });
        connect(m_readings, &QListWidget::currentRowChanged, this, &ArraysPage::takeReading);
        connect(m_layout, &QComboBox::currentIndexChanged, this, [this] {
            showRoles({});
            Q_EMIT changed();
        });
        connect(m_size, &QLineEdit::textEdited, this, &ArraysPage::guess);
        m_soon.setSingleShot(true);
        m_soon.setInterval(0);
        connect(&m_soon, &QTimer::timeout, this, [this] {
            if (isVisible())
                listArrays();
        });
        for (const auto signal : {&Workspace::subjectsAdded, &Workspace::subjectsRemoved})
            connect(&m_workspace, signal, this, [this] { m_soon.start(); });
        connect(&m_workspace, &Workspace::subjectChanged, this, [this] { m_soon.start(); });
        connect(&m_cover, &Cover::changed, this, [this] { m_soon.start(); });
    }

    Result<Maker> maker() const override
    {
        const auto arrays = chosenArrays();
        if (arrays.empty())
            return stillMissing(tr("Tick the arrays that the tensor is made of."));
        const auto size = sizeOf(m_size->text());
        if (!size)
            return size.error();
        const auto roles = chosenRoles();
        auto tensor = assembled(layout(), arrays, roles, *size);
        if (!tensor)
            return tensor.error();
        return Maker([tensor = std::move(*tensor)](const Watch&) -> Result<Made> {
            auto made = tensor;
            const auto trace = construct(tensor, {.unsafe = true});
            std::vector<std::string> notes;
            if (trace.inferred)
                notes.push_back(tr("The members tell the size %1.").arg(qt(text(*trace.inferred))).toStdString());
            if (!trace.difference.empty())
                notes.push_back(trace.difference);
            if (!made.size)
                made.size = trace.inferred;
            return Made{{{{"", std::move(made)}}, {}}, std::move(notes)};
        });
    }
    QString suggestedName() const override { return tr("%1 of arrays").arg(m_layout->currentText()); }
    QString source() const override { return tr("of arrays"); }

protected:
    void showEvent(QShowEvent* event) override
    {
        BuildPage::showEvent(event);
        m_soon.start();
    }

private:
    static QListWidget* list(const char* name, const QString& accessible)
    {
        auto* out = new QListWidget;
        out->setObjectName(QString::fromLatin1(name));
        out->setAccessibleName(accessible);
        out->setSpacing(1); // boxes of neighbours are not to touch
        return out;
    }
    static QLabel* labelled(const QString& text, QWidget* widget)
    {
        auto* label = new QLabel(text);
        label->setBuddy(widget);
        return label;
    }

    const Layout& layout() const { return *layoutNamed(m_layout->currentText().toStdString()); }

    // Every member that is an array of its own, what was ticked stays ticked.
    void listArrays()
    {
        std::vector<std::string> ticked;
        for (const auto& array : chosenArrays())
            ticked.push_back(array.name);
        bool isLost = false;
        int unlisted = 0;
        {
            const QSignalBlocker quiet(m_arrays);
            m_arrays->clear();
            m_loose.clear();
            for (const auto& subject : m_workspace.subjects())
                for (const auto& member : subject.tensor->members) {
                    if (member.layout != "strided" || m_cover.isOn(subject.id))
                        continue;
                    if (m_loose.size() == mostListed) {
                        ++unlisted;
                        continue;
                    }
                    auto name = subject.title().toStdString();
                    if (subject.tensor->members.size() > 1)
                        name += "/" + titleOf(member, *subject.tensor).toStdString();
                    auto* item = new QListWidgetItem(
                        QStringLiteral("%1   %2 %3")
                            .arg(qt(name), qt(member.array.dtype.name()), qt(text(member.array.geometry.sizes))),
                        m_arrays);
                    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
                    const auto at = std::ranges::find(ticked, name);
                    item->setCheckState(at == ticked.end() ? Qt::Unchecked : Qt::Checked);
                    if (at != ticked.end())
                        ticked.erase(at);
                    m_loose.push_back({std::move(name), member.array});
                }
            isLost = !ticked.empty();
            if (unlisted > 0)
                (new QListWidgetItem(tr("and %n more", nullptr, unlisted), m_arrays))->setFlags(Qt::NoItemFlags);
        }
        if (isLost)
            showRoles({});
        if (isLost || !chosenArrays().empty())
            guess();
    }

    std::vector<LooseArray> chosenArrays() const
    {
        std::vector<LooseArray> out;
        for (std::size_t i = 0; i < m_loose.size(); ++i)
            if (m_arrays->item(static_cast<int>(i))->checkState() == Qt::Checked)
                out.push_back(m_loose[i]);
        return out;
    }
    std::vector<const RoleSpec*> chosenRoles() const
    {
        std::vector<const RoleSpec*> out;
        for (const auto* choice : m_roles)
            out.push_back(&layout().roles[static_cast<std::size_t>(choice->currentIndex())]);
        return out;
    }

    void guess()
    {
        const auto size = sizeOf(m_size->text());
        auto arrays = chosenArrays();
        if (arrays.empty() || !size) {
            m_jobs.stop(this, QStringLiteral("guess"));
            const QSignalBlocker quiet(m_readings);
            m_readings->clear();
            m_guesses.clear();
        } else {
            m_jobs.start(
                this, QStringLiteral("guess"),
                [arrays = std::move(arrays), size = *size](const Watch& watch) {
                    return guessRoles(arrays, size, watch);
                },
                [this](const std::vector<RoleGuess>& guesses) { fill(guesses); });
        }
        Q_EMIT changed();
    }

    void fill(const std::vector<RoleGuess>& guesses)
    {
        m_guesses = guesses;
        {
            const QSignalBlocker quiet(m_readings);
            m_readings->clear();
            for (const auto& guess : guesses)
                m_readings->addItem(qt(guess.text) + QStringLiteral("\n    ") + qt(guess.evidence));
            if (guesses.empty()) {
                auto* item = new QListWidgetItem(tr("No layout has members such as these."), m_readings);
                item->setFlags(Qt::NoItemFlags);
            } else {
                m_readings->setCurrentRow(0);
            }
        }
        if (guesses.empty())
            Q_EMIT changed();
        else
            takeReading(0);
    }

    void takeReading(int row)
    {
        if (row < 0 || static_cast<std::size_t>(row) >= m_guesses.size())
            return;
        const auto& guess = m_guesses[static_cast<std::size_t>(row)];
        {
            const QSignalBlocker quiet(m_layout);
            m_layout->setCurrentText(qt(guess.layout->name));
        }
        showRoles(guess.roles);
        Q_EMIT changed();
    }

    // One choice for each ticked array; without roles each gets one of its own, in their order.
    void showRoles(const std::vector<const RoleSpec*>& roles)
    {
        while (!m_roles.empty()) {
            m_form->removeRow(m_roles.back());
            m_roles.pop_back();
        }
        constexpr std::size_t mostRows = 6; // no layout has as many members
        const auto arrays = chosenArrays();
        for (std::size_t i = 0; i < std::min(arrays.size(), mostRows); ++i) {
            auto* choice = new QComboBox;
            choice->setObjectName(QStringLiteral("role %1").arg(i));
            const auto name = qt(arrays[i].name);
            choice->setAccessibleName(tr("Role of %1").arg(name));
            for (const auto& role : layout().roles)
                choice->addItem(qt(role.name));
            const auto at = i < roles.size() ? roles[i] - layout().roles.data() : static_cast<std::ptrdiff_t>(i);
            choice->setCurrentIndex(static_cast<int>(std::min(at, std::ssize(layout().roles) - 1)));
            connect(choice, &QComboBox::currentIndexChanged, this, &BuildPage::changed);
            auto* label = new QLabel;
            label->setText(label->fontMetrics().elidedText(name, Qt::ElideMiddle, 200));
            m_form->addRow(label, choice);
            m_roles.push_back(choice);
        }
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    const Cover& m_cover;
    std::vector<LooseArray> m_loose; // the rows of the list
    std::vector<RoleGuess> m_guesses;
    QListWidget* m_arrays;
    QListWidget* m_readings;
    QComboBox* m_layout;
    QLineEdit* m_size;
    QFormLayout* m_form;
    std::vector<QComboBox*> m_roles; // of the ticked arrays
    QTimer m_soon;                   // many tensors may be opened at once
};

} // namespace

BuildPage* makeArraysPage(const BuildContext& context)
{
    return new ArraysPage(context);
}

} // namespace tscope
