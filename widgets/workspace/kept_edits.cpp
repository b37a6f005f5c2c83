// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_edits.h"

#include "io/open.h"
#include "memory/changed_runs.h"
#include "workspace/kept_bytes.h"
#include "workspace/session_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr std::uint64_t small = std::uint64_t{1} << 20;      // a tensor is kept whole, whatever was changed
constexpr std::uint64_t mostSmall = std::uint64_t{64} << 20; // of these together: they are written at each change
// Of the steps that led to them, so that these take no room of later edits.
constexpr std::uint64_t mostOfSteps = std::uint64_t{256} << 20, mostSmallOfSteps = std::uint64_t{8} << 20;

struct SessionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)
};

// Whether what the tensor's file held when it was read can still be had from there.
bool isHeldOnDisk(const Subject& subject)
{
    const auto& origin = *subject.origin;
    if (!subject.held || subject.index < 0 || origin.path.isEmpty())
        return false;
    return !origin.stamp.isKnown() || stampOf(origin.path) == origin.stamp;
}

// Without bytes; members that share a storage go on doing so.
Tensor withoutBytes(const Tensor& tensor)
{
    auto described = tensor;
    std::map<std::uint64_t, StoragePtr> declared;
    for (auto& member : described.members) {
        auto& storage = declared[member.array.storage->id()];
        const auto& old = *member.array.storage;
        if (!storage)
            storage = declaredStorage(old.byteSize(), {old.device(), old.isPinned()});
        member.array.storage = storage;
    }
    return described;
}

// So that edits are put on whole elements, also of a file that has changed.
std::int64_t elementBytesOf(const DType& type)
{
    return std::clamp<std::int64_t>(type.itemSize(), 1, patchPageBytes);
}

QString text(std::int64_t number)
{
    return QString::number(number);
}

} // namespace

KeptTensors::KeptTensors(QString folder, QStringList taken, std::uint64_t mostBytes, const KeptCopies& before)
    : m_folder(std::move(folder)), m_taken(std::move(taken)), m_mostBytes(mostBytes), m_bytesLeft(mostBytes),
      m_smallLeft(std::min(mostBytes, mostSmall)), m_before(before)
{
    m_file = newFile("json");
}

QString KeptTensors::newFile(const char* ending)
{
    const auto name = newFileBeside(m_taken, m_folder, QString::fromLatin1(ending));
    m_taken << name;
    return name;
}

std::uint64_t KeptTensors::newBytesOf(const Tensor& tensor) const
{
    std::set<std::uint64_t> own;
    std::uint64_t bytes = 0;
    for (const auto& member : tensor.members)
        if (const auto& storage = member.array.storage;
            storage->hasBytes() && !m_seen.contains(storage->id()) && own.insert(storage->id()).second)
            bytes += static_cast<std::uint64_t>(storage->byteSize());
    return bytes;
}

QJsonObject KeptTensors::describe(const Tensor& tensor, bool isWhole)
{
    if (isWhole)
        for (const auto& member : tensor.members)
            m_seen.insert(member.array.storage->id());
    const auto number = static_cast<int>(m_document.tensors.size());
    m_document.tensors.push_back({"t" + std::to_string(number), isWhole ? tensor : withoutBytes(tensor)});
    return {{QStringLiteral("kept"), number}, {QStringLiteral("in"), m_file}};
}

// The storages of a tensor, each with that of its file that is most likely the same before it was edited.
std::vector<KeptTensors::Part> KeptTensors::partsOf(const Subject& subject)
{
    std::vector<Part> parts;
    for (const auto& member : subject.tensor->members) {
        const auto& storage = *member.array.storage;
        if (!storage.hasBytes())
            continue;
        auto part = std::ranges::find(parts, &storage, &Part::storage);
        if (part == parts.end())
            part = parts.insert(parts.end(), Part{&storage, elementBytesOf(member.array.dtype)});
        part->members << QString::fromUtf8(member.role->name);
    }
    if (!isHeldOnDisk(subject))
        return parts;
    for (auto& part : parts) {
        const auto& held = subject.held->members;
        auto base = std::ranges::find_if(
            held, [&](const Member& member) { return member.array.storage->id() == part.storage->id(); });
        if (base == held.end())
            base = std::ranges::find_if(held, [&](const Member& member) {
                return part.members.contains(QString::fromUtf8(member.role->name)) &&
                       member.array.storage->hasBytes() &&
                       member.array.storage->byteSize() == part.storage->byteSize();
            });
        if (base == held.end())
            continue;
        part.base = base->role->name;
        part.before = base->array.storage.get();
    }
    return parts;
}

