// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/report_head.h"

#include "io/file_identity.h"
#include "workspace/saved_text.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

namespace tscope {

FindingsHead reportHeadOf(const Subject& subject)
{
    constexpr std::int64_t mostPlaces = 1000; // of each kind: a report is read, all places are in --json
    return {.name = subject.title().toStdString(),
            .file = subject.origin->isOnDisk() ? subject.origin->path.toStdString() : std::string(),
            .mostPlaces = mostPlaces,
            .isEdited = !subject.isAsRead() && !subject.isUneditedPart(),
            .partly = subject.origin->partly.toStdString(),
            .checkedAt = timeText(subject.checkedAt),
            .program = "tensorscope " + QCoreApplication::applicationVersion().toStdString()};
}

void addFileIdentity(FindingsHead& head, const FileStamp& stamp, const Watch& watch)
{
    const bool isSame = !head.file.empty() && stampOf(QString::fromStdString(head.file)) == stamp;
    if (auto identity = isSame ? identityOf(head.file, watch) : std::nullopt) {
        head.sha256 = std::move(identity->sha256);
        head.modified = std::move(identity->modified);
        head.bytes = identity->bytes;
    }
}

QString folderOf(const Subject& subject)
{
    return subject.origin->isOnDisk() ? QFileInfo(subject.origin->path).path() : QString();
}

QString reportFileName(const QString& name)
{
    static const QRegularExpression odd(QStringLiteral("[^\\w.-]+"),
                                        QRegularExpression::UseUnicodePropertiesOption);
    return QString(name).replace(odd, QStringLiteral("_"));
}

void askAndSaveReport(QWidget& owner, Jobs& jobs, Log& log, const QString& title, const QString& folder,
                      const QString& name, std::function<std::string(const Watch& watch)> text)
{
    auto* dialog = new QFileDialog(&owner, title, folder,
                                   QCoreApplication::translate("tscope::FindingsButton", "Markdown (*.md)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(reportFileName(name) + QStringLiteral(".md"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &owner,
                     [&owner, &jobs, &log, text = std::move(text)](const QString& path) {
                         saveText(owner, jobs, log, path, text);
                     });
    dialog->open();
}

} // namespace tscope
