// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/transform_page.h"

#include "array/view_params.h"
#include "build/words.h"
#include "ops/step_code.h"
#include "ops/transform.h"
#include "style/fixed_font.h"
#include "views/subject_choice.h"
#include "workspace/lineages.h"

#include <QCoreApplication>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// A chain of view operations on an open tensor: which steps are views, which copy, and how it is written
// elsewhere.
class TransformPage : public BuildPage
{
    Q_DECLARE_TR_FUNCTIONS(tscope::TransformPage)

public:
    explicit TransformPage(const BuildContext& context) : m_workspace(context.workspace)
    {
        m_subject = new SubjectChoice(context.workspace);
        m_subject->setObjectName(QStringLiteral("subject"));
        m_chain = fixedLine("chain", tr("Chain of operations"));
        m_chain->setPlaceholderText(QStringLiteral("permute(1, 0).narrow(0, 2, 3)"));
        m_pytorch = fixedLine("pytorch", tr("The same in PyTorch"));
        m_command = fixedLine("command", tr("The same as a command"));
        for (auto* told : {m_pytorch, m_command}) { // not to be typed into
            told->setReadOnly(true);
            told->setPlaceholderText(told->accessibleName());
        }

        auto* form = new QFormLayout;
        form->addRow(tr("So&urce"), m_subject);
        form->addRow(tr("C&hain"), m_chain);
        form->addRow(QStringLiteral("PyTorch"), m_pytorch);
        form->addRow(tr("Command"), m_command);
        auto* layout = new QVBoxLayout(this);
        layout->addLayout(form);
        layout->addWidget(makeStepBox());
        layout->addStretch();
        beginAt(m_chain);

        connect(m_subject, &SubjectChoice::chosen, this, [this] {
            offerOps();
            Q_EMIT changed();
        });
        connect(m_chain, &QLineEdit::textChanged, this, [this] {
            showCode();
            if (m_chain->text().isEmpty())
                offerOps();
            Q_EMIT changed();
        });
        offerOps();
        showCode();
    }

    Result<Maker> maker() const override
    {
        const auto* subject = m_subject->subject();
        if (subject == nullptr)
            return stillMissing(tr("Open or build a tensor first: this one is made of it."));
        if (m_chain->text().trimmed().isEmpty())
            return stillMissing(tr("Add a step, or write a chain of operations."));
        auto steps = parseSteps(m_chain->text().toStdString());
        if (!steps)
            return steps.error();
        return Maker([tensor = subject->tensor, source = sourceOf(*subject),
                      steps = std::move(*steps)](const Watch&) -> Result<Made> {
            auto done = transform(*tensor, steps);
            if (!done)
                return done.error();
            Made made;
            for (auto& part : done->tensors)
                made.document.tensors.push_back({"", std::move(part)});
            for (const auto& step : done->route)
                made.notes.push_back(routeText(step));
            made.notes.insert(made.notes.end(), done->losses.begin(), done->losses.end());
            made.from = chainLineage(source, steps, made.document.tensors.size());
            return made;
        });
    }
    SubjectId sourceId() const override
    {
        const auto* subject = m_subject->subject();
        return subject == nullptr ? 0 : subject->id;
    }
    QString suggestedName() const override
    {
        const auto* subject = m_subject->subject();
        if (subject == nullptr)
            return tr("view");
        const auto steps = parseSteps(m_chain->text().toStdString());
        const bool isCopy = steps && std::ranges::count(*steps, ViewOp::contiguous, &ViewStep::op) > 0;
        return isCopy ? tr("copy of %1").arg(subject->title()) : tr("view of %1").arg(subject->title());
    }
    QString source() const override
    {
        const auto* subject = m_subject->subject();
        return subject == nullptr ? QString() : subject->origin->title;
    }
    // The next step is one of those that what the chain makes has.
    void previewed(const Made& made) override { offerOpsOf(*made.document.tensors.front().tensor.layout); }

    // A chain that was written is for the tensor that it was written for.
    void follow(SubjectId current) override
    {
        if (!m_chain->text().trimmed().isEmpty())
            return;
        m_subject->choose(current);
        offerOps();
        Q_EMIT changed();
    }

    // A step by its name. Where it takes nothing it is appended at once.
    void choose(const QString& step) override
    {
        follow(m_workspace.current());
        const auto at = m_op->findText(step);
        if (at < 0)
            return;
        m_op->setCurrentIndex(at);
        if (m_params.empty())
            return append();
        m_params.front()->setFocus();
        m_params.front()->selectAll();
    }

    bool goTo(const QString& where) override
    {
        const QString word = QStringLiteral("column ");
        if (!where.startsWith(word))
            return false;
        m_chain->setFocus();
        const auto before = m_chain->text().toUtf8().left(where.mid(word.size()).toInt() - 1);
        m_chain->setCursorPosition(static_cast<int>(QString::fromUtf8(before).size()));
        return true;
    }

protected:
    // Return in a field of the step appends it; it does not reach the dialog's button.
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::KeyPress) {
            const auto key = static_cast<QKeyEvent*>(event)->key();
            if (key == Qt::Key_Return || key == Qt::Key_Enter) {
                append();
                return true;
            }
        }
        return BuildPage::eventFilter(object, event);
    }

