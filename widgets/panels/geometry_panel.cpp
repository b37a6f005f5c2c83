// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/geometry_panel.h"

#include "array/inside.h"
#include "base/say.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"
#include "panels/nothing_open.h"
#include "style/brief.h"
#include "style/fixed_font.h"
#include "style/titles.h"
#include "views/claims_form.h"
#include "views/number_row.h"
#include "workspace/log.h"
#include "workspace/workspace.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostDims = 16; // with rows of their own

// The sizes, strides and offset of a member, and what the tensor claims, to be played with: what breaks is told
// at once, and nothing is refused.
class GeometryPanel : public QScrollArea
{
    Q_DECLARE_TR_FUNCTIONS(tscope::GeometryPanel)

public:
    explicit GeometryPanel(const PanelContext& context) : m_workspace(context.workspace), m_log(context.log)
    {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus); // it follows the focus of its fields
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_member = new QComboBox;
        m_member->setObjectName(QStringLiteral("geometry member"));
        m_member->setAccessibleName(tr("Member"));
        m_gradient = new QCheckBox(tr("requires grad"));
        m_gradient->setObjectName(QStringLiteral("requires grad"));
        const auto label = [](const char* name) {
            auto* made = new QLabel;
            made->setObjectName(QString::fromLatin1(name));
            made->setWordWrap(true);
            made->setTextInteractionFlags(Qt::TextSelectableByMouse);
            return made;
        };
        m_address = label("address");
        m_address->setFont(fixedFont());
        m_reach = label("reach");
        m_verdict = label("geometry verdict");
        m_claimsTitle = new QLabel(tr("What the tensor claims"));
        m_claims = new ClaimsForm(m_workspace);

        m_content = new QWidget;
        auto* top = new QHBoxLayout;
        top->addWidget(m_member, 1);
        top->addWidget(m_gradient);
        auto* layout = new QVBoxLayout(m_content);
        layout->setContentsMargins(6, 6, 6, 6);
        layout->addLayout(top);
        m_rowsHome = new QVBoxLayout;
        layout->addLayout(m_rowsHome);
        // Below the rows: what is told of them must not move them away from the mouse.
        layout->addWidget(m_address);
        layout->addWidget(m_reach);
        layout->addWidget(m_verdict);
        layout->addWidget(m_claimsTitle);
        layout->addWidget(m_claims);
        layout->addStretch(1);
        m_nothing = label("no geometry");
        m_nothing->setContentsMargins(6, 6, 6, 6);
        m_nothing->setAlignment(Qt::AlignTop);
        auto* either = new QWidget; // a tensor's geometry, or why there is none
        auto* both = new QVBoxLayout(either);
        both->setContentsMargins(0, 0, 0, 0);
        both->addWidget(m_nothing);
        both->addWidget(m_content, 1);
        setWidget(either);

        connect(m_member, &QComboBox::currentIndexChanged, this, [this] {
            for (auto* row : m_rows)
                row->forgetTyped();
            refresh();
        });
        connect(m_gradient, &QCheckBox::clicked, this, &GeometryPanel::setRequiresGrad);
        connect(&m_workspace, &Workspace::currentChanged, this, &GeometryPanel::refresh);
        const auto ofCurrent = [this](SubjectId id) {
            if (id == m_workspace.current())
                refresh();
        };
        connect(&m_workspace, &Workspace::subjectChanged, this, ofCurrent);
        connect(&m_workspace, &Workspace::reportChanged, this, ofCurrent);
        connect(&m_log, &Log::added, this, [this] {
            if (m_workspace.currentSubject() == nullptr)
                refresh();
        });
        refresh();
    }

