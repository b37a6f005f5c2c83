// SPDX-License-Identifier: GPL-3.0-or-later
#include "files.h"

#include "io/open.h"
#include "jobs/jobs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace tscope {

Files::Files(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
}

QStringList Files::samples()
{
    QStringList paths;
    for (const auto& entry : QDir(QStringLiteral(":/samples")).entryInfoList())
        paths << entry.filePath();
    return paths;
}

Result<Document> Files::read(const QString& path)
{
    // What is built in is no file to the core.
    if (path.startsWith(QLatin1Char(':'))) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return invalidArgument("there is no such sample");
        return openText(file.readAll().toStdString());
    }
    return openFile(path.toStdString());
}

void Files::open(const QStringList& paths)
{
    Q_EMIT told(paths.size() == 1 ? tr("Reading %1...").arg(QFileInfo(paths.front()).fileName())
                                  : tr("Reading %n files...", nullptr, static_cast<int>(paths.size())));
    m_jobs.start(
        this, QStringLiteral("open ") + paths.join(QLatin1Char('\n')),
        [paths](const Watch& watch) {
            std::vector<std::pair<QString, Result<Document>>> documents;
            for (const auto& path : paths)
                if (!watch.isStopped())
                    documents.emplace_back(path, read(path));
            return documents;
        },
        [this](const std::vector<std::pair<QString, Result<Document>>>& documents) {
            Q_EMIT told({});
            for (const auto& [path, document] : documents)
                add(path, document);
        });
}

void Files::add(const QString& path, const Result<Document>& document)
{
    const auto file = QFileInfo(path).fileName();
    if (!document)
        return Q_EMIT told(tr("%1: %2").arg(file, QString::fromStdString(document.error().text)));
    SubjectId first = 0;
    int index = 0;
    for (const auto& tensor : document->tensors) {
        const auto id = m_workspace.add(
            tensor.tensor,
            tensor.name.empty() ? QFileInfo(path).completeBaseName() : QString::fromStdString(tensor.name), file);
        Q_EMIT added(id, path, index++);
        if (first == 0)
            first = id;
    }
    if (first != 0)
        m_workspace.setCurrent(first);
    for (const auto& warning : document->warnings)
        Q_EMIT told(tr("%1: %2").arg(file, QString::fromStdString(warning)));
    Q_EMIT opened(path);
}

void Files::paste(const QString& text)
{
    m_jobs.start(
        this, QStringLiteral("paste"), [text = text.toStdString()](const Watch&) { return openText(text); },
        [this](const Result<Document>& document) {
            if (!document)
                return Q_EMIT told(QString::fromStdString(document.error().text));
            m_workspace.add(*document, tr("pasted"));
            for (const auto& warning : document->warnings)
                Q_EMIT told(QString::fromStdString(warning));
        });
}

void Files::save(const TensorPtr& tensor, const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("save ") + path,
        [tensor, path](const Watch&) {
            return saveFile({{{"", *tensor}}, {}}, path.toStdString());
        },
        [this, path](const Result<void>& saved) {
            if (!saved)
                return Q_EMIT told(QString::fromStdString(saved.error().text));
            Q_EMIT told(tr("Saved %1.").arg(QFileInfo(path).fileName()));
        },
        Jobs::Kind::writes);
}

void Files::savePicture(const std::function<bool(const QString& path)>& picture, const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("picture ") + path, [picture, path](const Watch&) { return picture(path); },
        [this, path](bool saved) {
            const auto name = QFileInfo(path).fileName();
            Q_EMIT told(saved ? tr("Saved %1.").arg(name) : tr("%1 could not be written.").arg(name));
        },
        Jobs::Kind::writes);
}

} // namespace tscope
