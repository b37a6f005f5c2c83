// SPDX-License-Identifier: GPL-3.0-or-later
// What the command palette offers.
#include "main_window.h"

#include "array/view_params.h"
#include "build/words.h"
#include "command_palette.h"
#include "language/catalogue.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/transform.h"
#include "rules/contracts.h"
#include "style/disabled_reason.h"
#include "style/titles.h"
#include "synonyms.h"
#include "workspace/offers.h"

#include <QAction>
#include <QMenu>

namespace tscope {

// All that the menus offer, every operation and view step by its name, and the tensors that are open.
void MainWindow::showPalette()
{
    std::vector<Command> commands;
    addMenuCommands(commands);
    addStepCommands(commands);
    addOperationCommands(commands);
    addRepairCommands(commands);
    for (const auto& contract : contracts())
        commands.push_back({tr("Contract: %1").arg(qt(contract.name())),
                            {},
                            [this, &contract] { m_workspace.setContract(contract); },
                            synonymsOfCommand(QStringLiteral("contract"))});
    for (const auto& subject : m_workspace.subjects())
        commands.push_back(
            {tr("Look at %1").arg(subject.title()), {}, [this, id = subject.id] { m_workspace.setCurrent(id); }});
    (new CommandPalette(std::move(commands), this))->open();
}

// Why something that works on a tensor can't be done; empty: a tensor is open.
QString MainWindow::whyNotYet() const
{
    return m_workspace.currentSubject() == nullptr ? tr("open a tensor first") : QString();
}

// Some actions have a reason of their own.
QString MainWindow::whyDisabled(const QAction& action) const
{
    if (const auto reason = disabledReason(action); !reason.isEmpty())
        return reason;
    return whyNotYet().isEmpty() ? tr("not possible now") : whyNotYet();
}

void MainWindow::addMenuCommands(std::vector<Command>& commands)
{
    const QString conversion = QStringLiteral("convert-to-");
    for (const auto* menu : findChildren<QMenu*>()) {
        const auto title = withoutKey(menu->title());
        for (auto* action : menu->actions()) {
            const auto id = action->objectName();
            if (action->menu() != nullptr || action->isSeparator() || id == QLatin1String("palette"))
                continue;
            // Keys that only some views take are told behind a tab.
            const auto parts = withoutKey(action->text()).split(QLatin1Char('\t'));
            const auto keys = action->shortcut().toString(QKeySequence::NativeText);
            // The menu of a button has no title.
            Command command{title.isEmpty() ? parts.front() : tr("%1: %2").arg(title, parts.front()),
                            keys.isEmpty() ? parts.value(1) : keys, [action] { action->trigger(); },
                            synonymsOfCommand(id)};
            if (id.startsWith(conversion))
                command.synonyms << synonymsOfLayout(id.mid(conversion.size()));
            if (!action->isEnabled())
                command.obstacle = whyDisabled(*action);
            commands.push_back(std::move(command));
        }
    }
}

void MainWindow::addStepCommands(std::vector<Command>& commands)
{
    const auto* subject = m_workspace.currentSubject();
    const auto* layout = subject == nullptr ? layoutNamed("strided") : subject->tensor->layout;
    for (const auto op : viewOpsOf(*layout)) {
        const auto step = qt(name(op));
        commands.push_back({tr("View step %1...").arg(step),
                            {},
                            [this, step] { showStep(step); },
                            synonymsOfStep(step),
                            whyNotYet()});
    }
}

void MainWindow::addOperationCommands(std::vector<Command>& commands)
{
    for (const auto* op : operations())
        commands.push_back({tr("Run %1: %2").arg(qt(op->name), qt(translated(op->summary))),
                            {},
                            [this, op] { showRun(op); },
                            synonymsOfOperation(qt(op->name)),
                            whyNotYet()});
}

// Each repair that is suggested for the current tensor; chosen, its change is previewed.
void MainWindow::addRepairCommands(std::vector<Command>& commands)
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !subject->report ||
        m_selection.cover().hides(QStringLiteral("rules"), subject->id)) // what is to be found out
        return;
    for (const auto& offer : offersFor(*subject->report, subject->report->repairs))
        commands.push_back({tr("Repair: %1").arg(offer.title),
                            {},
                            [this, offer] { m_workspace.preview(offer.title, offer.make); },
                            synonymsOfRepair(QString::fromStdString(offer.id))});
}

} // namespace tscope
