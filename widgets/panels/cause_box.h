// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QWidget>

#include <map>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace tscope {

class LinkedText;
class RepairList;

// What is most likely wrong with the current tensor, in large letters with a link to the place, and right below it
// what repairs it: to be seen in all views first, then to be applied or discarded.
class CauseBox : public QWidget
{
    Q_OBJECT

public:
    explicit CauseBox(const PanelContext& context, QWidget* parent = nullptr);

    void refresh();
    void showRepairs(); // with the focus on them, where there are any
    // Where all places of these rules of this report lie, in words: for the causes that bring them.
    void setPatterns(const ReportPtr& report, std::map<QString, QString> patterns);

private:
    void tellCauses();
    QString patternOf(const ReportPtr& report, const Cause& cause) const;
    void listOffers(const Subject* subject);
    void preview();
    void followPreview();
    void tellChanges(); // of the preview, from a job
    void tellNote(const QString& text);
    std::optional<Slots> placeAt(std::size_t line) const;

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    LinkedText* m_causes;
    QLabel *m_title, *m_note;
    RepairList* m_repairs;
    QPushButton *m_apply, *m_discard;
    std::vector<std::optional<Slots>> m_places; // of the lines that are told
    bool m_tellsChanges = false;                // in the note
    ReportPtr m_patternsOf;
    std::map<QString, QString> m_patterns; // by rule
};

} // namespace tscope
