// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files.h"

#include <deque>
#include <functional>

class QFileDialog;
class QWidget;

namespace tscope {

// Saving as it is asked for in the window: into the tensor's own file where that can be, else where the user
// chooses. What a file can't keep is asked for before it is written.
class Saves : public QObject
{
    Q_OBJECT

public:
    using Then = std::function<void(bool areSaved)>;

    Saves(Workspace& workspace, Files& files, QWidget& window);

    // Saves the unsaved ones among these, one file after the other. Ends when one fails or is cancelled.
    void save(const std::vector<SubjectId>& ids, const Then& then = {});
    void saveAs(const Subject& subject);
    void saveDocumentAs(const Subject& subject); // with all that is open of the same origin

    std::vector<SubjectId> unsaved() const;
    std::vector<SubjectId> unsavedBeside(const Subject& subject) const; // of the same file

private:
    void next();
    void end(bool areSaved);
    void put(const SaveRequest& request);
    void ended(SaveRequest request, const SaveOutcome& outcome);
    void askWhere(const SnapshotPtr& snapshot, const QString& proposal);
    QString proposalFor(const Subject& subject, const QString& name) const;

    Workspace& m_workspace;
    Files& m_files;
    QWidget& m_window;
    std::deque<SubjectId> m_left;
    std::vector<Then> m_then;
    bool m_isBusy = false;
    QString m_lastFolder;
};

} // namespace tscope
