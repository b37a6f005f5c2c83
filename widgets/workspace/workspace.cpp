// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/workspace.h"

#include "base/checked_math.h"
#include "jobs/jobs.h"

#include <QUndoCommand>

#include <algorithm>

namespace tscope {

// A tensor put in the place of another; both are kept, and the places where they differ if these are few.
class TensorCommand : public QUndoCommand
{
public:
    TensorCommand(Workspace& workspace, SubjectId id, Change change, const QString& title)
        : QUndoCommand(title), m_workspace(workspace), m_id(id), m_before(workspace.find(id)->tensor),
          m_after(std::move(change.tensor)), m_touched(std::move(change.touched))
    {
    }

    void undo() override { m_workspace.put(m_id, m_before, m_touched ? &*m_touched : nullptr); }
    void redo() override { m_workspace.put(m_id, m_after, m_touched ? &*m_touched : nullptr); }

private:
    Workspace& m_workspace;
    SubjectId m_id;
    TensorPtr m_before, m_after;
    std::optional<std::vector<Slots>> m_touched;
};

namespace {

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

} // namespace

Workspace::Workspace(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

SubjectId Workspace::add(const Tensor& tensor, const QString& name, const QString& source)
{
    const auto id = ++m_last;
    m_subjects.push_back({id, name, source, std::make_shared<const Tensor>(tensor), nullptr});
    Q_EMIT subjectAdded(id);
    check(id);
    return id;
}

void Workspace::add(const Document& document, const QString& source)
{
    SubjectId first = 0;
    for (const auto& named : document.tensors) {
        const auto id = add(named.tensor, QString::fromStdString(named.name), source);
        if (first == 0)
            first = id;
    }
    if (first != 0)
        setCurrent(first);
}

void Workspace::remove(SubjectId id)
{
    const auto at = std::ranges::find(m_subjects, id, &Subject::id);
    if (at == m_subjects.end())
        return;
    const auto next = m_subjects.erase(at);
    m_undo.clear(); // steps of a tensor that is gone can't be taken back
    if (m_current == id) {
        const auto other = next != m_subjects.end() ? next->id : m_subjects.empty() ? 0 : m_subjects.back().id;
        setCurrent(other);
    }
    Q_EMIT subjectRemoved(id);
}

void Workspace::rename(SubjectId id, const QString& name)
{
    auto* subject = findMutable(id);
    if (subject == nullptr || subject->name == name)
        return;
    subject->name = name;
    Q_EMIT subjectChanged(id);
}

SubjectId Workspace::duplicate(SubjectId id)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return 0;
    const auto copy = *subject; // the vector may move
    const auto added = add(*copy.tensor, tr("%1 copy").arg(copy.name), copy.source);
    setCurrent(added);
    return added;
}

void Workspace::clear()
{
    while (!m_subjects.empty())
        remove(m_subjects.back().id);
}

const Subject* Workspace::find(SubjectId id) const
{
    const auto at = std::ranges::find(m_subjects, id, &Subject::id);
    return at == m_subjects.end() ? nullptr : &*at;
}

Subject* Workspace::findMutable(SubjectId id)
{
    const auto at = std::ranges::find(m_subjects, id, &Subject::id);
    return at == m_subjects.end() ? nullptr : &*at;
}

void Workspace::setCurrent(SubjectId id)
{
    if (id == m_current || (id != 0 && find(id) == nullptr))
        return;
    m_current = id;
    Q_EMIT currentChanged(id);
}

void Workspace::setContract(const Contract& contract)
{
    if (&contract == m_contract)
        return;
    m_contract = &contract;
    std::vector<SubjectId> ids;
    for (const auto& subject : m_subjects)
        ids.push_back(subject.id);
    for (const auto id : ids)
        check(id);
}

Result<Change> changed(const Tensor& tensor, const EditList& edits)
{
    auto after = applied(tensor, edits.edits);
    if (!after)
        return after.error();
    return Change{std::make_shared<const Tensor>(std::move(*after)), touchedSlots(tensor, edits.edits)};
}

Result<void> Workspace::edit(SubjectId id, const EditList& edits, const QString& title)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return invalidArgument("this tensor is not open any more");
    const auto change = changed(*subject->tensor, edits);
    if (!change)
        return change.error();
    push(id, *change, title);
    return {};
}

void Workspace::replace(SubjectId id, const Tensor& tensor, const QString& title)
{
    push(id, {std::make_shared<const Tensor>(tensor), std::nullopt}, title);
}

void Workspace::push(SubjectId id, const Change& change, const QString& title)
{
    if (find(id) != nullptr)
        m_undo.push(new TensorCommand(*this, id, change, title));
}

void Workspace::put(SubjectId id, TensorPtr tensor, const std::vector<Slots>* touched)
{
    auto* subject = findMutable(id);
    if (subject == nullptr)
        return;
    const auto before = subject->report; // null: of some other tensor, nothing to start from
    subject->tensor = std::move(tensor);
    subject->report = nullptr;
    subject->outline = nullptr;
    Q_EMIT subjectChanged(id);
    check(id, before, touched);
}

void Workspace::check(SubjectId id, const ReportPtr& before, const std::vector<Slots>* touched)
{
    auto* subject = findMutable(id);
    subject->report = nullptr;
    if (!subject->outline && isQuickToOutline(*subject->tensor))
        subject->outline = outlineOf(*subject->tensor);
    const auto contract = m_contract;
    struct Checked {
        ReportPtr report;
        std::shared_ptr<const Outline> outline;
    };
    const auto canContinue = before && touched != nullptr && before->contract == contract->name();
    m_jobs.start(
        this, QStringLiteral("check %1").arg(id),
        [tensor = subject->tensor, known = subject->outline, contract, before = canContinue ? before : nullptr,
         touched = canContinue ? *touched : std::vector<Slots>()](const Watch& watch) {
            CheckOptions options;
            options.contract = contract;
            options.maxWitnesses = 1000;
            options.watch = watch;
            return Checked{std::make_shared<const Report>(before ? recheck(*tensor, *before, touched, options)
                                                                 : tscope::check(*tensor, options)),
                           known ? known : outlineOf(*tensor)};
        },
        [this, id](const Checked& result) {
            if (auto* checked = findMutable(id); checked != nullptr && !result.report->cancelled) {
                checked->report = result.report;
                checked->outline = result.outline;
                Q_EMIT reportChanged(id);
            }
        });
    Q_EMIT reportChanged(id);
}

} // namespace tscope
