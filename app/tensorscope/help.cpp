// SPDX-License-Identifier: GPL-3.0-or-later
#include "help.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QFile>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("tscope::Help", text);
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
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

QString fileText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

void showManual(QMainWindow& window)
{
    show(window, QStringLiteral("manual-window"), words("Manual"), fileText(QStringLiteral(":/manual/manual.md")));
}

void showKeys(QMainWindow& window)
{
    QString table = words("| what | keys |") + QStringLiteral("\n| --- | --- |\n");
    for (const auto* menu : window.findChildren<QMenu*>())
        for (const auto* action : menu->actions())
            if (!action->shortcut().isEmpty())
                table += QStringLiteral("| %1 | %2 |\n")
                             .arg(action->text().remove(QLatin1Char('&')),
                                  action->shortcut().toString(QKeySequence::NativeText));
    show(window, QStringLiteral("keys-window"), words("Keys"),
         table + QLatin1Char('\n') + fileText(QStringLiteral(":/manual/keys.md")));
}

void showAbout(QMainWindow& window)
{
    auto* about = new QMessageBox(&window);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->setWindowTitle(words("About Tensorscope"));
    about->setText(words("Tensorscope %1").arg(QCoreApplication::applicationVersion()));
    about->setInformativeText(
        words("Looks at tensors: how they lie in memory, and what is wrong with them.\n\n"
              "The window is free software under GPL-3.0-or-later, the library and tscope under "
              "Apache-2.0. Made with Qt %1.")
            .arg(QString::fromLatin1(qVersion())));
    about->open();
}

} // namespace tscope
