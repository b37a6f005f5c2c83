// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/explain_panel.h"

#include "array/geometry.h"
#include "jobs/jobs.h"
#include "selection/selection.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace tscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("tscope::ExplainPanel", text);
}

// How the element that is pointed at is found, step by step; from a slot or a byte, which elements read it.
class ExplainPanel : public QWidget
{
public:
    explicit ExplainPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_selection(context.selection), m_jobs(context.jobs)
    {
        m_text = new QPlainTextEdit;
        m_text->setObjectName(QStringLiteral("explain text"));
        m_text->setAccessibleName(words("How the element is found"));
        m_text->setReadOnly(true);
        m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        m_text->setPlaceholderText(words("Point at an element, a slot or a byte."));
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_text);
        connect(&m_selection, &Selection::hoverChanged, this, &ExplainPanel::refresh);
        connect(&m_selection, &Selection::selectionChanged, this, &ExplainPanel::refresh);
        connect(&m_workspace, &Workspace::currentChanged, this, &ExplainPanel::refresh);
    }

private:
    void refresh()
    {
        const auto& pointed = m_selection.hovered() ? m_selection.hovered() : m_selection.selected();
        const auto* subject = pointed ? m_workspace.find(pointed->subject) : nullptr;
        if (subject == nullptr || pointed->subject != m_workspace.current()) {
            m_jobs.stop(this, QStringLiteral("explain"));
            m_text->clear();
            return;
        }
        m_jobs.start(
            this, QStringLiteral("explain"),
            [tensor = subject->tensor, place = pointed->place, related = pointed->related](const Watch&) {
                return explained(*tensor, place, related);
            },
            [this](const QString& text) { m_text->setPlainText(text); });
    }

    static QString pathTo(const Tensor& tensor, const Extents& index)
    {
        const auto path = tensor.layout->locate(tensor, index);
        if (!path)
            return QString::fromStdString(path.error().text);
        QString out;
        for (const auto& step : path->steps)
            out += QString::fromStdString(step.text) + QLatin1Char('\n');
        out += QString::fromStdString(text(index) + " = " + path->value.text());
        if (!path->found)
            out += QStringLiteral("  (not stored)");
        return out;
    }

    static QString explained(const Tensor& tensor, const Place& place, const Related& related)
    {
        if (const auto* element = std::get_if<ElementPlace>(&place))
            return pathTo(tensor, element->index);
        QString out;
        for (const auto& slots : related.slots)
            out += slots.end == slots.begin + 1
                       ? QStringLiteral("%1[%2]\n").arg(QString::fromUtf8(slots.member)).arg(slots.begin)
                       : QStringLiteral("%1[%2..%3]\n")
                             .arg(QString::fromUtf8(slots.member))
                             .arg(slots.begin)
                             .arg(slots.end - 1);
        out += (related.elementCount == 1 ? words("read by 1 element")
                                          : words("read by %1 elements").arg(related.elementCount)) +
               QLatin1Char('\n');
        constexpr std::size_t told = 20;
        for (std::size_t i = 0; i < std::min(told, related.elements.size()); ++i)
            out += QStringLiteral("  ") + QString::fromStdString(text(related.elements[i])) + QLatin1Char('\n');
        if (related.elements.size() == 1)
            out += QLatin1Char('\n') + pathTo(tensor, related.elements.front());
        return out;
    }

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    QPlainTextEdit* m_text;
};

} // namespace

QWidget* makeExplainPanel(const PanelContext& context)
{
    return new ExplainPanel(context);
}

} // namespace tscope
