// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/nothing_open.h"

#include "facts/telling.h"
#include "workspace/log.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct NothingWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::NothingOpen)
};

} // namespace

QString whyNothingIsOpen(const Log& log)
{
    const auto nothing = NothingWords::tr("No tensor is open.");
    if (log.entries().empty() || log.entries().back().kind == Log::Kind::done)
        return nothing;
    return nothing + QLatin1Char('\n') + QString::fromStdString(harmless(log.entries().back().text.toStdString()));
}

} // namespace tscope
