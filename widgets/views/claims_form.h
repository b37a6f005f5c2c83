// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QWidget>

#include <vector>

class QFormLayout;

namespace tscope {

// What a tensor claims of itself beside its members, to be changed: its size, types, device and flags. An empty
// field takes a claim back. Each change is one undo step.
class ClaimsForm : public QWidget
{
    Q_OBJECT

public:
    explicit ClaimsForm(Workspace& workspace, QWidget* parent = nullptr);
    void show(const Subject* subject); // null: nothing

private:
    // One claim: its words now, and the edit that other words mean.
    struct Claim {
        QString name, id, text;
        bool isFlag = false;
        std::function<Result<Edit>(const QString& text)> read;
    };
    std::vector<Claim> claimsOf(const Subject& subject) const;
    QWidget* fieldFor(const Claim& claim);
    void commit(QWidget* field, const QString& id, const QString& text);

    Workspace& m_workspace;
    QFormLayout* m_form;
    SubjectId m_subject = 0;
    std::vector<Claim> m_claims;
    std::vector<QWidget*> m_fields; // one for each
};

} // namespace tscope
