// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rules/check.h"
#include "tensor/document.h"
#include "tensor/edit.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <vector>

namespace tscope {

class Jobs;

using TensorPtr = std::shared_ptr<const Tensor>;
using ReportPtr = std::shared_ptr<const Report>;
using SubjectId = int; // never given twice; 0: none

// One tensor that is being looked at.
struct Subject {
    SubjectId id = 0;
    QString name;
    QString source;                              // the document it came with
    TensorPtr tensor;                            // never null
    ReportPtr report;                            // of this very tensor; null while it is being checked
    std::shared_ptr<const Outline> outline = {}; // null until a job has looked at all members, if that takes long
};

// Another value of a tensor, and where the two differ if that is known. Made on a worker: an edit may be large.
struct Change {
    TensorPtr tensor;
    std::optional<std::vector<Slots>> touched;
};
Result<Change> changed(const Tensor& tensor, const EditList& edits);

// What is open: tensors, each with the latest report on it, which of them is looked at, and what can be undone.
// A tensor is a value: an edit puts another one in its place, and whoever holds the old one keeps it.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(Jobs& jobs, QObject* parent = nullptr);

    SubjectId add(const Tensor& tensor, const QString& name, const QString& source);
    void add(const Document& document, const QString& source); // the first becomes the current one
    void remove(SubjectId id);
    void rename(SubjectId id, const QString& name);
    SubjectId duplicate(SubjectId id);
    void clear();

    const std::vector<Subject>& subjects() const { return m_subjects; }
    const Subject* find(SubjectId id) const;

    SubjectId current() const { return m_current; }
    const Subject* currentSubject() const { return find(m_current); }
    void setCurrent(SubjectId id);

    const Contract& contract() const { return *m_contract; }
    void setContract(const Contract& contract); // all are checked anew

    // One undo step, of few slots. What can't be done is told by the error and changes nothing.
    Result<void> edit(SubjectId id, const EditList& edits, const QString& title);
    void push(SubjectId id, const Change& change, const QString& title);
    // Another tensor in its place, as one undo step.
    void replace(SubjectId id, const Tensor& tensor, const QString& title);
    QUndoStack& undoStack() { return m_undo; }

Q_SIGNALS:
    void subjectAdded(SubjectId id);
    void subjectRemoved(SubjectId id);
    void subjectChanged(SubjectId id); // another tensor or name
    void reportChanged(SubjectId id);
    void currentChanged(SubjectId id);

private:
    friend class TensorCommand;

    Subject* findMutable(SubjectId id);
    void put(SubjectId id, TensorPtr tensor, const std::vector<Slots>* touched);
    void check(SubjectId id, const ReportPtr& before = {}, const std::vector<Slots>* touched = nullptr);

    Jobs& m_jobs;
    std::vector<Subject> m_subjects;
    SubjectId m_last = 0;
    SubjectId m_current = 0;
    const Contract* m_contract = &defaultContract();
    QUndoStack m_undo;
};

} // namespace tscope
