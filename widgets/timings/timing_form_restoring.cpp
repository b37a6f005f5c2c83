// SPDX-License-Identifier: GPL-3.0-or-later
// The choices that the form begins with: those of an earlier run.
#include "build/words.h"
#include "timings/timing_form.h"
#include "timings/typed_lists.h"
#include "views/checked_choice.h"

#include <QLineEdit>

namespace tscope {

namespace {

QStringList listOf(const std::vector<std::string>& words)
{
    QStringList list;
    for (const auto& word : words)
        list << qt(word);
    return list;
}

} // namespace

void TimingForm::restore()
{
    const auto& choices = m_timings.choices();
    m_areOpsChosen = !choices.ops.empty();
    m_ops->setChecked(listOf(choices.ops));
    m_areLayoutsChosen = !choices.layouts.empty(); // which are listed with the first tensor
    m_blocks->setChecked(listOf(choices.blocks));
    auto own = choices.blocks; // sizes that the list does not have
    const auto listed = m_blocks->checked();
    std::erase_if(own, [&](const std::string& size) { return listed.contains(qt(size)); });
    // Typed sizes alone are measured: the button does not go on to say that the form finds some.
    connect(m_ownBlocks, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_blocks->setInsteadOfNone(listText(typedEntries(text))); });
    m_ownBlocks->setText(listText(own));
    QStringList threads;
    for (const auto count : choices.threads)
        threads << QString::number(count);
    m_threads->setChecked(threads);
    m_types->setChecked(listOf(choices.dtypes) + listOf(choices.indexTypes));
}

} // namespace tscope
