// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QDateTime>

#include <deque>
#include <set>

namespace tscope {

// What happened, for who looks later: what was done, what was noticed, what failed. The newest last; of very many
// the oldest go.
class Log : public QObject
{
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { done, notice, error };
    struct Entry {
        QDateTime at;
        Kind kind = Kind::done;
        QString text;
    };
    static constexpr int most = 2000;

    explicit Log(QObject* parent = nullptr) : QObject(parent) {}
    // Writes down its steps, there and back, and what is found broken.
    void follow(Workspace& workspace);
    void add(Kind kind, const QString& text);
    const std::deque<Entry>& entries() const { return m_entries; }
    void clear();

Q_SIGNALS:
    void added(); // one more
    void cleared();

private:
    void addSteps(const QUndoStack& steps, int index);
    void addVerdict(const Subject& subject, bool isOfLesson);

    std::deque<Entry> m_entries;
    int m_step = 0;                 // of those that are written down
    std::set<SubjectId> m_unjudged; // since their last verdict they have changed
};

} // namespace tscope
