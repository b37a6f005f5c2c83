// SPDX-License-Identifier: GPL-3.0-or-later
#include "files.h"

#include "io/folder.h"
#include "io/open.h"
#include "jobs/jobs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace tscope {

namespace {

constexpr int mostAtOnce = 20;             // tensors, and what else there is to say of a file
constexpr std::size_t mostOfAFolder = 500; // tensors are looked at one by one

} // namespace

Files::Files(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
    m_tick.setInterval(100);
    connect(&m_tick, &QTimer::timeout, this, &Files::tellReading);
}

QStringList Files::samples()
{
    QStringList paths;
    for (const auto& entry : QDir(QStringLiteral(":/samples")).entryInfoList())
        paths << entry.filePath();
    return paths;
}

Result<Document> Files::read(const QString& path, const Watch& watch)
{
    // What is built in is no file to the core.
    if (path.startsWith(QLatin1Char(':'))) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return invalidArgument(tr("there is no such sample").toStdString());
        return openText(file.readAll().toStdString());
    }
    return openFile(path.toStdString(), watch);
}

// In the place of a folder the files in it; what there is to say of one goes among the documents.
QStringList Files::withFoldersOpened(const QStringList& paths, Read& documents)
{
    QStringList files;
    for (const auto& path : paths) {
        if (!QFileInfo(path).isDir()) {
            files << path;
            continue;
        }
        std::size_t taken = 0, found = 0;
        for (const auto& file : filesBelow(path.toStdString()))
            if (seemsToHoldTensors(file.path) && ++found <= mostOfAFolder) {
                files << QString::fromStdString(file.path);
                ++taken;
            }
        if (found == 0)
            documents.emplace_back(
                path, invalidArgument(tr("no file in this folder seems to hold tensors").toStdString()));
        else if (found > taken)
            documents.emplace_back(
                path,
                invalidArgument(
                    tr("of %1 files in this folder the first %2 are open").arg(found).arg(taken).toStdString()));
    }
    return files;
}

void Files::open(const QStringList& paths)
{
    const auto job = QStringLiteral("open ") + paths.join(QLatin1Char('\n'));
    ended(job); // the older one of that name is stopped by the newer
    const auto done = std::make_shared<std::atomic<double>>(0);
    m_readings.push_back({job,
                          paths.size() == 1 ? QFileInfo(paths.front()).fileName()
                                            : tr("%n file(s)", nullptr, static_cast<int>(paths.size())),
                          done});
    m_tick.start();
    m_jobs.start(
        this, job,
        [paths, done](const Watch& watch) {
            Read documents;
            const auto files = withFoldersOpened(paths, documents);
            const auto count = static_cast<double>(files.size() + documents.size());
            for (const auto& path : files) {
                if (watch.isStopped())
                    break;
                const auto before = static_cast<double>(documents.size());
                const auto tell = [&](double part) { *done = (before + part) / count; };
                documents.emplace_back(path, read(path, {watch.stop, tell}));
                tell(1);
            }
            return documents;
        },
        [this, job](Read documents) { arrive(job, std::make_shared<Arriving>(Arriving{std::move(documents)})); });
}

void Files::stopOpening()
{
    for (const auto& reading : m_readings)
        m_jobs.stop(this, reading.job);
    m_readings.clear();
    tellReading();
}

void Files::ended(const QString& job)
{
    std::erase_if(m_readings, [&](const Reading& reading) { return reading.job == job; });
    if (m_readings.empty())
        tellReading();
}

void Files::tellReading()
{
    if (!m_readings.empty())
        return Q_EMIT reading(m_readings.back().what, *m_readings.back().done);
    m_tick.stop();
    Q_EMIT reading({}, 0);
}

// A checkpoint may bring thousands of tensors: some at a time, and between them the window is drawn and listens.
void Files::arrive(const QString& job, const std::shared_ptr<Arriving>& all)
{
    for (int some = 0; some < mostAtOnce; ++some) {
        if (all->document == all->documents.size())
            return ended(job);
        const auto& [path, document] = all->documents[all->document];
        const auto file = QFileInfo(path).fileName();
        if (!document) {
            Q_EMIT noticed(file, QString::fromStdString(document.error().text));
        } else if (all->tensor < document->tensors.size()) {
            addTensor(path, document->tensors[all->tensor], static_cast<int>(all->tensor));
            ++all->tensor;
            continue;
        } else {
            for (const auto& warning : document->warnings)
                Q_EMIT noticed(file, QString::fromStdString(warning));
            Q_EMIT opened(path);
        }
        ++all->document;
        all->tensor = 0;
    }
    m_jobs.start(
        this, job, [](const Watch&) { return 0; }, [this, job, all](int) { arrive(job, all); });
}

void Files::addTensor(const QString& path, const NamedTensor& tensor, int index)
{
    const auto id = m_workspace.add(tensor.tensor,
                                    tensor.name.empty() ? QFileInfo(path).completeBaseName()
                                                        : QString::fromStdString(tensor.name),
                                    QFileInfo(path).fileName());
    Q_EMIT added(id, path, index);
    if (index == 0)
        m_workspace.setCurrent(id);
}

void Files::paste(const QString& text)
{
    m_jobs.start(
        this, QStringLiteral("paste"), [text = text.toStdString()](const Watch&) { return openText(text); },
        [this](const Result<Document>& document) {
            if (!document)
                return Q_EMIT noticed({}, QString::fromStdString(document.error().text));
            m_workspace.add(*document, tr("pasted"));
            for (const auto& warning : document->warnings)
                Q_EMIT noticed({}, QString::fromStdString(warning));
        });
}

void Files::save(const TensorPtr& tensor, const QString& path)
{
    m_jobs.start(
        this, QStringLiteral("save ") + path,
        [tensor, path](const Watch&) {
            return saveFile({{{"", *tensor}}, {}}, path.toStdString());
        },
        [this, path](const Result<std::vector<std::string>>& saved) {
            if (!saved)
                return Q_EMIT told(QString::fromStdString(saved.error().text));
            Q_EMIT told(tr("Saved %1.").arg(QFileInfo(path).fileName()));
            for (const auto& note : *saved)
                Q_EMIT told(QString::fromStdString(note));
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
