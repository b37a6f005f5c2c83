// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/number_row.h"

#include "views/field_undo.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolTip>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::uint64_t mostSteps = 100'000;

std::uint64_t widthOf(const NumberRow::Range& range)
{
    return static_cast<std::uint64_t>(range.most) - static_cast<std::uint64_t>(range.least);
}

std::uint64_t perStep(const NumberRow::Range& range)
{
    return widthOf(range) / mostSteps + 1;
}

// As many steps as cover that way, which may be all that 64 bits count.
int stepsOf(const NumberRow::Range& range, std::uint64_t way)
{
    const auto each = perStep(range);
    return static_cast<int>(way / each + (way % each != 0 ? 1 : 0));
}

// The last step is the end, however far it is from the one before.
std::int64_t valueAt(const NumberRow::Range& range, int step)
{
    const auto width = widthOf(range);
    const auto way = step >= stepsOf(range, width) ? width : static_cast<std::uint64_t>(step) * perStep(range);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(range.least) + way);
}

int stepOf(const NumberRow::Range& range, std::int64_t value)
{
    const auto inside = std::clamp(value, range.least, range.most);
    const auto way = static_cast<std::uint64_t>(inside) - static_cast<std::uint64_t>(range.least);
    return stepsOf(range, way);
}

int nextGesture()
{
    static int last = 0; // of the window's thread
    return ++last;
}

} // namespace

NumberRow::NumberRow(const QString& name, const QString& id, QGridLayout& grid, int row, QObject* parent)
    : QObject(parent), m_name(new QLabel(name)), m_slider(new QSlider(Qt::Horizontal)), m_field(new QLineEdit),
      m_gesture(nextGesture())
{
    m_slider->setObjectName(id + QStringLiteral(" slider"));
    m_slider->setAccessibleName(name);
    m_slider->setMinimumWidth(60);
    m_field->setObjectName(id + QStringLiteral(" field"));
    m_field->setAccessibleName(name);
    m_field->setMinimumWidth(m_field->fontMetrics().averageCharWidth() * 8);
    m_name->setBuddy(m_field);
    grid.addWidget(m_name, row, 0);
    grid.addWidget(m_slider, row, 1);
    grid.addWidget(m_field, row, 2);
    connect(m_slider, &QSlider::sliderPressed, this, [this] { m_gesture = nextGesture(); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        m_gesture = nextGesture();
        fitScale();
    });
    connect(m_slider, &QSlider::valueChanged, this, &NumberRow::slide);
    connect(m_field, &QLineEdit::editingFinished, this, &NumberRow::type);
    leaveUndoToTheWindow(*m_field);
}

void NumberRow::show(std::int64_t value, const std::optional<Range>& inside, const Range& anywhere)
{
    m_value = value;
    m_wanted = inside.value_or(anywhere);
    m_wanted = {std::min(m_wanted.least, value), std::max(m_wanted.most, value)};
    m_slider->setEnabled(inside && m_wanted.least < m_wanted.most);
    const bool isHeld = m_slider->isSliderDown() && m_range.least <= value && value <= m_range.most;
    if (!isHeld)
        fitScale();
    m_slider->setToolTip(inside ? tr("%1 to %2 stay inside the storage").arg(inside->least).arg(inside->most)
                                : tr("nothing stays inside the storage"));
    m_slider->setAccessibleDescription(m_slider->toolTip());
    if (!m_field->isModified() || !m_field->hasFocus())
        m_field->setText(QString::number(value));
}

void NumberRow::fitScale()
{
    m_range = m_wanted;
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, stepsOf(m_range, widthOf(m_range)));
    m_slider->setPageStep(std::max(1, m_slider->maximum() / 10));
    // What a step stands for is not what it was set to.
    if (valueAt(m_range, m_slider->value()) != m_value)
        m_slider->setValue(stepOf(m_range, m_value));
}

void NumberRow::forgetTyped()
{
    m_field->setModified(false);
}

void NumberRow::slide(int step)
{
    m_field->setModified(false);
    if (const auto value = valueAt(m_range, step); value != m_value)
        Q_EMIT changed(value, m_gesture);
}

void NumberRow::type()
{
    if (!m_field->isModified())
        return; // left as it was
    m_field->setModified(false);
    bool isNumber = false;
    const auto value = m_field->text().trimmed().toLongLong(&isNumber);
    if (!isNumber) {
        const auto why = tr("A whole number of 64 bits is wanted, found \"%1\".").arg(m_field->text());
        QToolTip::showText(m_field->mapToGlobal(QPoint(0, m_field->height())), why, m_field);
        m_field->setAccessibleDescription(why);
        m_field->setText(QString::number(m_value));
        return;
    }
    m_field->setAccessibleDescription({});
    m_gesture = nextGesture(); // of the slider's next keys; what was typed is one of its own
    if (value != m_value)
        Q_EMIT changed(value, nextGesture());
    else
        m_field->setText(QString::number(m_value));
}

} // namespace tscope
