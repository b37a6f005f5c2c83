// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/proofs.h"
#include "timings/timings.h"

#include <QTimer>
#include <QWidget>

#include <map>

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace tscope {

class CheckedChoice;
class Devices;

// What of the current tensor is to be measured, and the button that has it done; what it would take, how far it
// is.
class TimingControls : public QWidget
{
    Q_OBJECT

public:
    TimingControls(Workspace& workspace, Jobs& jobs, Devices& devices, Timings& timings,
                   QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeChoices();
    void choose();               // as the form says
    void listOps();              // and check the usual ones of the current tensor
    void listLayouts();          // that the current tensor can have, all of them checked
    void listTensors();          // that are open beside the current one
    void listDevices();          // all that work are checked; without any it is said why
    QString whyNoDevice() const; // empty: not known yet
    TimingChoices choicesHere() const;
    void estimateSoon();
    void estimate();
    void tellState();

    Workspace& m_workspace;
    Jobs& m_jobs;
    Devices& m_devices;
    Timings& m_timings;
    std::shared_ptr<Proofs> m_proofs = std::make_shared<Proofs>();
    QPushButton* m_start;
    QPushButton* m_stop;
    CheckedChoice* m_ops;
    CheckedChoice* m_layouts;
    CheckedChoice* m_blocks;
    CheckedChoice* m_onDevices;
    CheckedChoice* m_tensors;
    std::map<QString, SubjectId> m_listed; // of the tensors, by what the list calls them
    CheckedChoice* m_threads;
    QLabel* m_noDevice;     // why there is none beside the CPU
    CheckedChoice* m_types; // of elements and of indices
    QSpinBox* m_budget;
    QSpinBox* m_dense; // MiB
    QProgressBar* m_progress;
    QLabel* m_state;
    QString m_estimate; // what it would take; empty: not known
    QString m_said;     // what came of the last one
    bool m_areOpsChosen = false, m_areLayoutsChosen = false, m_areDevicesChosen = false; // by the user
    QStringList m_layoutsListed;                                                         // sorted
    QTimer m_soon, m_tick;
};

} // namespace tscope
