// SPDX-License-Identifier: GPL-3.0-or-later
#include "help.h"

#include "facts/rule_text.h"
#include "language.h"
#include "manual_window.h"
#include "style/glossary.h"
#include "style/titles.h"
#include "views/scene_view.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(tscope::Help)
};

void bringUp(QDialog& dialog)
{
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
}

// One window of each kind: asked for again, it comes to the front.
void show(QMainWindow& window, const QString& id, const QString& title, const QString& markdown)
{
    auto* dialog = window.findChild<QDialog*>(id);
    if (dialog == nullptr) {
        dialog = new QDialog(&window);
        dialog->setObjectName(id);
        dialog->setWindowTitle(title);
        auto* text = new QTextBrowser;
        text->setAccessibleName(title);
        text->setOpenExternalLinks(true);
        text->setMarkdown(markdown);
        auto* layout = new QVBoxLayout(dialog);
        layout->addWidget(text);
        dialog->resize(640, 560);
    }
    bringUp(*dialog);
}

// A title in Markdown: "Undo" names what is undone, and that may have come from a file.
QString inMarkdown(const QString& title)
{
    QString out;
    for (const auto letter : title.simplified()) {
        if (letter.unicode() < 128 && (letter.isPunct() || letter.isSymbol()))
            out += QLatin1Char('\\');
        out += letter;
    }
    return out;
}

// In the language that is spoken, where it is written in it.
QString manualText(const QString& name)
{
    QFile file(QStringLiteral(":/manual/%1/%2").arg(spokenLanguage(), name));
    if (!file.exists())
        file.setFileName(QStringLiteral(":/manual/") + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString glossaryTable()
{
    auto table = QStringLiteral("| %1 | %2 |\n| --- | --- |\n").arg(Words::tr("word"), Words::tr("meaning"));
    for (const auto& term : glossary())
        table += QStringLiteral("| %1 | %2 |\n").arg(inMarkdown(term.word), inMarkdown(term.meaning));
    return table;
}

QString rulesTable()
{
    auto table = QStringLiteral("| %1 | %2 |\n| --- | --- |\n").arg(Words::tr("rules"), Words::tr("meaning"));
    for (const auto& [rules, meaning] : ruleClasses())
        table += QStringLiteral("| %1 | %2 |\n")
                     .arg(inMarkdown(QString::fromStdString(rules)), inMarkdown(QString::fromStdString(meaning)));
    return table;
}

} // namespace

void showManual(QMainWindow& window, Jobs& jobs, const QString& section)
{
    auto* manual = window.findChild<ManualWindow*>();
    if (manual == nullptr) {
        const auto text = manualText(QStringLiteral("manual.md"));
        manual = new ManualWindow(QString(text)
                                      .replace(QLatin1String("{glossary}"), glossaryTable())
                                      .replace(QLatin1String("{rules}"), rulesTable()),
                                  jobs, &window);
        manual->setObjectName(QStringLiteral("manual-window"));
    }
    bringUp(*manual);
    manual->showSection(section);
}

QString topicOf(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (const auto* view = qobject_cast<const SceneView*>(widget))
            return QCoreApplication::translate("tscope::PictureSpec", view->spec().title);
        if (const auto* dock = qobject_cast<const QDockWidget*>(widget))
            return dock->windowTitle();
    }
    return {};
}

void showKeys(QMainWindow& window)
{
    QString table = Words::tr("| what | keys |") + QStringLiteral("\n| --- | --- |\n");
    for (const auto* menu : window.findChildren<QMenu*>())
        for (const auto* action : menu->actions())
            if (!action->shortcut().isEmpty())
                table += QStringLiteral("| %1 | %2 |\n")
                             .arg(inMarkdown(withoutKey(action->text())),
                                  action->shortcut().toString(QKeySequence::NativeText));
    show(window, QStringLiteral("keys-window"), Words::tr("Keys"),
         table + QLatin1Char('\n') + manualText(QStringLiteral("keys.md")));
}

void showAbout(QMainWindow& window)
{
    auto* about = new QMessageBox(&window);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setWindowTitle(Words::tr("About Tensorscope"));
    about->setText(Words::tr("Tensorscope %1").arg(QCoreApplication::applicationVersion()));
    about->setInformativeText(
        Words::tr("Looks at tensors: how they lie in memory, and what is wrong with them.\n\n"
                  "The window is free software under GPL-3.0-or-later, the library and tscope under "
                  "Apache-2.0. Made with Qt %1.")
            .arg(QString::fromLatin1(qVersion())));
    about->open();
}

} // namespace tscope
