// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModelTester>

namespace tscope::test {

// Fails the test on every rule of item models that this model breaks while the contract lives. The tester alone
// would not: outside a QtTest runner its findings are mere messages.
class ModelContract
{
public:
    explicit ModelContract(QAbstractItemModel& model);
    ~ModelContract();
    ModelContract(const ModelContract&) = delete;
    ModelContract& operator=(const ModelContract&) = delete;

private:
    QtMessageHandler m_before;
    QAbstractItemModelTester m_tester;
};

} // namespace tscope::test
