// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QJsonObject>

#include <set>

namespace tscope {

// What of changed tensors is kept for the next start: all of a tensor while there is room for it; of one that is
// larger what was changed, to be put on what its file holds; else what was kept of it before.
class KeptTensors
{
public:
    // The copies are those of the last time, by subject. `file` is the name that document() will be saved under.
    KeptTensors(QString file, std::uint64_t mostBytes, const std::map<SubjectId, QJsonObject>& before)
        : m_file(std::move(file)), m_bytesLeft(mostBytes), m_before(before)
    {
    }

    // What the list has to say of this one.
    QJsonObject add(const Subject& subject);

    const Document& document() const { return m_document; }
    const std::map<SubjectId, QJsonObject>& copies() const { return m_copies; }
    QString told() const; // what could not be kept; empty: nothing

private:
    std::uint64_t newBytesOf(const Tensor& tensor) const;
    std::optional<QJsonObject> editsOf(const Subject& subject);
    QJsonObject whole(const Tensor& tensor);

    QString m_file;
    std::uint64_t m_bytesLeft;
    const std::map<SubjectId, QJsonObject>& m_before;
    std::map<SubjectId, QJsonObject> m_copies;
    std::set<std::uint64_t> m_seen; // storages
    Document m_document;
    QStringList m_lost, m_older;
};

// The changes that such an object keeps, of a document that was kept with it.
Result<EditList> keptEdits(const QJsonObject& kept, const Document& document);
// Whether the file is another one than when they were kept.
bool isOfAnotherFile(const QJsonObject& kept, const QString& path);

} // namespace tscope
