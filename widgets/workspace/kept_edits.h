// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QJsonObject>

#include <map>
#include <optional>
#include <set>

namespace tscope {

// The bytes of a storage of a kept tensor, in a file of their own. Storages never change, so that what was written
// once serves all later lists.
struct KeptStorage {
    QString file;            // beside the list
    std::uint64_t bytes = 0; // that it takes
    std::uint64_t base = 0;  // the storage that these bytes are put on; 0: the file has all of them
};

// The entries and files that a list names.
struct KeptCopies {
    std::map<SubjectId, QJsonObject> tensors;
    std::map<std::uint64_t, KeptStorage> storages; // by their ids
};

// Keeps unsaved tensors for the next start. A small tensor is kept whole, as a JSON tensor. A larger one is kept
// as a description without bytes, and for each storage a file with the bytes that differ from the tensor's file,
// or with all bytes where most of them differ.
class KeptTensors
{
public:
    // The copies are those of the last list. Files with the names in `taken` are not written over.
    KeptTensors(QString folder, QStringList taken, std::uint64_t mostBytes, const KeptCopies& before);

    // The entry of this tensor in the list. Writes its storages at once.
    QJsonObject add(const Subject& subject);
    // A step of undo that has led to this tensor, after all entries: nothing where there is no room for it.
    std::optional<QJsonObject> addStep(Subject subject, TensorPtr tensor);
    Result<void> write(); // the descriptions and small tensors

    const KeptCopies& copies() const { return m_copies; }
    const std::vector<SubjectId>& unkept() const { return m_unkept; } // not as they are now
    QString told() const;                                             // why; empty: all are kept

private:
    struct Part { // of a tensor: one storage
        const Storage* storage = nullptr;
        std::int64_t elementBytes = 1;
        QStringList members = {};
        std::string_view base = {}; // the member of the file's tensor whose storage it is compared with; or none
        const Storage* before = nullptr;
    };

    std::uint64_t newBytesOf(const Tensor& tensor) const;
    QJsonObject describe(const Tensor& tensor, bool isWhole);
    std::optional<QJsonObject> byStorages(const Subject& subject);
    static std::vector<Part> partsOf(const Subject& subject);
    std::optional<KeptStorage> keep(const Part& part, bool& isUnchanged);
    QString newFile(const char* ending);

    QString m_folder;
    QStringList m_taken;
    std::uint64_t m_mostBytes, m_bytesLeft, m_smallLeft;
    const KeptCopies& m_before;
    QString m_file; // of the descriptions
    Document m_document;
    KeptCopies m_copies;
    std::set<std::uint64_t> m_seen; // storages in m_document
    bool m_hasSteps = false;
    std::optional<Error> m_failure;
    std::vector<SubjectId> m_unkept;
    QStringList m_lost, m_older;
};

// The tensor that such an object keeps: `described` is what its description reads as, `ofFile` what its file holds
// now (null: can't be read). The files beside the list are read once.
class KeptStorages
{
public:
    explicit KeptStorages(QString folder) : m_folder(std::move(folder)) {}
    Result<Tensor> fill(const Tensor& described, const QJsonObject& kept, const Tensor* ofFile);
    // By their ids, to be kept on.
    const std::map<std::uint64_t, KeptStorage>& made() const { return m_made; }

private:
    Result<StoragePtr> storageOf(const QJsonObject& part, const Tensor* ofFile);

    QString m_folder;
    std::map<std::pair<QString, std::uint64_t>, StoragePtr> m_read; // by their files and what they are put on
    std::map<std::uint64_t, KeptStorage> m_made;
};

// Whether its edits are kept as differences from what its file holds.
bool needsFile(const QJsonObject& kept);
// Whether the file is another one than when they were kept.
bool isOfAnotherFile(const QJsonObject& kept, const QString& path);

} // namespace tscope
