// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "history/lineage.h"
#include "rules/check.h"
#include "tensor/document.h"
#include "tensor/edit.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tscope {

class Jobs;

using TensorPtr = std::shared_ptr<const Tensor>;
using ReportPtr = std::shared_ptr<const Report>;
using SubjectId = int; // never given twice; 0: none

// Another value of a tensor, and where the two differ if that is known. Made on a worker: an edit may be large.
struct Change {
    TensorPtr tensor;
    std::optional<std::vector<Slots>> touched;
    bool isWrite = false; // elements were set where they lie, which all see that share these bytes
};
Result<Change> changed(const Tensor& tensor, const EditList& edits);
// A change as data: called on a worker. The report is that on the tensor, if it is there.
using MakeChange = std::function<Result<Change>(const Tensor&, const ReportPtr&)>;

// A tensor as it is drawn.
struct Shown {
    TensorPtr tensor;                            // never null
    ReportPtr report;                            // of this very tensor; null while it is being checked
    std::shared_ptr<const Outline> outline = {}; // null until a job has looked at all members, if that takes long
};

// A change that is looked at before it is made, or instead.
struct Preview {
    QString title;
    Change change;
    Shown after;
    bool isSeen = true;  // false: what the tensor is without it
    bool isLive = false; // follows what the user is still doing
};

// Which version of a file it is: another one has another size or was written at another time.
struct FileStamp {
    std::int64_t size = -1; // -1: not known
    std::int64_t time = 0;  // nanoseconds

    bool isKnown() const { return size >= 0; }
    bool operator==(const FileStamp&) const = default;
};
FileStamp stampOf(const QString& path); // not known where there is no file

// What tensors came out of: one for all of a file or a paste.
struct Origin {
    QString title;                        // for people
    QString path = {};                    // absolute, of what is built in ":/..."; empty: no file
    QString folder = {};                  // that was opened and in which the file lies; empty: the file itself was
    int tensors = 1;                      // that came out of it
    QStringList names = {};               // of these in it, in their order; empty: not known
    std::vector<NamedText> others = {};   // what lay in it besides
    FileStamp stamp = {};                 // of the file when it was read
    std::int64_t unread = 0, leftOut = 0; // parts of the file that are lost if its tensors replace it
    bool isPart = false;                  // the file can't be read whole: what was read never replaces it unasked
    bool isOfLesson = false;              // which makes its tensors anew: nothing of them is saved or kept
    // Put beside a tensor for comparison: not what opening the file shows, nor kept while it is not edited.
    bool isCopy = false;
    QString partly = {}; // how much of it was read: "2 of 6 entries"; empty: all, or not known

    bool isOnDisk() const { return !path.isEmpty() && !path.startsWith(QLatin1Char(':')); }
};
using OriginPtr = std::shared_ptr<const Origin>;

// The name of a tensor as it is shown: not too long, and without what would turn or hide the text around it.
QString shownName(const QString& name);

// One tensor that is being looked at.
struct Subject {
    SubjectId id = 0;
    QString name;
    OriginPtr origin; // never null
    int index = -1;   // which of its tensors this is; -1: only made of one
    TensorPtr tensor;
    TensorPtr asRead = {}; // what was read from its origin or saved there: another one if it was edited
    TensorPtr held = {};   // what is read from its origin, if that is known; after saving not the very same
    ReportPtr report = {};
    std::shared_ptr<const Outline> outline = {};
    std::optional<Preview> preview = {};
    TensorPtr readPart = {};               // of an origin that can't be read whole: what was read of it
    qint64 checkedAt = 0;                  // when its report was made, in seconds since 1970; 0: there is none
    Lineage from = {};                     // how `made` was made of others; empty: it was not made here
    std::weak_ptr<const Tensor> made = {}; // by what was run here; another tensor in its place was edited since

    SubjectId madeFrom() const; // what it was copied, converted or viewed from, which may be closed; 0: not known
    // Where the tensor came from, as it is now: of an edited one nothing is known.
    Lineage lineage() const { return made.lock() == tensor ? from : Lineage(); }
    void setMade(Lineage lineage);                          // the tensor is what that step made
    void setMade(Lineage lineage, const TensorPtr& result); // which the tensor may be, or what undo leads back to

    QString title() const { return shownName(name); }

    bool isAsRead() const { return index >= 0 && (tensor == asRead || tensor == held); }
    void setAsRead(); // the tensor is what its origin holds
    // Nobody has edited it, and its origin can't be read whole.
    bool isUneditedPart() const { return origin->isPart && readPart && tensor == readPart; }
    // Whether a file, or a sample, has it as it is, or it need not be saved at all.
    bool isSaved() const
    {
        return origin->isOfLesson || isUneditedCopy() ||
               (!origin->path.isEmpty() && (isAsRead() || isUneditedPart()));
    }
    bool isUneditedCopy() const { return origin->isCopy && tensor == asRead; }
    QString markedTitle() const; // with a star if it is not saved

    // What views draw and tell of. What is edited, saved and run is the tensor itself.
    Shown shown() const { return preview && preview->isSeen ? preview->after : Shown{tensor, report, outline}; }
    // Whether views draw what an offered change would make of it, rather than what a drag makes meanwhile.
    bool isPreviewOfRepair() const { return preview && preview->isSeen && !preview->isLive; }
};

