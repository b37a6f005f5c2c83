// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace tscope {

class Devices;

// On what something is computed: the processor, and what the worker has besides.
class DeviceBox : public QComboBox
{
    Q_OBJECT

public:
    explicit DeviceBox(Devices& devices);

    QString device() const { return currentData().toString(); } // "cpu", "cuda:0"

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();

    Devices& m_devices;
};

} // namespace tscope
