// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/question.h"

#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

namespace tscope {

namespace {

struct QuestionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Question)
};

} // namespace

void ask(QWidget& window, const QString& title, const QString& text, const QString& more,
         const std::vector<Answer>& answers)
{
    auto* dialog = new QDialog(&window);
    dialog->setObjectName(QStringLiteral("question"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* sign = new QLabel;
    sign->setPixmap(window.style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(32));
    auto* words = new QLabel(text);
    words->setObjectName(QStringLiteral("question text"));
    auto* rest = new QLabel(more);
    rest->setObjectName(QStringLiteral("question rest"));
    rest->setVisible(!more.isEmpty());
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    for (const auto& answer : answers) {
        auto* button = new QPushButton(answer.text);
        button->setObjectName(QString::fromLatin1(answer.id));
        button->setAutoDefault(true);
        button->setDefault(&answer == &answers.front());
        buttons->addWidget(button);
        const bool isLast = &answer == &answers.back();
        QObject::connect(button, &QPushButton::clicked, dialog, isLast ? &QDialog::reject : &QDialog::accept);
        // After the question is closed, as what follows may ask again. The last one is the answer of Esc too.
        if (isLast)
            QObject::connect(dialog, &QDialog::rejected, &window, answer.then, Qt::QueuedConnection);
        else
            QObject::connect(button, &QPushButton::clicked, &window, answer.then, Qt::QueuedConnection);
    }
    auto* layout = new QGridLayout(dialog);
    layout->setColumnStretch(1, 1);
    layout->addWidget(sign, 0, 0, 2, 1, Qt::AlignTop);
    for (auto* label : {words, rest}) {
        constexpr int wide = 420;
        label->setWordWrap(true);
        label->setMinimumWidth(wide);
        layout->addWidget(label, label == words ? 0 : 1, 1);
    }
    layout->addLayout(buttons, 2, 0, 1, 2);
    dialog->setAccessibleDescription(text);
    dialog->open();
}

QString someTitles(const Workspace& workspace, const std::vector<SubjectId>& ids)
{
    QStringList titles;
    for (const auto id : ids)
        if (const auto* subject = workspace.find(id))
            titles << subject->title();
    return someOf(titles, QStringLiteral(", "));
}

QString someOf(const QStringList& titles, const QString& between)
{
    constexpr int most = 5;
    const auto list = titles.mid(0, most).join(between);
    const auto more = static_cast<int>(titles.size()) - most;
    return more <= 0 ? list : QuestionWords::tr("%1 and %n more", nullptr, more).arg(list);
}

} // namespace tscope
