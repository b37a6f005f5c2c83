// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/model_contract.h"

#include <QLoggingCategory>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

namespace tscope::test {

namespace {

void judge(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (type != QtDebugMsg && context.category != nullptr && std::strcmp(context.category, "qt.modeltest") == 0)
        ADD_FAILURE() << "model contract: " << text.toStdString();
    else
        std::fprintf(stderr, "%s\n", qUtf8Printable(text));
}

} // namespace

ModelContract::ModelContract(QAbstractItemModel& model)
    : m_before(qInstallMessageHandler(judge)),
      m_tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning)
{
}

ModelContract::~ModelContract()
{
    qInstallMessageHandler(m_before);
}

} // namespace tscope::test
