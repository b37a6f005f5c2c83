// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/call_dialog.h"

#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace tscope {

class SubjectChoice;
class TypeChoice;

// What a conversion would do, line by line: its steps with their bytes, and what would not be as it was.
std::vector<std::string> linesOf(const Outlook& outlook);
std::vector<std::string> changeLinesOf(const Outlook& outlook); // of them those after the steps

// A tensor in another layout, with other types.
class ConvertDialog : public CallDialog
{
    Q_OBJECT

public:
    ConvertDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
                  QWidget* parent = nullptr);

    // On that tensor; null: to the layout that is chosen.
    void ask(SubjectId subject, const Layout* layout);

Q_SIGNALS:
    void movementAsked(tscope::SubjectId from, tscope::SubjectId to); // of what was converted last

protected:
    std::vector<SubjectId> inputIds() const override;
    Result<Look> look() const override;
    void call() override;
    void takeWayOut() override;

private:
    void makeForm(Workspace& workspace);
    const Layout& layout() const;
    Result<ConvertRequest> request() const;
    void enableFields();

    SubjectChoice* m_subject;
    QComboBox* m_layout;
    QLineEdit* m_block;
    TypeChoice* m_type;
    TypeChoice* m_indexType;
    QSpinBox* m_denseDims;
    QCheckBox* m_dropZeros;
};

} // namespace tscope
