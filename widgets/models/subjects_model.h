// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/subject_steps.h"
#include "models/subject_told.h"
#include "workspace/workspace.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QTimer>

#include <deque>
#include <memory>
#include <utility>

namespace tscope {

// The open tensors as a tree. A branch is a folder, a file of several tensors, or what names in a file have in
// common ("encoder" of "encoder.0.weight"); it tells the worst verdict of all below it, and of how many.
class SubjectsModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column {
        nameColumn,
        layoutColumn,
        sizeColumn,
        verdictColumn,
        typeColumn,
        bytesColumn,
        filledColumn,
        fileColumn,
        columns
    };
    enum Role {
        IdRole = Qt::UserRole, // 0: a branch
        SortRole,
        FilterRole, // all that a tensor is looked for by; of a branch nothing
        UnfoldRole, // whether a branch is to be open when it comes
        UnsavedRole // whether it is edited, or of no file; of a branch, whether any of it is
    };

    explicit SubjectsModel(Workspace& workspace, QObject* parent = nullptr);
    ~SubjectsModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    // While a lesson asks, its tensors have their names and nothing else, nor has any folder. Empty: none asks.
    using IsCovered = std::function<bool(SubjectId)>;
    void setCovered(IsCovered isCovered);

    QModelIndex indexOf(SubjectId id) const;
    std::vector<SubjectId> idsBelow(const QModelIndex& index) const; // of a tensor its own
    bool hasBranches() const { return !m_root->branches.isEmpty(); }
    int depth() const { return m_depth; } // the most branches that a tensor has lain below since all was empty

private:
    struct Node {
        Node* parent = nullptr;
        int row = 0;
        SubjectId id = 0;      // 0: a branch
        SubjectTold told = {}; // of a branch only the label
        SubjectTally tally = {};
        bool isUnfolded = false;
        bool isStale = false;      // its tally has changed and nobody has been told
        bool hasNamesakes = false; // others beside it have its name, and it has a file
        int going = 0;             // of the tensors in or below it, while some are removed
        SubjectId order = 0;       // among its siblings: the id of the tensor, or of the first below it
        QString key;               // of a branch in its parent
        std::vector<std::unique_ptr<Node>> children = {};
        QHash<QString, Node*> branches = {}; // among the children
    };
    static const Node& nodeOf(const QModelIndex& index);
    const Node& nodeOrRoot(const QModelIndex& index) const { return index.isValid() ? nodeOf(index) : *m_root; }
    QModelIndex indexOf(const Node& node, int column = 0) const;
    QString tipOf(const Node& branch) const;
    QString shownLabel(const Node& leaf) const; // with its file, where another row beside it has the same name
    QString soughtIn(const Node& leaf) const;
    static bool isTelling(int column, int role);
    QVariant branchData(const Node& branch, int column, int role) const;
    QVariant leafData(const Node& leaf, int column, int role) const;

    Node& branchFor(const std::vector<SubjectStep>& steps, SubjectId order, bool isTold);
    static int placeIn(const Node& parent, SubjectId order);
    void insert(Node& parent, int row, std::vector<std::unique_ptr<Node>> added, bool isTold);
    std::unique_ptr<Node> leafOf(const Subject& subject, const QString& label);
    std::size_t add(std::deque<SubjectId>& ids, std::size_t most, bool isTold);
    void goOn();
    void addIfAwaited(SubjectId id);
    void remove(const std::vector<SubjectId>& ids);
    SubjectTally removeGoing(Node& branch);
    void takeRows(Node& parent, int begin, int end);
    void removeIfEmpty(Node& branch);
    bool isToLieBelow(SubjectId id, const Node& branch) const;
    void refresh(SubjectId id);
    void moveTo(Node& leaf, Node& parent);
    void count(Node& from, const SubjectTally& change);
    bool tellStale(Node& branch, int& most);
    void tellNamesakes();

    Workspace& m_workspace;
    std::unique_ptr<Node> m_root; // never null
    QHash<SubjectId, Node*> m_leaves;
    IsCovered m_isCovered;
    int m_depth = 0;
    SubjectSteps m_steps;
    QTimer m_staleSoon; // thousands of verdicts come one by one
    QTimer m_namesSoon; // names may have become alike, or no longer are
    // What thousands at once leave to do, some at a time: tensors that are still to come, memory to be given back.
    std::deque<SubjectId> m_awaited;
    std::vector<std::unique_ptr<Node>> m_gone;
    QTimer m_soon;
};

} // namespace tscope
