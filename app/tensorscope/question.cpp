// SPDX-License-Identifier: GPL-3.0-or-later
#include "question.h"

#include <QCoreApplication>
#include <QPushButton>

#include <algorithm>

namespace tscope {

namespace {

struct QuestionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Question)
};

} // namespace

void ask(QWidget& window, const QString& title, const QString& text, const QString& more,
         const std::vector<Answer>& answers)
{
    auto* box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::NoButton, &window);
    box->setObjectName(QStringLiteral("question"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // names come from files
    box->setInformativeText(more);
    for (const auto& answer : answers) {
        auto* button = box->addButton(answer.text, answer.role);
        button->setObjectName(QString::fromLatin1(answer.id));
        if (&answer == &answers.front())
            box->setDefaultButton(button);
        if (&answer == &answers.back())
            box->setEscapeButton(button);
        // When the box is closed: what follows may ask again.
        QObject::connect(
            button, &QPushButton::clicked, &window, [then = answer.then] { then(); }, Qt::QueuedConnection);
    }
    box->open();
}

QString someTitles(const Workspace& workspace, const std::vector<SubjectId>& ids)
{
    constexpr int most = 5;
    QStringList titles;
    for (const auto id : ids)
        if (const auto* subject = workspace.find(id); subject != nullptr && titles.size() < most)
            titles << subject->title();
    const auto list = titles.join(QStringLiteral(", "));
    const auto more = static_cast<int>(ids.size()) - static_cast<int>(titles.size());
    return more <= 0 ? list : QuestionWords::tr("%1 and %n more", nullptr, more).arg(list);
}

} // namespace tscope
