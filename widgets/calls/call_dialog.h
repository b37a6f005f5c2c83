// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/calls.h"
#include "calls/proofs.h"
#include "style/palette.h"

#include <QDialog>
#include <QTimer>

#include <functional>

class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tscope {

class Cover;
class DeviceBox;

// A form in which something is asked of tensors; below it what that would do, told by a job before anything is
// pressed, or why it can't be done; and the button that has it done. Not modal.
class CallDialog : public QDialog
{
    Q_OBJECT

public:
    QSize sizeHint() const override { return {640, 560}; }

protected:
    // What the form as it is would do.
    struct Told {
        std::vector<std::string> lines;
        QString obstacle = {}; // why it can't be done; empty: it can
        QString wayOut = {};   // the verb of what would help, for a button; empty: nothing is known
    };
    using Look = std::function<Told(const Watch&)>; // run as a job, all it needs in it by value

    CallDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
               const QString& verb, QWidget* parent);

    // The tensors of which something is asked, which may be covered: then nothing is told or done.
    virtual std::vector<SubjectId> inputIds() const = 0;

    // Fails with what is missing in the form.
    virtual Result<Look> look() const = 0;
    virtual void call() = 0;     // precondition: what was told has no obstacle, and nothing runs
    virtual void takeWayOut() {} // preconditions: one was told, and nothing runs

    QFormLayout& form() { return *m_form; }
    void addDeviceRow();                                           // once
    QPushButton* addButton(const QString& text, const char* name); // beside those that are there
    QString device() const;
    Calls& calls() const { return m_calls; }
    const std::shared_ptr<Proofs>& proofs() const { return m_proofs; }
    void lookSoon(); // the form has changed

    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();
    void tell(const Told& told, bool isHint);
    void updateButtons();
    void tellEnd(const CallRecordPtr& record);

    Jobs& m_jobs;
    Calls& m_calls;
    const Cover& m_cover;
    const Palette& m_palette;
    std::shared_ptr<Proofs> m_proofs = std::make_shared<Proofs>();
    QFormLayout* m_form;
    QDialogButtonBox* m_buttons;
    DeviceBox* m_device = nullptr;
    QPlainTextEdit* m_told;
    QLabel* m_state; // what is missing, what runs, what came out
    QPushButton* m_call;
    QPushButton* m_stop;
    QPushButton* m_wayOut;
    QTimer m_soon; // several changes at once are one
    QString m_obstacle;
    bool m_isKnown = false; // what was told is of the form as it is
};

} // namespace tscope
