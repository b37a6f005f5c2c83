// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "base/checked_math.h"
#include "facts/telling.h"
#include "jobs/jobs.h"
#include "style/brief.h"
#include "tensor/own_storages.h"
#include "workspace/lineages.h"
#include "workspace/sharers.h"
#include "workspace/steps.h"

#include <QDateTime>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tscope {

namespace {

QString previewJob()
{
    return QStringLiteral("preview");
}

QString checkJob(SubjectId id)
{
    return QStringLiteral("check %1").arg(id);
}

std::shared_ptr<const Outline> outlineOf(const Tensor& tensor)
{
    return std::make_shared<const Outline>(tensor.layout->read(tensor, {})->outline());
}

// Whether all that an outline may look at takes no time worth a job.
bool isQuickToOutline(const Tensor& tensor)
{
    constexpr std::int64_t few = 1 << 14;
    std::int64_t slots = 0;
    for (const auto& member : tensor.members)
        if (member.role->kind != RoleKind::values)
            slots =
                saturatingAdd(slots, std::max<std::int64_t>(0, numel(member.array.geometry).value_or(int64Max)));
    return slots <= few;
}

// What a report says and what its tensor is in a few numbers, made on a worker.
Shown checked(const TensorPtr& tensor, std::shared_ptr<const Outline> outline, const Contract& contract,
              const ReportPtr& before, const std::vector<Slots>* touched, const Watch& watch)
{
    CheckOptions options;
    options.contract = &contract;
    options.maxWitnesses = 1000;
    options.watch = watch;
    const bool canContinue = before && touched != nullptr && before->contract == contract.name();
    auto report = canContinue ? recheck(*tensor, *before, *touched, options) : tscope::check(*tensor, options);
    return {tensor, std::make_shared<const Report>(std::move(report)),
            outline ? std::move(outline) : outlineOf(*tensor)};
}

} // namespace

QString shownName(const QString& name)
{
    return QString::fromStdString(harmless(brief(name).toStdString()));
}

Workspace::Workspace(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs)
{
    connect(&m_undo, &QUndoStack::indexChanged, this, &Workspace::bringStepToFront);
    connect(this, &Workspace::subjectChanged, this, &Workspace::nameSteps);
}

SubjectId Workspace::add(const Tensor& tensor, const QString& name, const QString& source)
{
    return add(std::vector{Subject{0, name, std::make_shared<const Origin>(Origin{source}), -1,
                                   std::make_shared<const Tensor>(tensor)}});
}

SubjectId Workspace::add(const Tensor& tensor, const QString& name, OriginPtr origin, int index, bool isEdited)
{
    return add(std::make_shared<const Tensor>(tensor), name, std::move(origin), index, isEdited);
}

SubjectId Workspace::add(TensorPtr tensor, const QString& name, OriginPtr origin, int index, bool isEdited)
{
    Subject subject{0, name, std::move(origin), index, std::move(tensor)};
    if (!isEdited)
        subject.setAsRead();
    return add(std::vector{std::move(subject)});
}

SubjectId Workspace::add(std::vector<Subject> subjects)
{
    std::vector<SubjectId> ids;
    ids.reserve(subjects.size());
    for (auto& subject : subjects) {
        ids.push_back(subject.id = ++m_last);
        if (subject.origin->isOfLesson)
            m_ofLesson.insert(subject.id);
        m_subjects.push_back(std::move(subject));
    }
    Q_EMIT subjectsAdded(ids);
    for (const auto id : ids)
        check(id);
    return ids.front();
}

void Workspace::add(const Document& document, const QString& source)
{
    const auto origin = std::make_shared<const Origin>(
        Origin{source, {}, {}, static_cast<int>(document.tensors.size()), {}, document.others});
    std::vector<Subject> subjects;
    for (const auto& [name, tensor] : document.tensors) {
        subjects.push_back({0, QString::fromStdString(name), origin, -1, std::make_shared<const Tensor>(tensor)});
        subjects.back().setAsRead();
    }
    if (!subjects.empty())
        setCurrent(add(std::move(subjects)));
}

Workspace::Derivation Workspace::derivationOf(SubjectId id) const
{
    const auto* own = find(id);
    if (own == nullptr)
        return {};
    if (const auto source = own->madeFrom(); find(source) != nullptr)
        return {source, id};
    const auto& all = subjects();
    const auto made = std::ranges::find(all.rbegin(), all.rend(), id, &Subject::madeFrom);
    return made == all.rend() ? Derivation{} : Derivation{id, made->id};
}

