// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timing_pages.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace tscope {

// The form that all others are held against: as the tensor was given, or one of those that were measured.
class BaselineChoice : public QComboBox
{
    Q_OBJECT

public:
    explicit BaselineChoice(QWidget* parent = nullptr);

    // What was chosen stays so where it is among them.
    void setForms(const std::vector<BaselineForm>& forms);
    const std::optional<timing::Variant>& form() const { return m_form; } // nothing: as it was given

Q_SIGNALS:
    void chosen(); // by the user

private:
    std::optional<timing::Variant> m_form;
    std::vector<BaselineForm> m_forms; // behind the first item
};

} // namespace tscope
