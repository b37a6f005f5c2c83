// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/fact_tree.h"
#include "facts/selected_values.h"
#include "panels/panel.h"
#include "workspace/workspace.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace tscope {

class HistogramView;

// How the values of the current tensor, and those that are selected, are spread: computed by jobs, given as facts
// and drawn as histograms.
class ValueFacts : public QWidget
{
    Q_OBJECT

public:
    explicit ValueFacts(const PanelContext& context, QWidget* parent = nullptr);

    // Of what is current and selected now. Work that is done or under way is not begun again.
    void refresh();
    std::vector<Fact> facts() const;
    // The histograms are shown in that height, or else not at all.
    void drawWithin(int height);

Q_SIGNALS:
    void changed(); // the facts

private:
    struct About {
        TensorPtr tensor;
        std::optional<Place> place;
        std::vector<Slots> besides;
        bool operator==(const About&) const = default;
    };
    void refreshWhole(const TensorPtr& tensor);
    void refreshSelected(const TensorPtr& tensor);
    void draw();

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    QWidget* m_pictures;
    HistogramView *m_whole, *m_part;
    TensorPtr m_tensor;                           // of which the values are, or will be
    About m_about;                                // likewise of the selected ones
    std::optional<Result<Distribution>> m_values; // nothing: being computed
    std::optional<Result<SelectedValues>> m_selected;
};

} // namespace tscope