void Workspace::make(const std::vector<NamedTensor>& tensors, const QString& source,
                     const std::vector<Lineage>& from)
{
    std::vector<Subject> subjects;
    for (const auto& [name, tensor] : tensors)
        subjects.push_back({++m_last, QString::fromStdString(name), std::make_shared<const Origin>(Origin{source}),
                            -1, std::make_shared<const Tensor>(tensor)});
    if (subjects.empty())
        return;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const auto lineage = i < from.size() ? from[i] : Lineage();
        subjects[i].setMade(lineage);
        followLesson(subjects[i], lineage);
    }
    const auto title = subjects.size() == 1 ? tr("add %1").arg(subjects.front().title())
                                            : tr("add %n tensor(s)", nullptr, static_cast<int>(subjects.size()));
    m_undo.push(new PresenceCommand(*this, std::move(subjects), title));
}

QString Workspace::freeName(const QString& wanted) const
{
    auto name = wanted;
    for (int number = 2; std::ranges::find(m_subjects, name, &Subject::name) != m_subjects.end(); ++number)
        name = tr("%1 %2").arg(wanted).arg(number);
    return name;
}

void Workspace::paste(const Document& document, const QString& source)
{
    const auto count = static_cast<int>(document.tensors.size());
    const auto origin = std::make_shared<const Origin>(Origin{source, {}, {}, count, {}, document.others});
    std::vector<Subject> subjects;
    for (const auto& [name, tensor] : document.tensors)
        subjects.push_back({++m_last, name.empty() ? freeName(source) : QString::fromStdString(name), origin, -1,
                            std::make_shared<const Tensor>(tensor)});
    if (subjects.empty())
        return;
    const bool hasOwnName = count == 1 && !document.tensors.front().name.empty();
    const auto title = hasOwnName   ? tr("paste %1").arg(subjects.front().title())
                       : count == 1 ? tr("paste a tensor")
                                    : tr("paste %n tensor(s)", nullptr, count);
    m_undo.push(new PresenceCommand(*this, std::move(subjects), title));
}

void Workspace::remove(SubjectId id)
{
    if (const auto* subject = find(id))
        remove(std::vector{id}, tr("remove %1").arg(subject->title()));
}

void Workspace::remove(std::vector<SubjectId> ids, const QString& title)
{
    std::erase_if(ids, [this](SubjectId id) { return find(id) == nullptr; });
    std::ranges::sort(ids);
    if (!ids.empty())
        m_undo.push(new PresenceCommand(*this, std::move(ids), title));
}

// The ids in their order. Another one becomes the current one: the next that stays.
std::vector<Subject> Workspace::takeOff(const std::vector<SubjectId>& ids)
{
    std::vector<Subject> taken;
    taken.reserve(ids.size());
    SubjectId next = 0;
    const auto goes = [&](SubjectId id) { return std::ranges::binary_search(ids, id); };
    const bool isCurrentTaken = m_current != 0 && goes(m_current);
    if (isCurrentTaken)
        dropPreview();
    auto stays = m_subjects.begin();
    for (auto& subject : m_subjects) {
        if (goes(subject.id)) {
            if (!subject.report)
                m_jobs.stop(this, checkJob(subject.id));
            taken.push_back(std::move(subject));
            continue;
        }
        if (next < m_current) // the last one before, if none follows
            next = subject.id;
        if (&*stays != &subject)
            *stays = std::move(subject);
        ++stays;
    }
    m_subjects.erase(stays, m_subjects.end());
    if (isCurrentTaken)
        setCurrent(next);
    if (!ids.empty())
        Q_EMIT subjectsRemoved(ids);
    return taken;
}

// In the order of their ids.
void Workspace::putBack(std::vector<Subject> subjects)
{
    std::vector<SubjectId> ids;
    ids.reserve(subjects.size());
    for (auto& subject : subjects) {
        ids.push_back(subject.id);
        if (subject.report && subject.report->contract == m_contract->name())
            continue;
        subject.report = nullptr;
        m_unchecked.push_back(subject.id);
    }
    const auto stayed = static_cast<std::ptrdiff_t>(m_subjects.size());
    std::ranges::move(subjects, std::back_inserter(m_subjects));
    std::ranges::inplace_merge(m_subjects, m_subjects.begin() + stayed, {}, &Subject::id);
    Q_EMIT subjectsAdded(ids);
    checkSome();
}

void Workspace::rename(SubjectId id, const QString& name)
{
    const auto* subject = find(id);
    if (subject != nullptr && subject->name != name)
        m_undo.push(new NameCommand(*this, id, name));
}

