// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timings.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <vector>

namespace tscope {

class Jobs;

// Measurements that no file has, kept in a folder soon after each change, so that the next start has them however
// the window ended. One that is being measured is kept at the end of each round, and a few times in between. Each
// is a file as the user could have saved it; a list beside them has their titles.
class KeptTimes : public QObject
{
    Q_OBJECT

public:
    KeptTimes(Timings& timings, Jobs& jobs, const QString& folder, QObject* parent = nullptr,
              std::int64_t mostBytes = std::int64_t{64} << 20); // in files, for all of them

    void restore();
    // The window ends: what is left to write is not put off any more. Nothing is kept of what the user has
    // dropped.
    void finish(bool areDropped);

Q_SIGNALS:
    void broughtBack(const QStringList& titles);
    void told(const QString& text); // what could not be kept or brought back

private:
    struct Turns;
    using Sessions = std::vector<TakenSession>;
    static QString write(const Sessions& wanted, const QString& folder, std::int64_t mostBytes, Turns& turns,
                         int turn);
    void saveSoon();
    void save(Sessions wanted);
    void tellOnce(const QString& text);

    Timings& m_timings;
    Jobs& m_jobs;
    QString m_folder;
    std::int64_t m_mostBytes;
    QTimer m_soon;
    std::shared_ptr<Turns> m_turns; // shared with what is being written
    int m_turn = 0;
    QString m_told; // the last time
    bool m_isRestoring = false;
};

} // namespace tscope
