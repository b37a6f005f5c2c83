// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/facts_panel.h"

#include "facts/wording.h"
#include "jobs/jobs.h"
#include "workspace/workspace.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace tscope {

namespace {

// All that `tscope info` says of the current tensor, in the same words.
class FactsPanel : public QWidget
{
public:
    explicit FactsPanel(const PanelContext& context) : m_workspace(context.workspace), m_jobs(context.jobs)
    {
        m_text = new QPlainTextEdit;
        m_text->setObjectName(QStringLiteral("facts text"));
        m_text->setAccessibleName(QCoreApplication::translate("tscope::FactsPanel", "Facts"));
        m_text->setReadOnly(true);
        m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_text);
        connect(&m_workspace, &Workspace::currentChanged, this, &FactsPanel::refresh);
        connect(&m_workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refresh();
        });
        refresh();
    }

private:
    void refresh()
    {
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr) {
            m_jobs.stop(this, QStringLiteral("facts"));
            m_text->clear();
            return;
        }
        m_jobs.start(
            this, QStringLiteral("facts"),
            [tensor = subject->tensor, name = subject->name.toStdString()](const Watch&) {
                const auto facts = info(*tensor, name);
                auto text = titleOf(name) + "\n" + summaryOf(facts) + "\n";
                for (const auto& member : facts.members)
                    text += "\n" + memberText(member, facts) + "\n";
                return text;
            },
            [this](const std::string& text) { m_text->setPlainText(QString::fromStdString(text)); });
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    QPlainTextEdit* m_text;
};

} // namespace

QWidget* makeFactsPanel(const PanelContext& context)
{
    return new FactsPanel(context);
}

} // namespace tscope