// Nothing where there is no room, or it can't be written.
std::optional<KeptStorage> KeptTensors::keep(const Part& part, bool& isUnchanged)
{
    if (m_failure)
        return std::nullopt;
    const auto& storage = *part.storage;
    isUnchanged = part.before != nullptr && part.before->id() == storage.id();
    if (isUnchanged)
        return KeptStorage();
    const auto isUsable = [&](const KeptStorage& known) {
        const bool isOfBase = known.base == 0 || (part.before != nullptr && known.base == part.before->id());
        return isOfBase && QFileInfo::exists(QDir(m_folder).filePath(known.file));
    };
    for (const KeptCopies* copies : {static_cast<const KeptCopies*>(&m_copies), &m_before})
        if (const auto known = copies->storages.find(storage.id());
            known != copies->storages.end() && isUsable(known->second)) {
            const bool isCounted = copies == &m_copies;
            if (!isCounted && known->second.bytes > m_bytesLeft)
                return std::nullopt;
            m_bytesLeft -= isCounted ? 0 : known->second.bytes;
            m_copies.storages[storage.id()] = known->second;
            return known->second;
        }
    const auto bytes = keptBytesOf(storage, part.before, part.elementBytes);
    if (!bytes.isWhole && bytes.runs.empty()) {
        isUnchanged = true;
        return KeptStorage();
    }
    if (bytes.count() > m_bytesLeft)
        return std::nullopt;
    KeptStorage kept{newFile("safetensors"), bytes.count(), bytes.isWhole ? 0 : part.before->id()};
    if (auto written = writeKeptBytes(storage, bytes, QDir(m_folder).filePath(kept.file).toStdString());
        !written) {
        m_failure = written.error();
        return std::nullopt;
    }
    m_bytesLeft -= kept.bytes;
    m_copies.storages[storage.id()] = kept;
    return kept;
}

std::optional<QJsonObject> KeptTensors::byStorages(const Subject& subject)
{
    QJsonArray list;
    bool areOfFile = false;
    for (const auto& part : partsOf(subject)) {
        bool isUnchanged = false;
        const auto kept = keep(part, isUnchanged);
        if (!kept)
            return std::nullopt;
        QJsonObject entry{{QStringLiteral("members"), QJsonArray::fromStringList(part.members)},
                          {QStringLiteral("size"), text(part.storage->byteSize())}};
        if (isUnchanged || kept->base != 0) {
            entry.insert(QStringLiteral("of"), QString::fromUtf8(part.base.data(), std::ssize(part.base)));
            areOfFile = true;
        }
        if (!isUnchanged)
            entry.insert(QStringLiteral("in"), kept->file);
        list.append(entry);
    }
    auto kept = describe(*subject.tensor, false);
    kept.insert(QStringLiteral("storages"), list);
    if (areOfFile) {
        const auto stamp = stampOf(subject.origin->path);
        kept.insert(QStringLiteral("file_size"), text(stamp.size));
        kept.insert(QStringLiteral("file_time"), text(stamp.time));
    }
    return kept;
}

QJsonObject KeptTensors::add(const Subject& subject)
{
    const auto bytes = newBytesOf(*subject.tensor);
    const auto before = m_before.tensors.find(subject.id);
    QJsonObject kept{{QStringLiteral("kept"), -1}};
    if (bytes <= small && bytes <= m_smallLeft) {
        m_smallLeft -= bytes;
        kept = describe(*subject.tensor, true);
    } else if (const auto stored = byStorages(subject)) {
        kept = *stored;
    } else {
        m_unkept.push_back(subject.id);
        if (before == m_before.tensors.end()) {
            m_lost << subject.title();
            return kept;
        }
        kept = before->second;
        kept.insert(QStringLiteral("older"), true);
        m_older << subject.title();
        for (const auto& [id, storage] : m_before.storages) // its files stay
            if (filesOfEntry(kept).contains(storage.file))
                m_copies.storages.emplace(id, storage);
    }
    m_copies.tensors[subject.id] = kept;
    return kept;
}

