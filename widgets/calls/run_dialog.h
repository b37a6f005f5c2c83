// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/call_dialog.h"
#include "ops/support.h"

#include <vector>

class QComboBox;
class QLineEdit;

namespace tscope {

class SubjectChoice;

// Any operation that the core has, on open tensors: the whole form is made of its OpSpec.
class RunDialog : public CallDialog
{
    Q_OBJECT

public:
    RunDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
              QWidget* parent = nullptr);

    void ask(SubjectId subject, const OpSpec* op = nullptr); // as the first input

protected:
    std::vector<SubjectId> inputIds() const override;
    Result<Look> look() const override;
    void call() override;

private:
    // A tensor that is chosen, unless a number is typed beside it.
    struct InputField {
        SubjectChoice* choice;
        QLineEdit* number; // null: only a tensor will do
        QString numberText() const;
    };

    const OpSpec& op() const;
    void showOp();
    void addInput(const OpInput& input);
    void addParam(const ParamSpec& param);
    static Result<std::string> planned(const OpSpec& op, const std::vector<Sound>& inputs, const Params& params);
    static Told tried(const OpSpec& op, const std::vector<Sound>& inputs, const Params& params,
                      const Watch& watch);
    static Told guessed(const OpSpec& op, const SupportCell& cell, const std::vector<Sound>& inputs,
                        const Params& params, const Watch& watch);
    void spread(); // the inputs over what is open
    Result<std::vector<CallInput>> inputs() const;
    Result<Params> params() const;

    Workspace& m_workspace;
    QComboBox* m_op;
    std::vector<InputField> m_inputs;
    std::vector<QWidget*> m_params; // in the order of the operation's
};

} // namespace tscope