void Workspace::setName(SubjectId id, const QString& name)
{
    if (auto* subject = findMutable(id)) {
        subject->name = name;
        Q_EMIT subjectChanged(id);
    }
}

SubjectId Workspace::duplicate(SubjectId id)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return 0;
    // A copy of a lesson's tensor is the user's own.
    const auto origin = subject->origin->isOfLesson
                            ? std::make_shared<const Origin>(Origin{subject->origin->title})
                            : subject->origin;
    Subject copy{++m_last, tr("%1 copy").arg(subject->name), origin, -1,
                 std::make_shared<const Tensor>(withOwnStorages(*subject->tensor))};
    copy.setMade({lineageStep(SameTensor{}, {sourceOf(*subject)})});
    followLesson(copy, copy.from);
    const auto title = tr("duplicate %1").arg(subject->title());
    m_undo.push(new PresenceCommand(*this, {std::move(copy)}, title));
    return m_last;
}

void Workspace::drop(SubjectId id)
{
    if (find(id) != nullptr)
        takeOff({id});
}

void Workspace::clear()
{
    std::vector<SubjectId> all;
    for (const auto& subject : m_subjects)
        all.push_back(subject.id);
    takeOff(all);
    m_undo.clear();
}

int Workspace::positionOf(SubjectId id) const
{
    const auto* subject = find(id);
    return static_cast<int>(subject == nullptr ? m_subjects.size() : subject - m_subjects.data());
}

const Subject* Workspace::find(SubjectId id) const
{
    const auto at = std::ranges::lower_bound(m_subjects, id, {}, &Subject::id);
    return at == m_subjects.end() || at->id != id ? nullptr : &*at;
}

Subject* Workspace::findMutable(SubjectId id)
{
    return const_cast<Subject*>(find(id)); // ours
}

void Workspace::setCurrent(SubjectId id)
{
    if (id == m_current || (id != 0 && find(id) == nullptr))
        return;
    dropPreview();
    m_current = id;
    Q_EMIT currentChanged(id);
}

void Workspace::setContract(const Contract& contract)
{
    if (&contract == m_contract)
        return;
    dropPreview();
    m_contract = &contract;
    Q_EMIT contractChanged();
    m_unchecked.clear();
    for (auto& subject : m_subjects) {
        subject.report = nullptr; // on what another contract wants
        if (subject.id != m_current)
            m_unchecked.push_back(subject.id);
    }
    if (m_current != 0)
        check(m_current);
    checkSome();
}

// There may be thousands: between some and the next the window is drawn and listens.
void Workspace::checkSome()
{
    constexpr std::size_t most = 50;
    for (std::size_t some = 0; some < most && !m_unchecked.empty(); ++some) {
        const auto id = m_unchecked.front();
        m_unchecked.pop_front();
        if (const auto* subject = find(id); subject != nullptr && !subject->report)
            check(id);
    }
    if (!m_unchecked.empty())
        m_jobs.start(
            this, QStringLiteral("check on"), [](const Watch&) { return 0; }, [this](int) { checkSome(); },
            Jobs::Kind::looks);
}

Result<Change> changed(const Tensor& tensor, const EditList& edits)
{
    auto after = applied(tensor, edits.edits);
    if (!after)
        return after.error();
    const bool isWrite = std::ranges::all_of(
        edits.edits, [](const Edit& edit) { return std::holds_alternative<SetElements>(edit); });
    return Change{std::make_shared<const Tensor>(std::move(*after)), touchedSlots(tensor, edits.edits), isWrite};
}

Result<void> Workspace::edit(SubjectId id, const EditList& edits, const QString& title, int merge)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return invalidArgument(tr("this tensor is not open any more").toStdString());
    const auto change = changed(*subject->tensor, edits);
    if (!change)
        return change.error();
    push(id, *change, title, merge);
    return {};
}

void Workspace::replace(SubjectId id, const Tensor& tensor, const QString& title)
{
    push(id, {std::make_shared<const Tensor>(tensor), std::nullopt}, title);
}

void Workspace::push(SubjectId id, const Change& change, const QString& title, int merge)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return;
    const auto others = sharersOf(m_subjects, *subject, change);
    if (others.empty()) {
        m_undo.push(new TensorCommand(*this, id, change, title, merge));
        return;
    }
    m_undo.beginMacro(tr("%1: %2").arg(subject->title(), title));
    m_undo.push(new TensorCommand(*this, id, change, title, 0));
    for (const auto& [other, tensor] : others)
        m_undo.push(new TensorCommand(*this, other, {tensor, std::nullopt}, title, 0));
    m_undo.endMacro();
}

