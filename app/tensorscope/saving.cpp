// SPDX-License-Identifier: GPL-3.0-or-later
#include "saving.h"

#include "base/free_names.h"
#include "files.h"
#include "io/formats.h"
#include "io/open.h"
#include "io/remainder.h"
#include "memory/changed_runs.h"
#include "workspace/places_in_file.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace tscope {

namespace {

struct SavingWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Saving)
};

constexpr const char* notAllowed = "not-allowed";

// The document to write. `losses`: sentences on parts of the replaced file that would not be in it.
struct Planned {
    Document document;
    std::vector<int> places; // in it, of the tensors of the snapshot
    std::vector<std::string> losses = {};
};

// What lay beside tensors of one origin goes with them.
Planned alone(const Snapshot& snapshot)
{
    Planned planned;
    FreeNames names;
    for (const auto& each : snapshot.tensors) {
        planned.places.push_back(static_cast<int>(planned.document.tensors.size()));
        planned.document.tensors.push_back({names.take(each.name.toStdString()), *each.tensor});
    }
    planned.document.others = snapshot.origin->others;
    return planned;
}

// A file is written in the format that its name says, which need not be that of what is in it.
void addOtherFormat(const QString& path, std::vector<std::string>& losses)
{
    const auto now = formatIn(path.toStdString());
    const auto* written = writtenAs(path.toStdString());
    if (!now || written == nullptr || written->kind == *now)
        return;
    const auto textOf = [](FileFormat kind) {
        const auto words = description(kind);
        return QString::fromUtf8(words.data(), std::ssize(words));
    };
    losses.push_back(SavingWords::tr("the file is %1; it would be written as %2")
                         .arg(textOf(*now), textOf(written->kind))
                         .toStdString());
}

// All tensors of the file in their order, those of the snapshot as they are there; new ones come last.
Planned amongOthers(const Snapshot& snapshot, const Document& read)
{
    Planned planned{read, {}, {}};
    auto& all = planned.document.tensors;
    const auto places = placesNow(snapshot.origin->names, namesIn(read));
    for (const auto& each : snapshot.tensors) {
        const auto index = static_cast<std::size_t>(each.index);
        auto place = index < places.size() ? places[index] : -1;
        if (place < 0) {
            place = static_cast<int>(all.size());
            all.emplace_back();
        }
        planned.places.push_back(place);
        all[static_cast<std::size_t>(place)] = {each.name.toStdString(), *each.tensor};
    }
    FreeNames names;
    for (auto& tensor : all)
        tensor.name = names.take(tensor.name);
    return planned;
}

Result<Planned> intoOwnFile(const Snapshot& snapshot, const QString& path)
{
    const auto& origin = *snapshot.origin;
    auto planned = alone(snapshot);
    if (!QFileInfo::exists(path))
        return planned;
    Remainder remainder{origin.unread, origin.leftOut};
    if (std::ssize(snapshot.tensors) < origin.tensors) {
        const auto read = Files::read(path);
        if (!read)
            return read.error();
        planned = amongOthers(snapshot, *read);
        remainder = {read->unread, read->leftOut};
    }
    addOtherFormat(path, planned.losses);
    if (const auto text = remainderText(remainder); !text.empty())
        planned.losses.push_back(text);
    return planned;
}

bool isFileOf(const Origin& origin, const QString& path)
{
    const auto itself = QFileInfo(origin.path).canonicalFilePath();
    return origin.isOnDisk() && !itself.isEmpty() && itself == QFileInfo(path).canonicalFilePath();
}

// Tensors under the name of the file that they came from, in the place of all that it holds.
Planned inPlaceOfAll(const Snapshot& snapshot, const QString& path)
{
    auto planned = alone(snapshot);
    const auto& origin = *snapshot.origin;
    if (!isFileOf(origin, path))
        return planned;
    const auto chosen = std::ranges::count_if(snapshot.tensors, [](const auto& each) { return each.index >= 0; });
    if (const auto text = remainderText({origin.unread, origin.leftOut, origin.tensors - chosen}); !text.empty())
        planned.losses.push_back(text);
    return planned;
}

