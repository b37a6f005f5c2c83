// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_edits.h"

#include "layouts/registry.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::uint64_t small = std::uint64_t{1} << 20;     // a tensor is kept whole, whatever was changed
constexpr std::int64_t mostTouched = std::int64_t{1} << 20; // slots of one tensor

struct SessionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)
};

// In order, each slot once; nothing where there are too many.
std::optional<std::vector<Slots>> merged(std::vector<Slots> touched)
{
    std::ranges::sort(touched, [](const Slots& a, const Slots& b) {
        return std::tie(a.member, a.begin) < std::tie(b.member, b.begin);
    });
    std::vector<Slots> runs;
    for (const auto& slots : touched)
        if (!runs.empty() && runs.back().member == slots.member && slots.begin <= runs.back().end)
            runs.back().end = std::max(runs.back().end, slots.end);
        else
            runs.push_back(slots);
    std::int64_t count = 0;
    for (const auto& run : runs)
        count += std::min(run.end - run.begin, mostTouched + 1);
    return count <= mostTouched ? std::optional(std::move(runs)) : std::nullopt;
}

// The elements of these slots, as a tensor of their own.
Tensor elementsAt(const Array& array, const Slots& slots)
{
    std::vector<std::byte> bytes;
    for (auto slot = slots.begin; slot < slots.end; ++slot) {
        const auto [begin, end] = array.byteRange(slot);
        const auto at = bytes.size();
        bytes.resize(at + static_cast<std::size_t>(end - begin));
        array.storage->read(begin, std::span(bytes).subspan(at));
    }
    Tensor tensor;
    tensor.layout = layoutNamed("strided");
    tensor.members.push_back(
        {tensor.layout->roles.data(), Array::fromBytes(array.dtype, {slots.end - slots.begin}, bytes)});
    return tensor;
}

QJsonObject stampOf(const QString& path)
{
    const QFileInfo file(path);
    return {{QStringLiteral("file_size"), QString::number(file.size())},
            {QStringLiteral("file_time"), QString::number(file.lastModified().toMSecsSinceEpoch())}};
}

} // namespace

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

QJsonObject KeptTensors::whole(const Tensor& tensor)
{
    m_bytesLeft -= newBytesOf(tensor);
    for (const auto& member : tensor.members)
        m_seen.insert(member.array.storage->id());
    const auto number = static_cast<int>(m_document.tensors.size());
    m_document.tensors.push_back({"t" + std::to_string(number), tensor});
    return {{QStringLiteral("kept"), number}, {QStringLiteral("in"), m_file}};
}

std::optional<QJsonObject> KeptTensors::editsOf(const Subject& subject)
{
    if (!subject.touched || subject.index < 0 || subject.origin->path.isEmpty())
        return std::nullopt;
    const auto runs = merged(*subject.touched);
    if (!runs)
        return std::nullopt;
    for (const auto& slots : *runs)
        if (const auto* member = subject.tensor->find(slots.member); member == nullptr || !member->isReadable())
            return std::nullopt;
    QJsonArray edits;
    for (const auto& slots : *runs) {
        edits.append(QJsonObject{{QStringLiteral("member"), QString::fromUtf8(slots.member)},
                                 {QStringLiteral("begin"), QString::number(slots.begin)},
                                 {QStringLiteral("kept"), static_cast<int>(m_document.tensors.size())}});
        m_document.tensors.push_back({"t" + std::to_string(m_document.tensors.size()),
                                      elementsAt(subject.tensor->member(slots.member).array, slots)});
    }
    auto kept = stampOf(subject.origin->path);
    kept.insert(QStringLiteral("edits"), edits);
    kept.insert(QStringLiteral("in"), m_file);
    return kept;
}

QJsonObject KeptTensors::add(const Subject& subject)
{
    const auto bytes = newBytesOf(*subject.tensor);
    const auto before = m_before.find(subject.id);
    QJsonObject kept{{QStringLiteral("kept"), -1}};
    if (bytes <= small && bytes <= m_bytesLeft) {
        kept = whole(*subject.tensor);
    } else if (const auto edits = editsOf(subject)) {
        kept = *edits;
    } else if (bytes <= m_bytesLeft) {
        kept = whole(*subject.tensor);
    } else if (before != m_before.end()) {
        kept = before->second;
        kept.insert(QStringLiteral("older"), true);
        m_older << subject.title();
    } else {
        m_lost << subject.title();
        return kept;
    }
    m_copies[subject.id] = kept;
    return kept;
}

QString KeptTensors::told() const
{
    QStringList parts;
    if (!m_lost.isEmpty())
        parts << SessionWords::tr("Too large to be kept for the next start: %1.")
                     .arg(m_lost.join(QStringLiteral(", ")));
    if (!m_older.isEmpty())
        parts << SessionWords::tr("Kept for the next start without the last changes, as too large with them: %1.")
                     .arg(m_older.join(QStringLiteral(", ")));
    return parts.join(QLatin1Char(' '));
}

Result<EditList> keptEdits(const QJsonObject& kept, const Document& document)
{
    EditList list;
    for (const auto value : kept[QLatin1String("edits")].toArray()) {
        const auto entry = value.toObject();
        const auto number = entry[QLatin1String("kept")].toInt(-1);
        if (number < 0 || static_cast<std::size_t>(number) >= document.tensors.size())
            return invalidArgument(SessionWords::tr("its changes are not there any more").toStdString());
        const auto* values = document.tensors[static_cast<std::size_t>(number)].tensor.find("values");
        if (values == nullptr || !values->isReadable())
            return invalidArgument(SessionWords::tr("its changes can't be read").toStdString());
        SetElements edit{entry[QLatin1String("member")].toString().toStdString(),
                         entry[QLatin1String("begin")].toString().toLongLong(),
                         {}};
        for (std::int64_t i = 0; i < numel(values->array.geometry).value_or(0); ++i)
            edit.values.push_back(values->array.at(i));
        list.edits.emplace_back(std::move(edit));
    }
    return list;
}

bool isOfAnotherFile(const QJsonObject& kept, const QString& path)
{
    const auto now = stampOf(path);
    return kept[QLatin1String("file_size")] != now[QLatin1String("file_size")] ||
           kept[QLatin1String("file_time")] != now[QLatin1String("file_time")];
}

} // namespace tscope
