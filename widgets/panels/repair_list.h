// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/offers.h"

#include <QListWidget>

namespace tscope {

class Jobs;

// What can be done about what was found on a tensor, each with what it achieves. Where trying that out takes
// longer than a frame a job does it: the rows say so meanwhile, and are sorted anew when all is known. As high as
// its rows, or as the first one alone.
class RepairList : public QListWidget
{
    Q_OBJECT

public:
    RepairList(const Workspace& workspace, Jobs& jobs, QWidget* parent = nullptr);

    // Null: there is no report yet, so nothing to do. The same report again changes nothing.
    void list(const TensorPtr& tensor, const ReportPtr& report);
    bool isOf(const ReportPtr& report) const { return m_report == report; }

    const std::vector<Offer>& offers() const { return m_offers; }
    const Offer* chosen() const; // null: none
    void choose(int row);        // without telling of it; -1: none

    void setFolded(bool isFolded); // shows the first row alone
    int heightOfFirst() const;     // when folded
    int heightOfRows(int most) const;

Q_SIGNALS:
    void listed(); // rows were made anew

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fill(bool isTrying);
    void tryOut(const TensorPtr& tensor);
    void fit();

    const Workspace& m_workspace;
    Jobs& m_jobs;
    std::optional<ReportPtr> m_report; // that the rows are of
    std::vector<Offer> m_offers;
    bool m_isFolded = false;
};

} // namespace tscope