void Workspace::put(SubjectId id, TensorPtr tensor, const std::vector<Slots>* touched)
{
    auto* subject = findMutable(id);
    if (subject == nullptr)
        return;
    if (id == m_current)
        m_jobs.stop(this, previewJob());
    const bool hadPreview = subject->preview.has_value();
    subject->preview.reset();
    const auto before = subject->report; // null: of some other tensor, nothing to start from
    subject->tensor = std::move(tensor);
    subject->report = nullptr;
    subject->outline = nullptr;
    if (hadPreview)
        Q_EMIT previewChanged();
    Q_EMIT subjectChanged(id);
    check(id, before, touched);
}

// Where it changes several, the others follow the one that was edited, which is the first of its commands.
void Workspace::bringStepToFront(int index)
{
    const bool isUndone = index < std::exchange(m_index, index);
    const auto changed = std::exchange(m_stepped, {});
    if (!changed.empty() && std::ranges::find(changed, m_current) == changed.end())
        setCurrent(isUndone ? changed.back() : changed.front());
}

void Workspace::check(SubjectId id, const ReportPtr& before, const std::vector<Slots>* touched)
{
    auto* subject = findMutable(id);
    subject->report = nullptr;
    if (!subject->outline && isQuickToOutline(*subject->tensor))
        subject->outline = outlineOf(*subject->tensor);
    m_jobs.start(
        this, checkJob(id),
        [tensor = subject->tensor, known = subject->outline, contract = m_contract, before,
         edited = touched != nullptr ? std::optional(*touched) : std::nullopt](const Watch& watch) {
            return checked(tensor, known, *contract, before, edited ? &*edited : nullptr, watch);
        },
        [this, id](const Shown& result) {
            if (auto* checked = findMutable(id); checked != nullptr && !result.report->cancelled) {
                checked->report = result.report;
                checked->checkedAt = QDateTime::currentSecsSinceEpoch();
                checked->outline = result.outline;
                Q_EMIT reportChanged(id);
            }
        },
        before && touched != nullptr ? Jobs::Kind::looks
                                     : Jobs::Kind::computes); // the verdict on an edit is quick
    Q_EMIT reportChanged(id);
}

void Workspace::preview(const QString& title, MakeChange make, PreviewKind kind)
{
    const auto* subject = currentSubject();
    if (subject == nullptr)
        return;
    m_jobs.start(
        this, previewJob(),
        [tensor = subject->tensor, report = subject->report, contract = m_contract, title, make = std::move(make),
         kind](const Watch& watch) -> Result<Preview> {
            auto change = make(*tensor, report);
            if (!change)
                return change.error();
            const auto* touched = change->touched ? &*change->touched : nullptr;
            auto after = checked(change->tensor, nullptr, *contract, report, touched, watch);
            return Preview{title, std::move(*change), std::move(after), true, kind == PreviewKind::live};
        },
        // What ends a preview stops this job too: it is of the current tensor still.
        [this, id = m_current](const Result<Preview>& made) {
            auto* previewed = findMutable(id);
            if (!made) {
                if (previewed->preview)
                    endPreview(*previewed);
                Q_EMIT previewFailed(QString::fromStdString(made.error().text));
                return;
            }
            if (made->after.report->cancelled)
                return;
            previewed->preview = *made;
            Q_EMIT previewChanged();
            Q_EMIT subjectChanged(id);
            Q_EMIT reportChanged(id);
        },
        kind == PreviewKind::live ? Jobs::Kind::looks : Jobs::Kind::computes);
}

void Workspace::seePreview(bool isSeen)
{
    auto* subject = findMutable(m_current);
    if (subject == nullptr || !subject->preview || subject->preview->isSeen == isSeen)
        return;
    subject->preview->isSeen = isSeen;
    Q_EMIT previewChanged();
    Q_EMIT subjectChanged(m_current);
    Q_EMIT reportChanged(m_current);
}

void Workspace::applyPreview()
{
    const auto* subject = currentSubject();
    if (subject == nullptr || !subject->preview)
        return;
    const auto preview = *subject->preview; // which ends with it
    push(m_current, preview.change, preview.title);
}

void Workspace::dropPreview()
{
    m_jobs.stop(this, previewJob());
    if (auto* subject = findMutable(m_current); subject != nullptr && subject->preview)
        endPreview(*subject);
}

void Workspace::endPreview(Subject& subject)
{
    const auto id = subject.id;
    subject.preview.reset();
    Q_EMIT previewChanged();
    Q_EMIT subjectChanged(id);
    Q_EMIT reportChanged(id);
}

} // namespace tscope