// What is open: tensors, each with the latest report on it, which of them is looked at, and what can be undone.
// A tensor is a value: an edit puts another one in its place, and whoever holds the old one keeps it.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(Jobs& jobs, QObject* parent = nullptr);

    SubjectId add(const Tensor& tensor, const QString& name, const QString& source);
    SubjectId add(const Tensor& tensor, const QString& name, OriginPtr origin, int index, bool isEdited = false);
    SubjectId add(TensorPtr tensor, const QString& name, OriginPtr origin, int index, bool isEdited = false);
    // How many may come in one turn. The more are open, the longer views take to lay them out again each time.
    std::size_t mostInOneTurn() const { return std::clamp<std::size_t>(m_subjects.size() / 100, 20, 500); }
    SubjectId add(std::vector<Subject> subjects); // none empty; all are told of at once. Returns the first id
    void add(const Document& document, const QString& source); // the first becomes the current one
    // These are undo steps.
    // The first becomes the current one.
    // `from`: where each came from; empty: from nowhere here.
    void make(const std::vector<NamedTensor>& tensors, const QString& source,
              const std::vector<Lineage>& from = {});
    // How a version of a tensor, the one of now or an older one, was made.
    struct Made {
        SubjectId id = 0;
        Lineage from;
        TensorPtr result;
    };
    void setMade(const std::vector<Made>& made);
    struct Derivation {
        SubjectId from = 0, made = 0;
    };
    // What it was made from, which is open, and it; else it, and what was made from it last. 0: neither is open.
    Derivation derivationOf(SubjectId id) const;
    void paste(const Document& document, const QString& source);
    void remove(SubjectId id);
    void remove(std::vector<SubjectId> ids, const QString& title);
    void rename(SubjectId id, const QString& name);
    QString freeName(const QString& wanted) const; // that no open tensor has: "pasted", "pasted 2", ...
    SubjectId duplicate(SubjectId id); // on storages of its own, of which no byte is copied before it is written
    void drop(SubjectId id);           // without an undo step
    void clear();                      // and what could be undone with it

    const std::vector<Subject>& subjects() const { return m_subjects; } // in the order of their ids
    const Subject* find(SubjectId id) const;
    int positionOf(SubjectId id) const; // among all; their number, if it is not one of them

    SubjectId current() const { return m_current; }
    const Subject* currentSubject() const { return find(m_current); }
    void setCurrent(SubjectId id);

    // Whether the tensor is of a lesson, is made of one that is, or shares a storage with an open one that is.
    bool isOfLesson(SubjectId id) const;

    const Contract& contract() const { return *m_contract; }
    void setContract(const Contract& contract); // all are checked anew

    // One undo step, of few slots. What can't be done is told by the error and changes nothing.
    Result<void> edit(SubjectId id, const EditList& edits, const QString& title, int merge = 0);
    // Steps of one tensor that follow each other under one number (not 0) are taken back at once.
    void push(SubjectId id, const Change& change, const QString& title, int merge = 0);
    int newMerge() { return ++m_merges; }
    // Another tensor in its place, as one undo step.
    void replace(SubjectId id, const Tensor& tensor, const QString& title);
    void reread(SubjectId id, const Tensor& tensor, const QString& title); // which its origin holds now
    void revert(SubjectId id);                                             // to what its origin holds
    // Its origin holds this tensor now; the edited one stays.
    void setHeld(SubjectId id, TensorPtr held);
    // This tensor of it was saved; reading the file gives the other one (null: can't be read).
    void setSaved(SubjectId id, TensorPtr saved, TensorPtr held);
    // Its origin, read anew, knows it under this number (-1: not any more).
    void refile(SubjectId id, OriginPtr origin, int index);
    // A step that is taken back or made again brings its tensor to the front: nothing changes out of sight.
    QUndoStack& undoStack() { return m_undo; }

    // Lets the current tensor be seen as a change would make it, until that is applied or dropped, anything is
    // edited, or another tensor or contract is looked at. The newest one wins; it is made and checked on a worker.
    enum class PreviewKind : std::uint8_t { offered, live };
    void preview(const QString& title, MakeChange make, PreviewKind kind = PreviewKind::offered);
    void seePreview(bool isSeen);
    void applyPreview(); // one undo step
    void dropPreview();  // also one that is still being made

Q_SIGNALS:
    void previewChanged();                   // there is another one, none any more, or it is seen otherwise
    void previewFailed(const QString& text); // why there is none
    // In the order of the ids. There may be thousands at once: whoever does much for each does it some at a time.
    void subjectsAdded(const std::vector<tscope::SubjectId>& ids);
    void subjectsRemoved(const std::vector<tscope::SubjectId>& ids);
    void subjectChanged(SubjectId id); // another tensor or name, or seen otherwise
    void reportChanged(SubjectId id);
    void contractChanged();
    void currentChanged(SubjectId id);

private:
    friend class TensorCommand;
    friend class PresenceCommand;
    friend class NameCommand;

    Subject* findMutable(SubjectId id);
    std::vector<Subject> takeOff(const std::vector<SubjectId>& ids);
    void putBack(std::vector<Subject> subjects);
    void setName(SubjectId id, const QString& name);
    void endPreview(Subject& subject);
    void followLesson(const Subject& made, const Lineage& from);
    void put(SubjectId id, TensorPtr tensor, const std::vector<Slots>* touched);
    void bringStepToFront(int index);
    void check(SubjectId id, const ReportPtr& before = {}, const std::vector<Slots>* touched = nullptr);
    void checkSome();

    Jobs& m_jobs;
    std::vector<Subject> m_subjects;
    SubjectId m_last = 0;
    SubjectId m_current = 0;
    std::set<SubjectId> m_ofLesson; // open or not: what was made of them stays asked
    const Contract* m_contract = &defaultContract();
    std::deque<SubjectId> m_unchecked; // under this contract, and not begun with yet
    void nameSteps(SubjectId id);      // as the tensor is called by now

    QUndoStack m_undo;
    int m_index = 0;                  // of the stack, before it changed
    std::vector<SubjectId> m_stepped; // whose tensors the step that is just undone or redone has changed
    int m_merges = 0;
};

} // namespace tscope
