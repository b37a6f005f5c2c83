// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QUndoCommand>

namespace tscope {

// The undo steps of a workspace. What the menu says of each names its tensor.

// A tensor put in the place of another; both are kept, and the places where they differ if these are few.
class TensorCommand : public QUndoCommand
{
public:
    TensorCommand(Workspace& workspace, SubjectId id, Change change, const QString& title, int merge);
    // One that was done earlier: when it is pushed nothing is put anywhere.
    TensorCommand(Workspace& workspace, SubjectId id, TensorPtr before, TensorPtr after, const QString& title,
                  qint64 when);

    void doWhenPushed() { m_isDone = false; }

    SubjectId subject() const { return m_id; }
    const TensorPtr& before() const { return m_before; }
    const TensorPtr& after() const { return m_after; }
    qint64 when() const { return m_when; } // in seconds since 1970; 0: not known

    void undo() override;
    void redo() override;
    int id() const override { return m_merge == 0 ? -1 : m_merge; }
    bool mergeWith(const QUndoCommand* next) override;

    void nameAnew(const QString& name); // that the tensor has by now
    const QString& name() const { return m_name; }
    const QString& title() const { return m_title; }

private:
    void put(const TensorPtr& tensor);

    Workspace& m_workspace;
    SubjectId m_id;
    QString m_name, m_title; // in the text
    int m_merge;
    TensorPtr m_before, m_after;
    qint64 m_when = 0;
    std::optional<std::vector<Slots>> m_touched;
    bool m_isDone = false;   // until it is pushed
    bool m_isPushed = false; // what comes now takes it back, or makes it again
};

// The commands of a step that put tensors, in their order.
void collectTensorCommands(const QUndoCommand& step, std::vector<const TensorCommand*>& found);

// Tensors put on the list or taken off it; they come back to where they stood. It holds them while they are off.
class PresenceCommand : public QUndoCommand
{
public:
    PresenceCommand(Workspace& workspace, std::vector<Subject> put, const QString& title);
    PresenceCommand(Workspace& workspace, std::vector<SubjectId> taken, const QString& title);

    void undo() override { change(); }
    void redo() override { change(); }

private:
    void change();

    Workspace& m_workspace;
    std::vector<SubjectId> m_ids;
    std::vector<Subject> m_subjects;
};

class NameCommand : public QUndoCommand
{
public:
    NameCommand(Workspace& workspace, SubjectId id, const QString& name);

    void undo() override { m_workspace.setName(m_id, m_before); }
    void redo() override { m_workspace.setName(m_id, m_after); }

private:
    Workspace& m_workspace;
    SubjectId m_id;
    QString m_before, m_after;
};

} // namespace tscope
