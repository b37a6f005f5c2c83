// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/contract_list.h"

#include "build/words.h"
#include "rules/contract_calls.h"
#include "views/described_delegate.h"

#include <QAbstractItemView>
#include <QComboBox>

namespace tscope {

void describeContracts(QComboBox& choice)
{
    for (const auto& contract : contracts()) {
        const auto purpose = qt(purposeOf(contract));
        choice.addItem(qt(contract.name()));
        choice.setItemData(choice.count() - 1, purpose, DescribedDelegate::DescriptionRole);
        choice.setItemData(choice.count() - 1, purpose, Qt::ToolTipRole);
    }
    choice.setItemDelegate(new DescribedDelegate(&choice));
    choice.view()->setTextElideMode(Qt::ElideRight);
    choice.view()->setMinimumWidth(choice.view()->sizeHintForColumn(0)); // wider than the choice itself
}

} // namespace tscope
