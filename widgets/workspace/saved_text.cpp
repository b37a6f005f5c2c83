// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/saved_text.h"

#include "base/say.h"
#include "facts/wording.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"
#include "workspace/log.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct SavedTextWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SavedText)
};

} // namespace

void saveText(QObject& owner, Jobs& jobs, Log& log, const QString& path,
              std::function<std::string(const Watch& watch)> text)
{
    jobs.start(
        &owner, QStringLiteral("save ") + path,
        [text = std::move(text), path](const Watch& watch) -> Result<void> {
            const auto whole = text(watch);
            if (watch.isStopped()) // by a newer one of the same file: this one may be cut short
                return Error{ErrorCode::cancelled, say("saving was cancelled"), {}, {}};
            return writeWholeFile(path.toStdString(), whole);
        },
        [&log, path](const Result<void>& saved) {
            if (saved)
                log.add(Log::Kind::done, SavedTextWords::tr("Saved %1.").arg(path));
            else
                log.add(Log::Kind::error, QString::fromStdString(sentenceOf(saved.error())));
        },
        Jobs::Kind::writes);
}

} // namespace tscope
