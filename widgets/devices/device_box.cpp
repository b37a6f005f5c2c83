// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/device_box.h"

#include "build/words.h"
#include "devices/devices.h"

#include <QSignalBlocker>

namespace tscope {

DeviceBox::DeviceBox(Devices& devices) : m_devices(devices)
{
    setObjectName(QStringLiteral("device"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(20);
    connect(&m_devices, &Devices::changed, this, &DeviceBox::fill);
    fill();
}

void DeviceBox::showEvent(QShowEvent* event)
{
    QComboBox::showEvent(event);
    m_devices.lookOnce();
}

// What was chosen stays chosen while it is there.
void DeviceBox::fill()
{
    const auto before = device();
    {
        const QSignalBlocker quiet(this);
        clear();
        addItem(tr("cpu: this processor"), QStringLiteral("cpu"));
        for (const auto& facts : m_devices.usable()) // simulated ones say so in their name
            addItem(qt(facts.id + ": " + facts.name), qt(facts.id));
        setCurrentIndex(std::max(0, findData(before)));
    }
    QStringList why;
    for (const auto& module : m_devices.modules())
        if (!module.isLoaded)
            why << qt(module.device + ": " + module.reason);
    if (!m_devices.problem().isEmpty())
        why << m_devices.problem();
    setToolTip(why.isEmpty() ? tr("What it is computed on") : why.join(QLatin1Char('\n')));
    setAccessibleDescription(toolTip());
    setEnabled(count() > 1);
    if (device() != before && !before.isEmpty())
        Q_EMIT currentIndexChanged(currentIndex());
}

} // namespace tscope
