// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>

#include <functional>

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
    static Result<Document> read(const QString& path);

    void open(const QStringList& paths); // they come in the order in which they are named
    void paste(const QString& text);
    void save(const TensorPtr& tensor, const QString& path);
    void savePicture(const std::function<bool(const QString& path)>& picture, const QString& path);

Q_SIGNALS:
    void told(const QString& text);
    void opened(const QString& path);
    void added(SubjectId id, const QString& path, int index); // number `index` of the file at `path`

private:
    void add(const QString& path, const Result<Document>& document);

    Workspace& m_workspace;
    Jobs& m_jobs;
};

} // namespace tscope
