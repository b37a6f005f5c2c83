// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

class QGridLayout;
class QLabel;
class QLineEdit;
class QSlider;

namespace tscope {

// One number to be changed: a slider for a range, and a field beside it for any. Many values share a step of the
// slider where the range has more than it has steps; a field means what it says.
class NumberRow : public QObject
{
    Q_OBJECT

public:
    struct Range {
        std::int64_t least = 0, most = 0;
    };

    // Puts its three widgets into that row of the grid.
    NumberRow(const QString& name, const QString& id, QGridLayout& grid, int row, QObject* parent);
    // Shows a value without being changed by it. `inside`: the values that stay inside the storage; without any
    // the slider can't be moved and has the scale `anywhere`. A scale reaches to a value outside, so that the
    // handle is always where the value is.
    void show(std::int64_t value, const std::optional<Range>& inside, const Range& anywhere);
    void show(std::int64_t value, const std::optional<Range>& inside) { show(value, inside, Range()); }
    void forgetTyped(); // it was meant for something else

Q_SIGNALS:
    // Steps of one number are those of one gesture: a drag, or keys after each other.
    void changed(std::int64_t value, int gesture);

private:
    void fitScale();
    void slide(int step);
    void type();

    QLabel* m_name;
    QSlider* m_slider;
    QLineEdit* m_field;
    std::int64_t m_value = 0;
    Range m_wanted; // the scale that fits the value
    Range m_range;  // the scale of the slider: it stays while the handle is held
    int m_gesture = 0;
};

} // namespace tscope
