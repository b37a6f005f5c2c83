// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/proofs.h"
#include "timings/timings.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QProgressBar;
class QPushButton;

namespace tscope {

class Devices;
class LimitedLabel;
class TimingForm;

// The button that has the current tensor measured, beside it what that would take, how far it is and what it took;
// below them what is to be measured.
class TimingControls : public QWidget
{
    Q_OBJECT

public:
    TimingControls(Workspace& workspace, Jobs& jobs, Devices& devices, Timings& timings,
                   QWidget* parent = nullptr);

    void addButton(QWidget* button); // at the end of the line of buttons

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeButtons();
    void start();
    void followRunning();
    void estimateSoon();
    void estimate();
    void tellState();
    QString stateOfRun() const;

    Workspace& m_workspace;
    Jobs& m_jobs;
    Devices& m_devices;
    Timings& m_timings;
    std::shared_ptr<Proofs> m_proofs = std::make_shared<Proofs>();
    TimingForm* m_form;
    QHBoxLayout* m_row; // of buttons
    QPushButton* m_start;
    QPushButton* m_stop;
    QProgressBar* m_progress;
    LimitedLabel* m_state;
    QString m_estimate;   // what it would take; empty: not known
    QString m_estimateOf; // of the measurement that runs or was the last one
    QString m_said;       // what came of the last one
    bool m_isFailure = false;
    bool m_isJustMeasured = false; // the next estimate is of what was measured
    QTimer m_soon, m_tick;
};

} // namespace tscope