bool isSame(const Member& a, const Member& b)
{
    const auto &x = *a.array.storage, &y = *b.array.storage;
    return a.role == b.role && a.layout == b.layout && a.requiresGrad == b.requiresGrad &&
           a.array.dtype == b.array.dtype && a.array.geometry == b.array.geometry && x.hasBytes() &&
           y.hasBytes() && x.byteSize() == y.byteSize() && changedRuns(x, y, 1, 1).empty();
}

bool isSame(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout && a.size == b.size && a.dtype == b.dtype && a.indexDType == b.indexDType &&
           a.device == b.device && a.claims == b.claims &&
           std::ranges::equal(a.members, b.members, [](const Member& x, const Member& y) { return isSame(x, y); });
}

// Reads the written file again. A format may store a tensor in another way than memory does; where both are
// equal, the tensor in memory is used for both.
void readBack(const SaveRequest& request, const Planned& planned, SaveOutcome& outcome)
{
    const auto stamp = stampOf(request.path);
    const auto read = Files::read(request.path);
    const auto& document = read ? *read : planned.document;
    const auto now = placesNow(namesIn(planned.document), namesIn(document));
    for (std::size_t i = 0; i < planned.places.size(); ++i) {
        const auto at = planned.places[i];
        const auto place = now[static_cast<std::size_t>(at)];
        if (!read || place < 0) {
            outcome.tensors.push_back({at, nullptr});
            continue;
        }
        const auto& here = request.snapshot->tensors[i].tensor;
        const auto& there = document.tensors[static_cast<std::size_t>(place)].tensor;
        outcome.tensors.push_back({place, isSame(*here, there) ? here : std::make_shared<const Tensor>(there)});
    }
    const Origin elsewhere{QFileInfo(request.path).fileName(), request.path};
    outcome.origin = readAnew(request.isOwnFile ? *request.snapshot->origin : elsewhere, document, stamp);
}

} // namespace

bool canSaveInPlace(const Subject& subject)
{
    return subject.index >= 0 && subject.origin->isOnDisk() && !subject.origin->isPart &&
           writtenAs(subject.origin->path.toStdString()) != nullptr;
}

SaveOutcome saveAsAsked(const SaveRequest& request, const SaveWatch& watch)
{
    using Kind = SaveOutcome::Kind;
    const auto& known = request.snapshot->origin->stamp;
    const auto found = stampOf(request.path);
    if (request.isOwnFile && !request.mayReplaceChanged && known.isKnown() && found.isKnown() && found != known)
        return {.kind = Kind::hasChanged};
    auto planned = request.isOwnFile ? intoOwnFile(*request.snapshot, request.path)
                                     : Result<Planned>(inPlaceOfAll(*request.snapshot, request.path));
    if (!planned)
        return {.kind = Kind::failed, .texts = {planned.error().text}};
    SaveOutcome outcome{.texts = planned->losses};
    const auto mayLose = [&](const SaveLosses& losses) {
        outcome.texts.insert(outcome.texts.end(), losses.texts.begin(), losses.texts.end());
        outcome.areEntriesLost = losses.areOfEntries;
        if (request.mayLose || outcome.texts.empty())
            return Result<void>();
        return Result<void>(Error{ErrorCode::cancelled, "", {}, notAllowed});
    };
    const auto saved = saveFile(planned->document, request.path.toStdString(), watch, {.mayLose = mayLose});
    if (!saved && saved.error().reason == notAllowed)
        outcome.kind = Kind::wouldLose;
    else if (!saved)
        return {.kind = saved.error().code == ErrorCode::cancelled ? Kind::cancelled : Kind::failed,
                .texts = {saved.error().text}};
    if (outcome.kind != Kind::saved)
        return outcome;
    readBack(request, *planned, outcome);
    return outcome;
}

void adoptSaved(Workspace& workspace, const SaveRequest& request, const SaveOutcome& outcome)
{
    const bool isOwnFile = request.isOwnFile || isFileOf(*request.snapshot->origin, request.path);
    for (std::size_t i = 0; i < request.snapshot->tensors.size(); ++i) {
        const auto& each = request.snapshot->tensors[i];
        const auto& held = outcome.tensors[i].held;
        if (outcome.areEntriesLost && !isOwnFile)
            continue;
        workspace.refile(each.id, outcome.origin, outcome.tensors[i].place);
        workspace.setSaved(each.id, outcome.areEntriesLost ? held : each.tensor, held);
    }
}

} // namespace tscope
