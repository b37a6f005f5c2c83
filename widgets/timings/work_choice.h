// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timing_pages.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace tscope {

// The operation whose times are shown, and of several tensors that were measured, on which of them.
class WorkChoice : public QComboBox
{
    Q_OBJECT

public:
    explicit WorkChoice(QWidget* parent = nullptr);

    // The operation stays that was chosen, where it is among them.
    void setWorks(std::vector<TimedWork> works);
    std::optional<TimedWork> work() const; // nothing: there is none
    bool has(const TimedWork& work) const;
    void choose(const TimedWork& work); // one of them

Q_SIGNALS:
    void chosen(); // by the user

private:
    std::vector<TimedWork> m_works; // in their order
};

} // namespace tscope