private:
    static QLineEdit* fixedLine(const char* name, const QString& accessible)
    {
        auto* line = new QLineEdit;
        line->setObjectName(QString::fromLatin1(name));
        line->setAccessibleName(accessible);
        line->setFont(fixedFont());
        return line;
    }

    QWidget* makeStepBox()
    {
        auto* box = new QGroupBox(tr("Next step"));
        m_form = new QFormLayout;
        m_op = new QComboBox;
        m_op->setObjectName(QStringLiteral("operation"));
        m_op->setMaxVisibleItems(20);
        m_form->addRow(tr("&Operation"), m_op);
        auto* append = new QPushButton(tr("Appen&d"));
        append->setObjectName(QStringLiteral("append"));
        append->setAutoDefault(false);
        auto* back = new QPushButton(tr("Take the last one &back"));
        back->setObjectName(QStringLiteral("back"));
        back->setAutoDefault(false);
        m_problem = new QLabel;
        m_problem->setObjectName(QStringLiteral("problem"));
        m_problem->setWordWrap(true);
        m_problem->hide();
        auto* buttons = new QHBoxLayout;
        buttons->addWidget(append);
        buttons->addWidget(back);
        buttons->addStretch();
        auto* layout = new QVBoxLayout(box);
        layout->addLayout(m_form);
        layout->addLayout(buttons);
        layout->addWidget(m_problem);
        connect(m_op, &QComboBox::currentIndexChanged, this, &TransformPage::showParams);
        connect(append, &QPushButton::clicked, this, &TransformPage::append);
        connect(back, &QPushButton::clicked, this, &TransformPage::takeBack);
        return box;
    }

    void offerOps()
    {
        if (const auto* subject = m_subject->subject())
            offerOpsOf(*subject->tensor->layout);
    }

    void offerOpsOf(const Layout& layout)
    {
        if (m_opsOf == &layout)
            return;
        m_opsOf = &layout;
        {
            const QSignalBlocker quiet(m_op);
            const auto before = m_op->currentText();
            m_op->clear();
            for (const auto op : viewOpsOf(layout))
                m_op->addItem(qt(name(op)), static_cast<int>(op));
            m_op->setCurrentIndex(std::max(0, m_op->findText(before)));
        }
        showParams();
    }

    void showParams()
    {
        showProblem({});
        while (!m_params.empty()) {
            m_form->removeRow(m_params.back());
            m_params.pop_back();
        }
        if (m_op->count() == 0)
            return;
        for (const auto& param : paramsOf(op())) {
            const bool isGiven = param.fallback && !std::holds_alternative<std::monostate>(*param.fallback);
            auto* field = new QLineEdit(isGiven ? qt(text(*param.fallback)) : QString());
            field->setObjectName(qt(param.name));
            field->setAccessibleName(qt(param.name));
            field->setPlaceholderText(qt(kindText(param.kind)));
            field->installEventFilter(this);
            m_form->addRow(qt(param.name), field);
            m_params.push_back(field);
        }
    }

    ViewOp op() const { return static_cast<ViewOp>(m_op->currentData().toInt()); }

    // The step as the form says, as a chain is written.
    QString stepText() const
    {
        QString out = m_op->currentText() + QLatin1Char('(');
        const auto params = paramsOf(op());
        auto given = params.size();
        while (given > 0 && m_params[given - 1]->text().trimmed().isEmpty())
            --given;
        for (std::size_t i = 0; i < given; ++i) {
            auto text = m_params[i]->text().trimmed();
            if (text.isEmpty())
                text = QStringLiteral("None");
            else if (text.contains(QLatin1Char(',')) && !text.startsWith(QLatin1Char('(')) &&
                     !text.startsWith(QLatin1Char('[')))
                text = QLatin1Char('(') + text + QLatin1Char(')');
            out += (i == 0 ? QString() : QStringLiteral(", ")) + text;
        }
        return out + QLatin1Char(')');
    }

    void append()
    {
        if (m_op->count() == 0)
            return;
        const auto steps = parseSteps(stepText().toStdString());
        if (!steps)
            return showProblem(qt(steps.error().text));
        showProblem({});
        const auto before = m_chain->text().trimmed();
        m_chain->setText((before.isEmpty() ? QString() : before + QLatin1Char('.')) + qt(chainText(*steps)));
    }

    void takeBack()
    {
        auto steps = parseSteps(m_chain->text().toStdString());
        if (!steps)
            return showProblem(tr("The chain can't be read, so it has no last step."));
        steps->pop_back();
        m_chain->setText(qt(chainText(*steps)));
    }

    void showProblem(const QString& text)
    {
        m_problem->setText(text);
        m_problem->setVisible(!text.isEmpty());
    }

    void showCode()
    {
        const auto steps = parseSteps(m_chain->text().toStdString());
        m_pytorch->setText(steps ? qt(pytorchText(*steps, "x")) : QString());
        m_command->setText(steps ? qt(commandText(*steps, "IN.json", "OUT.json")) : QString());
        for (auto* line : {m_pytorch, m_command}) {
            line->setCursorPosition(0);
            line->setToolTip(line->text());
        }
    }

    Workspace& m_workspace;
    SubjectChoice* m_subject;
    QLineEdit* m_chain;
    QLineEdit* m_pytorch;
    QLineEdit* m_command;
    QFormLayout* m_form = nullptr;
    QComboBox* m_op = nullptr;
    QLabel* m_problem = nullptr;
    const Layout* m_opsOf = nullptr;
    std::vector<QLineEdit*> m_params; // of the operation
};

} // namespace

BuildPage* makeTransformPage(const BuildContext& context)
{
    return new TransformPage(context);
}

} // namespace tscope
