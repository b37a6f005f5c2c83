// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timings.h"

#include <QWidget>

#include <map>

class QLabel;
class QLineEdit;
class QSpinBox;

namespace tscope {

class CheckedChoice;
class Devices;

// What of the current tensor is to be measured: tensors beside it, operations, forms, devices, and how long each
// may take. What is chosen goes into the choices of the timings.
class TimingForm : public QWidget
{
    Q_OBJECT

public:
    TimingForm(Workspace& workspace, Devices& devices, Timings& timings, QWidget* parent = nullptr);

    // With the devices that are listed, where all that work are meant.
    TimingChoices choices() const;

Q_SIGNALS:
    void changed(); // what would be measured

private:
    void makeChoices();
    void makeNumbers();
    void restore(); // what was chosen in an earlier run
    void follow();
    void choose();               // as the form says
    void listOps();              // and check the usual ones of the current tensor
    void listLayouts();          // that the current tensor can have, all of them checked
    void listTensors();          // that are open beside the current one
    void listDevices();          // all that work are checked; without any it is said why
    QString whyNoDevice() const; // empty: not known yet

    Workspace& m_workspace;
    Devices& m_devices;
    Timings& m_timings;
    CheckedChoice* m_tensors;
    std::map<QString, SubjectId> m_listed; // of the tensors, by what the list calls them
    CheckedChoice* m_ops;
    QLineEdit* m_columns;    // numbers of them, of the dense operand
    QWidget* m_columnsField; // with its label
    CheckedChoice* m_layouts;
    CheckedChoice* m_blocks;
    QLineEdit* m_ownBlocks; // sizes that the list does not have
    CheckedChoice* m_onDevices;
    CheckedChoice* m_threads;
    QLabel* m_noDevice;     // why there is none beside the CPU
    CheckedChoice* m_types; // of elements and of indices
    QSpinBox* m_budget;
    QSpinBox* m_dense;                                                                   // MiB
    bool m_areOpsChosen = false, m_areLayoutsChosen = false, m_areDevicesChosen = false; // by the user
    QStringList m_layoutsListed;                                                         // sorted
};

} // namespace tscope
