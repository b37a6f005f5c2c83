// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/call_dialog.h"

#include "build/words.h"
#include "devices/device_box.h"
#include "jobs/jobs.h"
#include "selection/cover.h"
#include "style/outlines.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

CallDialog::CallDialog(Workspace& workspace, Jobs& jobs, Calls& calls, const Cover& cover, Theme theme,
                       const QString& verb, QWidget* parent)
    : QDialog(parent), m_jobs(jobs), m_calls(calls), m_cover(cover), m_palette(Palette::of(theme))
{
    setModal(false);
    m_form = new QFormLayout;
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_told = new QPlainTextEdit;
    m_told->setObjectName(QStringLiteral("told"));
    m_told->setAccessibleName(tr("What it would do"));
    m_told->setReadOnly(true);
    m_told->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_told->setTabChangesFocus(true);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setWordWrap(true);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    m_state->setMinimumHeight(3 * fontMetrics().lineSpacing()); // the buttons stay where they are
    m_state->setAlignment(Qt::AlignLeft | Qt::AlignTop);

    m_buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_call = m_buttons->addButton(verb, QDialogButtonBox::ActionRole);
    m_call->setObjectName(QStringLiteral("call"));
    m_stop = addButton(tr("S&top"), "stop");
    m_wayOut = addButton(QString(), "way out");
    m_wayOut->hide();
    m_buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return does it or nothing
    m_call->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addWidget(m_told, 1);
    layout->addWidget(m_state);
    layout->addWidget(m_buttons);
    setStyleSheet(outlinesFor(theme));

    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &CallDialog::refresh);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
        if (receiver == this)
            tell({{}, text}, false);
    });
    connect(&workspace, &Workspace::subjectChanged, this, &CallDialog::lookSoon);
    connect(&cover, &Cover::changed, this, [this] {
        m_state->clear(); // it may tell of the tensor that is asked about now
        lookSoon();
    });
    connect(&m_calls, &Calls::runningChanged, this, &CallDialog::updateButtons);
    connect(&m_calls, &Calls::ended, this, &CallDialog::tellEnd);
    connect(m_stop, &QPushButton::clicked, &m_calls, &Calls::stop);
    connect(m_call, &QPushButton::clicked, this, &CallDialog::call);
    connect(m_wayOut, &QPushButton::clicked, this, [this] { takeWayOut(); });
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    updateButtons();
}

QPushButton* CallDialog::addButton(const QString& text, const char* name)
{
    auto* button = m_buttons->addButton(text, QDialogButtonBox::ActionRole);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

void CallDialog::addDeviceRow()
{
    m_device = new DeviceBox(m_calls.devices());
    m_form->addRow(tr("O&n device"), m_device);
    connect(m_device, &QComboBox::currentIndexChanged, this, &CallDialog::lookSoon);
}

QString CallDialog::device() const
{
    return m_device->device();
}

void CallDialog::lookSoon()
{
    m_isKnown = false;
    updateButtons();
    if (isVisible())
        m_soon.start();
}

void CallDialog::refresh()
{
    m_soon.stop();
    if (std::ranges::any_of(inputIds(), [this](SubjectId id) { return m_cover.isOn(id); })) {
        m_jobs.stop(this, QStringLiteral("look"));
        return tell({{}, Cover::words()}, true);
    }
    const auto work = look();
    if (!work) {
        m_jobs.stop(this, QStringLiteral("look"));
        return tell({{}, qt(work.error().text)}, work.error().reason == stillMissing({}).reason);
    }
    m_jobs.start(this, QStringLiteral("look"), *work, [this](const Told& told) { tell(told, false); });
}

void CallDialog::tell(const Told& told, bool isHint)
{
    m_isKnown = true;
    m_obstacle = told.obstacle;
    m_wayOut->setText(told.wayOut);
    m_wayOut->setVisible(!told.wayOut.isEmpty());
    QStringList lines;
    for (const auto& line : told.lines)
        lines << qt(line);
    if (!m_obstacle.isEmpty())
        lines << m_obstacle;
    auto palette = m_told->palette();
    palette.setColor(QPalette::Text, m_palette[m_obstacle.isEmpty() ? Ink::text
                                               : isHint             ? Ink::faintText
                                                                    : Ink::error]);
    m_told->setPalette(palette);
    m_told->setPlainText(lines.join(QLatin1Char('\n')));
    updateButtons();
}

void CallDialog::updateButtons()
{
    m_call->setEnabled(m_isKnown && m_obstacle.isEmpty() && !m_calls.isRunning());
    m_call->setToolTip(m_obstacle);
    m_call->setAccessibleDescription(m_obstacle);
    m_wayOut->setEnabled(m_isKnown && !m_calls.isRunning());
    m_stop->setEnabled(m_calls.isRunning());
    if (m_calls.isRunning())
        m_state->setText(tr("%1: working...").arg(m_calls.running()));
}

void CallDialog::tellEnd(const CallRecordPtr& record)
{
    auto text = record->title + QStringLiteral(": ") + record->outcome;
    for (const auto& change : record->changes)
        text += QLatin1Char('\n') + qt(change);
    m_state->setText(text);
}

void CallDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    lookSoon();
}

void CallDialog::hideEvent(QHideEvent* event)
{
    m_soon.stop();
    m_jobs.stop(this, QStringLiteral("look"));
    QDialog::hideEvent(event);
}

} // namespace tscope