private:
    const Member* memberOf(const Subject* subject) const
    {
        return subject == nullptr ? nullptr
                                  : subject->tensor->find(m_member->currentData().toString().toStdString());
    }
    const Member* member() const { return memberOf(m_workspace.currentSubject()); }

    // As the views show it: with a preview in its place.
    static Subject seen(Subject subject)
    {
        auto [tensor, report, outline] = subject.shown();
        subject.tensor = std::move(tensor);
        subject.report = std::move(report);
        subject.outline = std::move(outline);
        return subject;
    }

    void refresh()
    {
        const auto* current = m_workspace.currentSubject();
        if (m_of != m_workspace.current())
            for (auto* row : m_rows)
                row->forgetTyped();
        m_of = m_workspace.current();
        const auto asSeen = current == nullptr ? std::nullopt : std::optional(seen(*current));
        const auto* subject = asSeen ? &*asSeen : nullptr;
        m_content->setVisible(subject != nullptr);
        m_nothing->setVisible(subject == nullptr);
        if (subject == nullptr)
            m_nothing->setText(whyNothingIsOpen(m_log));
        listMembers(subject);
        m_claims->show(subject);
        const auto* chosen = memberOf(subject);
        makeRows(chosen);
        // A preview is applied or discarded before anything is edited.
        const bool isPreview = subject != nullptr && subject->tensor != current->tensor;
        for (auto* each : {m_grid, static_cast<QWidget*>(m_gradient), static_cast<QWidget*>(m_claims)})
            if (each != nullptr)
                each->setEnabled(!isPreview);
        if (subject == nullptr || chosen == nullptr)
            return;
        const auto& array = chosen->array;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const auto range = rangeInside(array.geometry, m_parts[i], array.storageNumel());
            const auto widest = widestRange(m_parts[i], array.storageNumel());
            m_rows[i]->show(valueOf(array.geometry, m_parts[i]),
                            range ? std::optional(NumberRow::Range{range->least, range->most}) : std::nullopt,
                            {widest.least, widest.most});
        }
        m_gradient->setChecked(chosen->requiresGrad);
        m_address->setText(QString::fromStdString(addressText(array.geometry)));
        m_reach->setText((array.isInBounds() ? QString() : QStringLiteral("\u25b2 ")) +
                         QString::fromStdString(reachText(array)));
        m_verdict->setText(briefLines(verdictOf(*subject, isPreview)));
    }

    // The verdict, and the rules that are broken with the numbers of their first place.
    static QString verdictOf(const Subject& subject, bool isPreview)
    {
        const auto& report = subject.report;
        if (!report)
            return tr("checking");
        auto out = (report->valid ? QStringLiteral("\u2713 ") : QStringLiteral("\u25b2 ")) +
                   QString::fromStdString(verdictText(*report));
        if (isPreview)
            out = tr("%1 (preview)").arg(out);
        int told = 0;
        for (const auto& finding : report->findings)
            if (finding.level == Level::violation && ++told <= 4) {
                out +=
                    QStringLiteral("\n\u25b2 ") + QString::fromStdString(finding.rule + "  " + finding.statement);
                if (!finding.witnesses.empty())
                    out += QString::fromStdString(
                        say(": ") + placeSentence(*subject.tensor, finding.rule, finding.witnesses.front()));
            }
        return out;
    }

    void listMembers(const Subject* subject)
    {
        QStringList roles, names;
        if (subject != nullptr)
            for (const auto& each : subject->tensor->members) {
                roles << QString::fromUtf8(each.role->name);
                names << titleOf(each, *subject->tensor);
            }
        if (roles == m_roles)
            return;
        m_roles = roles;
        const QSignalBlocker quiet(m_member);
        m_member->clear();
        for (int i = 0; i < roles.size(); ++i)
            m_member->addItem(names[i].left(60), roles[i]);
        // Values are what strides are mostly played with.
        if (subject != nullptr)
            for (std::size_t i = 0; i < subject->tensor->members.size(); ++i)
                if (subject->tensor->members[i].role->kind == RoleKind::values)
                    m_member->setCurrentIndex(static_cast<int>(i));
    }

    // Rows stay while they are of the same numbers: one of them may be held by the mouse.
    void makeRows(const Member* chosen)
    {
        std::vector<GeometryPart> parts;
        if (chosen != nullptr) {
            const auto& geometry = chosen->array.geometry;
            for (std::size_t d = 0; d < std::min(mostDims, geometry.sizes.size()); ++d)
                parts.push_back({GeometryPart::Kind::size, d});
            for (std::size_t d = 0; d < std::min(mostDims, geometry.strides.size()); ++d)
                parts.push_back({GeometryPart::Kind::stride, d});
            parts.push_back({GeometryPart::Kind::offset, 0});
        }
        if (parts == m_parts)
            return;
        m_parts = parts;
        m_rows.clear();
        delete m_grid;
        m_grid = new QWidget;
        auto* grid = new QGridLayout(m_grid);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setColumnStretch(1, 3);
        grid->setColumnStretch(2, 2);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            auto* row = new NumberRow(nameOf(parts[i]), idOf(parts[i]), *grid, static_cast<int>(i), m_grid);
            connect(row, &NumberRow::changed, this,
                    [this, part = parts[i]](std::int64_t value, int gesture) { change(part, value, gesture); });
            m_rows.push_back(row);
        }
        m_rowsHome->addWidget(m_grid);
    }

    static QString nameOf(const GeometryPart& part)
    {
        return part.kind == GeometryPart::Kind::size     ? tr("size %1").arg(part.dim)
               : part.kind == GeometryPart::Kind::stride ? tr("stride %1").arg(part.dim)
                                                         : tr("offset");
    }
    static QString idOf(const GeometryPart& part)
    {
        return part.kind == GeometryPart::Kind::size     ? QStringLiteral("size %1").arg(part.dim)
               : part.kind == GeometryPart::Kind::stride ? QStringLiteral("stride %1").arg(part.dim)
                                                         : QStringLiteral("offset");
    }

    void change(const GeometryPart& part, std::int64_t value, int gesture)
    {
        const auto* chosen = member();
        if (chosen == nullptr)
            return;
        if (gesture != m_gesture)
            m_merge = m_workspace.newMerge();
        m_gesture = gesture;
        auto array = chosen->array;
        array.geometry = withValue(array.geometry, part, value);
        const auto title = tr("%1 of %2 = %3").arg(nameOf(part), m_member->currentText()).arg(value);
        // It is a member of this tensor, so nothing stands in the way.
        (void)m_workspace.edit(m_workspace.current(),
                               {{ReplaceArray{std::string(chosen->role->name), array, chosen->layout}}}, title,
                               m_merge);
    }

    void setRequiresGrad(bool requiresGrad)
    {
        if (const auto* chosen = member())
            (void)m_workspace.edit(m_workspace.current(),
                                   {{SetRequiresGrad{std::string(chosen->role->name), requiresGrad}}},
                                   requiresGrad ? tr("%1 requires grad").arg(m_member->currentText())
                                                : tr("%1 requires no grad").arg(m_member->currentText()));
    }

    Workspace& m_workspace;
    Log& m_log;
    QLabel* m_nothing;
    QWidget* m_content;
    QComboBox* m_member;
    QCheckBox* m_gradient;
    QLabel *m_address, *m_reach, *m_verdict, *m_claimsTitle;
    ClaimsForm* m_claims;
    QVBoxLayout* m_rowsHome;
    QWidget* m_grid = nullptr;
    QStringList m_roles;
    SubjectId m_of = 0; // what the rows show
    std::vector<GeometryPart> m_parts;
    std::vector<NumberRow*> m_rows; // one for each
    int m_gesture = 0, m_merge = 0;
};

} // namespace

QWidget* makeGeometryPanel(const PanelContext& context)
{
    return new GeometryPanel(context);
}

} // namespace tscope
