// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/build_dialog.h"

#include "build/build_preview.h"
#include "selection/cover.h"
#include "style/outlines.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostAdded = 256; // at once: each is checked, listed and kept

} // namespace

BuildDialog::BuildDialog(Workspace& workspace, Jobs& jobs, const Cover& cover, Theme theme, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_cover(cover)
{
    setWindowTitle(tr("Build a tensor"));
    setModal(false);

    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("pages"));
    m_tabs->setAccessibleName(tr("Ways to make a tensor"));
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideNone);
    for (const auto& spec : buildPages()) {
        auto* page = spec.make({workspace, jobs, cover});
        page->setObjectName(QString::fromLatin1(spec.id));
        m_tabs->addTab(page, QCoreApplication::translate("tscope::BuildPageSpec", spec.title));
        connect(page, &BuildPage::changed, this, [this, page] {
            if (page != &this->page())
                return;
            m_preview->expectOther();
            m_soon.start();
        });
    }
    m_preview = new BuildPreview(jobs, theme);
    m_preview->setObjectName(QStringLiteral("preview"));

    auto* split = new QSplitter(Qt::Horizontal);
    split->setChildrenCollapsible(false);
    split->addWidget(m_tabs);
    split->addWidget(m_preview);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({500, 500});

    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("name"));
    auto* nameLabel = new QLabel(tr("&Name"));
    nameLabel->setBuddy(m_name);
    m_reason = new QLabel;
    m_reason->setObjectName(QStringLiteral("reason"));
    m_reason->setWordWrap(true);
    m_reason->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_add = buttons->addButton(tr("&Add"), QDialogButtonBox::ActionRole);
    m_add->setObjectName(QStringLiteral("add"));
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(nameLabel);
    bottom->addWidget(m_name, 1);
    bottom->addWidget(m_reason, 2);
    bottom->addWidget(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(split, 1);
    layout->addLayout(bottom);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return adds or does nothing
    m_add->setDefault(true);
    setStyleSheet(outlinesFor(theme));

    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &BuildDialog::refresh);
    connect(m_tabs, &QTabWidget::currentChanged, this, &BuildDialog::refresh);
    connect(m_preview, &BuildPreview::changed, this, &BuildDialog::updateAdd);
    connect(m_preview, &BuildPreview::made, this, [this](const Made& made) { page().previewed(made); });
    connect(m_preview, &BuildPreview::placeAsked, this, [this](const QString& where) { page().goTo(where); });
    connect(m_add, &QPushButton::clicked, this, &BuildDialog::add);
    // What is added here is looked at next, and the page goes on with what it has started from.
    connect(&workspace, &Workspace::currentChanged, this, [this](SubjectId current) {
        for (int i = 0; !m_isAdding && current != 0 && i < m_tabs->count(); ++i)
            static_cast<BuildPage*>(m_tabs->widget(i))->follow(current);
    });
    connect(&cover, &Cover::changed, this, [this] {
        m_reason->clear();
        m_soon.start();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    refresh();
}

BuildPage& BuildDialog::page() const
{
    return *static_cast<BuildPage*>(m_tabs->currentWidget()); // only pages were added
}

void BuildDialog::openPage(std::string_view id, const QString& what)
{
    const auto at =
        std::ranges::find(buildPages(), id, [](const BuildPageSpec& spec) { return std::string_view(spec.id); });
    if (at != buildPages().end())
        m_tabs->setCurrentIndex(static_cast<int>(at - buildPages().begin()));
    page().begin();
    if (!what.isEmpty())
        page().choose(what);
}

void BuildDialog::refresh()
{
    m_soon.stop();
    m_preview->workspace().setContract(m_workspace.contract());
    if (m_cover.isOn(page().sourceId()))
        return m_preview->refuse(stillMissing(Cover::words()));
    const auto maker = page().maker();
    if (maker)
        m_preview->make(*maker);
    else
        m_preview->refuse(maker.error());
}

void BuildDialog::updateAdd()
{
    const auto& tensors = m_preview->document().tensors;
    auto reason = m_preview->obstacle();
    if (reason.isEmpty() && tensors.size() > mostAdded)
        reason =
            tr("These are %n tensor(s); at most %1 are added at once.", nullptr, static_cast<int>(tensors.size()))
                .arg(mostAdded);
    m_add->setEnabled(reason.isEmpty());
    m_add->setToolTip(reason);
    m_add->setAccessibleDescription(reason);
    // What the preview says in full is not said twice.
    m_reason->setText(reason == m_preview->obstacle() && tensors.empty() ? QString() : reason);
    const auto lone = tensors.size() == 1 ? QString::fromStdString(tensors.front().name) : QString();
    m_name->setPlaceholderText(lone.isEmpty() ? page().suggestedName() : lone);
}

void BuildDialog::add()
{
    const auto& tensors = m_preview->document().tensors;
    const auto suggested = m_name->placeholderText();
    const auto name = !m_name->text().isEmpty()             ? m_name->text()
                      : suggested == page().suggestedName() ? m_workspace.freeName(suggested)
                                                            : suggested;
    std::vector<NamedTensor> added;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto own = QString::fromStdString(tensors[i].name);
        const auto part = own.isEmpty() ? QString::number(i) : own;
        const auto full = tensors.size() == 1                          ? name
                          : m_name->text().isEmpty() && !own.isEmpty() ? own
                                                                       : name + QLatin1Char('.') + part;
        added.push_back({full.toStdString(), tensors[i].tensor});
    }
    m_name->clear();
    m_isAdding = true;
    m_workspace.make(added, page().source(), m_preview->lineages());
    m_isAdding = false;
    m_reason->setText(tensors.size() == 1
                          ? tr("Added: %1").arg(name)
                          : tr("%n tensor(s) were added.", nullptr, static_cast<int>(tensors.size())));
}

void BuildDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    m_soon.start();
}

void BuildDialog::hideEvent(QHideEvent* event)
{
    m_soon.stop();
    m_preview->stop();
    QDialog::hideEvent(event);
}

} // namespace tscope
