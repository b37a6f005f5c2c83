// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/devices_panel.h"

#include "calls/calls.h"
#include "devices/devices.h"
#include "models/devices_model.h"
#include "panels/reading_table.h"
#include "timings/timings.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace tscope {

namespace {

// What can compute, what can't and why, and what became of the worker that has the devices.
class DevicesPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::DevicesPanel)

public:
    explicit DevicesPanel(const PanelContext& context)
        : m_devices(context.calls.devices()), m_timings(context.timings)
    {
        m_heading = wrappedLabel("devices heading");
        m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_again = new QPushButton(tr("Look again"));
        m_again->setObjectName(QStringLiteral("look again"));
        m_again->setToolTip(tr("Asks the worker anew; one that ended is started again"));
        auto* copy = new QPushButton(tr("Copy"));
        copy->setObjectName(QStringLiteral("copy devices"));
        copy->setAccessibleName(tr("Copy the devices"));
        auto* row = new QHBoxLayout;
        row->addWidget(m_heading, 1);
        row->addWidget(m_again, 0, Qt::AlignTop);
        row->addWidget(copy, 0, Qt::AlignTop);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addLayout(row);
        layout->addWidget(readingTable(m_model, "devices table", tr("Devices"), DevicesModel::textColumn), 1);
        connect(m_again, &QPushButton::clicked, &m_devices, [this] {
            m_devices.look();
            m_devices.lookAtProcessor();
        });
        connect(copy, &QPushButton::clicked, this,
                [this] { QApplication::clipboard()->setText(m_model.asText()); });
        for (const auto changed : {&Devices::changed, &Devices::processorChanged})
            connect(&m_devices, changed, this, [this] { showThem(); });
        for (const auto changed : {&Timings::runningChanged, &Timings::limitsChanged})
            connect(&m_timings, changed, this, [this] { lookAfterMeasurement(); });
        showThem();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        m_devices.lookOnce();
        m_devices.lookAtProcessor();
    }

private:
    // The measurement may have measured the limits of the processor.
    void lookAfterMeasurement()
    {
        if (isVisible() && !m_timings.isRunning())
            m_devices.lookAtProcessor();
    }

    void showThem()
    {
        m_again->setEnabled(!m_devices.isLooking());
        m_heading->setText(heading());
        m_model.setFacts(m_devices.processor(), m_devices.modules());
    }

    QString heading() const
    {
        QStringList lines;
        if (m_devices.isLooking())
            lines << tr("Looking for devices...");
        else if (!m_devices.problem().isEmpty())
            lines << m_devices.problem();
        else if (m_devices.isKnown())
            lines << tr("GPUs run in a separate process. If a driver crashes it, you see one message and lose "
                        "nothing that is open.");
        if (!m_devices.lastFault().isEmpty())
            lines << tr("The last that ended: %1").arg(m_devices.lastFault());
        return lines.join(QLatin1Char('\n'));
    }

    Devices& m_devices;
    Timings& m_timings;
    DevicesModel m_model;
    QLabel* m_heading;
    QPushButton* m_again;
};

} // namespace

QWidget* makeDevicesPanel(const PanelContext& context)
{
    return new DevicesPanel(context);
}

} // namespace tscope
