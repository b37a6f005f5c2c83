// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panels/panel.h"
#include "views/linked_text.h"
#include "workspace/workspace.h"

#include <map>
#include <optional>
#include <vector>

namespace tscope {

// Says what is most likely wrong with the current tensor, the first cause in large letters, each with a link to
// its place; then what the members may be instead.
class CauseText : public LinkedText
{
    Q_OBJECT

public:
    explicit CauseText(const PanelContext& context, QWidget* parent = nullptr);

    void refresh();
    void setFolded(bool isFolded);                        // shows the first line alone
    std::size_t count() const { return m_places.size(); } // of all lines
    // Where all places of these rules of this report lie, in words: for the causes that bring them.
    void setPatterns(const ReportPtr& report, std::map<QString, QString> patterns);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QString patternOf(const ReportPtr& report, const Cause& cause) const;
    std::optional<Slots> placeAt(std::size_t line) const;

    Workspace& m_workspace;
    Selection& m_selection;
    std::vector<std::optional<Slots>> m_places; // of all lines
    bool m_isFolded = false;
    ReportPtr m_patternsOf;
    std::map<QString, QString> m_patterns; // by rule
};

} // namespace tscope
