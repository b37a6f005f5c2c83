// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/baseline_choice.h"

#include <algorithm>

namespace tscope {

BaselineChoice::BaselineChoice(QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("baseline"));
    setAccessibleName(tr("Baseline"));
    setToolTip(tr("The form whose time all others are multiples of"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(16);
    addItem(tr("Baseline: as given"));
    connect(this, &QComboBox::activated, this, [this](int at) {
        m_form = at == 0 ? std::nullopt : std::optional(m_forms[static_cast<std::size_t>(at) - 1].form);
        Q_EMIT chosen();
    });
}

void BaselineChoice::setForms(const std::vector<BaselineForm>& forms)
{
    if (forms != m_forms) {
        m_forms = forms;
        while (count() > 1)
            removeItem(count() - 1);
        for (const auto& each : m_forms)
            addItem(tr("Baseline: %1").arg(each.title));
    }
    const auto at = m_form ? std::ranges::find(m_forms, *m_form, &BaselineForm::form) : m_forms.end();
    if (at == m_forms.end())
        m_form.reset();
    setCurrentIndex(m_form ? static_cast<int>(at - m_forms.begin()) + 1 : 0);
}

} // namespace tscope
