// SPDX-License-Identifier: GPL-3.0-or-later
// Where numbers move: what a conversion or a view did with them, and algorithms step by step.
#include "main_window.h"

#include "lessons/projector.h"
#include "movement/movement_dialog.h"
#include "style/large_tips.h"

#include <QMenu>

namespace tscope {

void MainWindow::makeMovement(QMenu* menu)
{
    offer(menu, "movement", tr("Mo&vement..."), QKeySequence(Qt::CTRL | Qt::Key_M), [this] {
        const auto current = m_workspace.current();
        // What was chosen by hand stays as long as nothing else is looked at.
        const auto& kept = m_chosenMovement;
        if (kept.current == current && m_workspace.find(kept.choice.from) != nullptr &&
            m_workspace.find(kept.choice.to) != nullptr) {
            const auto choice = kept.choice;
            showMovement(choice.from, choice.to);
            return m_movement->choose(choice);
        }
        const auto [from, made] = m_workspace.derivationOf(current);
        made != 0 ? showMovement(from, made) : showMovement(current, current);
    });
    connect(&m_lessons.play(), &LessonPlay::movementAsked, this, &MainWindow::showMovement);
    connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_chosenMovement = {}; });
}

// Of one tensor alone an algorithm on it, if there is one. In front of a class it takes the projector's place, in
// its type.
void MainWindow::showMovement(SubjectId from, SubjectId to)
{
    auto* projector = findChild<Projector*>();
    if (projector != nullptr && !projector->isVisible()) // it is being closed
        projector = nullptr;
    QWidget* front = projector != nullptr ? static_cast<QWidget*>(projector) : this;
    if (m_movement && m_movement->parentWidget() != front)
        delete m_movement;
    if (!m_movement) {
        m_movement = new MovementDialog(m_workspace, m_jobs, m_selection.cover(), front);
        m_movement->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_movement, &MovementDialog::chosen, this, [this](const MovementDialog::Choice& choice) {
            m_chosenMovement = {m_workspace.current(), choice};
        });
        if (projector != nullptr) {
            m_movement->setFont(projector->font());
            m_movement->setGeometry(projector->geometry());
            new LargeTips(*m_movement);
        }
    }
    projector != nullptr ? m_movement->showFullScreen() : m_movement->show();
    m_movement->raise();
    m_movement->activateWindow();
    from == to ? m_movement->watch(from) : m_movement->ask(from, to);
}

} // namespace tscope