std::optional<QJsonObject> KeptTensors::addStep(Subject subject, TensorPtr tensor)
{
    if (!std::exchange(m_hasSteps, true)) {
        m_bytesLeft = std::min(m_bytesLeft, mostOfSteps);
        m_smallLeft = std::min(m_smallLeft, mostSmallOfSteps);
    }
    subject.tensor = std::move(tensor);
    const auto bytes = newBytesOf(*subject.tensor);
    if (bytes > small || bytes > m_smallLeft) {
        const auto before = m_failure;
        auto kept = byStorages(subject);
        m_failure = before; // without its steps a tensor is worth keeping too
        return kept;
    }
    m_smallLeft -= bytes;
    return describe(*subject.tensor, true);
}

Result<void> KeptTensors::write()
{
    if (m_failure)
        return *m_failure;
    const SaveWatch whateverIsLost{.lostMappings =
                                       std::nullopt}; // zeros of a file that was cut short: better than nothing
    if (m_document.tensors.empty())
        return {};
    if (const auto saved = saveFile(m_document, QDir(m_folder).filePath(m_file).toStdString(), whateverIsLost);
        !saved)
        return saved.error();
    return {};
}

QString KeptTensors::told() const
{
    const auto list = [](const QStringList& names) { return names.join(QStringLiteral(", ")); };
    const auto most = QLocale().formattedDataSize(static_cast<qint64>(m_mostBytes));
    QStringList parts;
    if (!m_lost.isEmpty())
        parts << SessionWords::tr(
                     "Edits to %1 are too large to keep after you quit (%2 at most for all tensors). Save what "
                     "you need.")
                     .arg(list(m_lost), most);
    if (!m_older.isEmpty())
        parts << SessionWords::tr("The last edits to %1 are too large to keep after you quit (%2 at most for all "
                                  "tensors); earlier ones are kept. Save what you need.")
                     .arg(list(m_older), most);
    return parts.join(QLatin1Char(' '));
}

Result<StoragePtr> KeptStorages::storageOf(const QJsonObject& part, const Tensor* ofFile)
{
    const auto file = part[QLatin1String("in")].toString();
    const auto size = part[QLatin1String("size")].toString().toLongLong();
    StoragePtr base;
    if (const auto role = part[QLatin1String("of")].toString(); !role.isEmpty()) {
        const auto* member = ofFile == nullptr ? nullptr : ofFile->find(role.toStdString());
        if (member == nullptr || !member->array.storage->hasBytes() || member->array.storage->byteSize() != size)
            return invalidArgument(
                SessionWords::tr("its file no longer holds what its edits belong to").toStdString());
        base = member->array.storage;
        if (file.isEmpty())
            return base;
    }
    auto& known = m_read[{file, base ? base->id() : 0}];
    if (known)
        return known;
    auto read = readKeptBytes(ownPath(m_folder, file).toStdString(), size, base);
    if (!read)
        return read.error();
    known = read->storage;
    m_made[known->id()] = {file, read->bytes, base ? base->id() : 0};
    return known;
}

Result<Tensor> KeptStorages::fill(const Tensor& described, const QJsonObject& kept, const Tensor* ofFile)
{
    auto tensor = described;
    for (const auto value : kept[QLatin1String("storages")].toArray()) {
        const auto part = value.toObject();
        const auto storage = storageOf(part, ofFile);
        if (!storage)
            return storage.error();
        StoragePtr labelled;
        for (const auto name : part[QLatin1String("members")].toArray()) {
            auto* member = tensor.find(name.toString().toStdString());
            if (member == nullptr)
                return invalidArgument(SessionWords::tr("its changes are not there any more").toStdString());
            const auto& wanted = *member->array.storage;
            const bool isLabelled =
                (*storage)->device() == wanted.device() && (*storage)->isPinned() == wanted.isPinned();
            if (!labelled)
                labelled = isLabelled ? *storage : relabelled(*storage, {wanted.device(), wanted.isPinned()});
            member->array.storage = labelled;
        }
    }
    return tensor;
}

bool needsFile(const QJsonObject& kept)
{
    const auto parts = kept[QLatin1String("storages")].toArray();
    return std::ranges::any_of(
        parts, [](const QJsonValue& part) { return part.toObject().contains(QLatin1String("of")); });
}

bool isOfAnotherFile(const QJsonObject& kept, const QString& path)
{
    const auto now = stampOf(path);
    return kept[QLatin1String("file_size")].toString() != text(now.size) ||
           kept[QLatin1String("file_time")].toString() != text(now.time);
}

} // namespace tscope
