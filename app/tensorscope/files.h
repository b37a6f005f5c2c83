// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

class QWidget;

namespace tscope {

// Files and text into the workspace, tensors and pictures out of it. All of it is read and written on workers;
// what can't be is told.
class Files : public QObject
{
    Q_OBJECT

public:
    Files(Workspace& workspace, Jobs& jobs, QObject* parent = nullptr);

    static QStringList samples(); // the paths of those that are built in
    static Result<Document> read(const QString& path, const Watch& watch = {});

    // They come in the order in which they are named, of a folder all that seem to hold tensors.
    void open(const QStringList& paths);
    void stopOpening();
    void paste(const QString& text);
    void save(const TensorPtr& tensor, const QString& path);
    void savePicture(const std::function<bool(const QString& path)>& picture, const QString& path);

Q_SIGNALS:
    void told(const QString& text);
    void noticed(const QString& file, const QString& text); // could not be read, or not all of it
    // What is being read and how far it is, 0 to 1; with no name, nothing is any more.
    void reading(const QString& what, double done);
    void opened(const QString& path);
    void added(SubjectId id, const QString& path, int index); // number `index` of the file at `path`

private:
    // One call of open() that has not come to its end.
    struct Reading {
        QString job, what;
        std::shared_ptr<std::atomic<double>> done;
    };

    using Read = std::vector<std::pair<QString, Result<Document>>>;
    static QStringList withFoldersOpened(const QStringList& paths, Read& documents);
    // What was read, on its way into the workspace: the next to come is this tensor of that document.
    struct Arriving {
        Read documents;
        std::size_t document = 0, tensor = 0;
    };
    void arrive(const QString& job, const std::shared_ptr<Arriving>& all);
    void addTensor(const QString& path, const NamedTensor& tensor, int index);
    void ended(const QString& job);
    void tellReading();

    Workspace& m_workspace;
    Jobs& m_jobs;
    std::vector<Reading> m_readings;
    QTimer m_tick; // asks how far they are
};

} // namespace tscope
