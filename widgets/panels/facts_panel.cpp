// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/facts_panel.h"

#include "base/checked_math.h"
#include "facts/code_text.h"
#include "facts/construction_text.h"
#include "facts/info_text.h"
#include "jobs/jobs.h"
#include "literals/json_tensor.h"
#include "panels/nothing_open.h"
#include "panels/text_panel.h"
#include "workspace/log.h"
#include "workspace/tensor_mime.h"
#include "workspace/workspace.h"

#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>

#include <tuple>
#include <utility>

namespace tscope {

namespace {

// All that `tscope info` says of the current tensor and `tscope build --trace` of its construction, in the same
// words; to be copied, as code too.
class FactsPanel : public TextPanel
{
    Q_DECLARE_TR_FUNCTIONS(tscope::FactsPanel)

public:
    explicit FactsPanel(const PanelContext& context)
        : TextPanel(QStringLiteral("facts text"), tr("Facts")), m_workspace(context.workspace),
          m_jobs(context.jobs), m_log(context.log)
    {
        addTools();
        connect(&m_log, &Log::added, this, [this] {
            if (m_workspace.currentSubject() == nullptr)
                refreshWhenSeen();
        });
        connect(&m_workspace, &Workspace::currentChanged, this, &FactsPanel::refreshWhenSeen);
        connect(&m_workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
            if (id == m_workspace.current())
                refreshWhenSeen();
        });
    }

private:
    // What a tensor is written as, on a worker.
    using Write = std::string (*)(const Tensor& tensor, const std::string& name, const InfoOptions& options,
                                  const Watch& watch);

    void addTools()
    {
        m_copy = new QPushButton(tr("Copy as"));
        m_copy->setObjectName(QStringLiteral("copy facts"));
        auto* menu = new QMenu(tr("Copy as"), m_copy);
        const auto add = [&](const char* id, const QString& title, Write write) {
            auto* action = menu->addAction(title, this, [this, title, write] { copy(title, write); });
            action->setObjectName(QString::fromLatin1(id));
        };
        add("copy text", tr("Text"), [](const auto& tensor, const auto& name, const auto& options, const auto&) {
            return plainText(tellInfo(info(tensor, name, options)));
        });
        add("copy json", tr("JSON"), [](const auto& tensor, const auto& name, const auto& options, const auto&) {
            return infoJson({{{name, tensor}}, {}}, options) + "\n";
        });
        add("copy torch", tr("PyTorch code"),
            [](const auto& tensor, const auto& name, const auto&, const auto& watch) {
                return torchCode(tensor, name, {.watch = watch});
            });
        add("copy numpy", tr("NumPy code"),
            [](const auto& tensor, const auto& name, const auto&, const auto& watch) {
                return numpyCode(tensor, name, {.watch = watch});
            });
        m_copy->setMenu(menu);

        m_statistics = new QCheckBox(tr("Statistics"));
        m_statistics->setObjectName(QStringLiteral("statistics"));
        m_statistics->setToolTip(tr("Smallest and largest element, zeros, NaN and infinities of every member"));
        connect(m_statistics, &QCheckBox::toggled, this, &FactsPanel::refreshWhenSeen);
        m_said = new QLabel;
        m_said->setObjectName(QStringLiteral("copied"));

        auto* tools = new QHBoxLayout;
        tools->setContentsMargins(6, 6, 6, 0);
        tools->addWidget(m_copy);
        tools->addWidget(m_statistics);
        tools->addWidget(m_said, 1);
        box().insertLayout(0, tools);
    }

    InfoOptions options() const { return {.statistics = m_statistics->isChecked()}; }

    void refresh() override
    {
        m_said->clear();
        const auto* subject = m_workspace.currentSubject();
        m_copy->setEnabled(subject != nullptr);
        m_trace.clear();
        if (subject == nullptr) {
            m_jobs.stop(this, QStringLiteral("facts"));
            m_jobs.stop(this, QStringLiteral("construction"));
            m_facts.clear();
            setText(whyNothingIsOpen(m_log).toStdString());
            return;
        }
        m_jobs.start(
            this, QStringLiteral("facts"),
            [tensor = subject->shown().tensor, name = subject->title().toStdString(), origin = subject->origin,
             options = options()](const Watch&) {
                return std::pair(plainText(tellInfo(info(*tensor, name, options))),
                                 plainText(tellOthers(origin->others)));
            },
            [this](const std::pair<std::string, std::string>& texts) {
                std::tie(m_facts, m_others) = texts;
                tell();
            });
        m_jobs.start(
            this, QStringLiteral("construction"),
            [tensor = subject->shown().tensor, name = subject->title().toStdString()](const Watch& watch) {
                return plainText(tellConstruction(construct(*tensor, {.watch = watch}), name, true));
            },
            [this](const std::string& text) {
                m_trace = text;
                tell();
            });
    }

    // Facts are known long before the construction of a large tensor is.
    void tell()
    {
        if (m_facts.empty())
            return;
        setText(m_facts + "\n" + m_others + (m_others.empty() ? "" : "\n") +
                (m_trace.empty() ? tr("The construction is being followed.").toStdString() : m_trace));
    }

    // So that whatever was copied can be pasted as the tensor it is of; empty for large ones.
    static std::string wholeOf(const Tensor& tensor, const std::string& name)
    {
        constexpr std::int64_t most = 1 << 20;
        std::int64_t bytes = 0;
        for (const auto& member : tensor.members)
            bytes = saturatingAdd(bytes, member.array.storage->byteSize());
        const auto text = bytes <= most ? writeJsonTensors({{{name, tensor}}, {}}) : std::string();
        return text ? *text : std::string();
    }

    void copy(const QString& title, Write write)
    {
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr)
            return;
        m_said->setText(tr("Copying"));
        m_jobs.start(
            this, QStringLiteral("copy"),
            [tensor = subject->shown().tensor, name = subject->name.toStdString(), options = options(),
             write](const Watch& watch) {
                return std::pair(write(*tensor, name, options, watch), wholeOf(*tensor, name));
            },
            [this, title](const std::pair<std::string, std::string>& copied) {
                auto* given = new QMimeData; // to the clipboard
                given->setText(QString::fromStdString(copied.first));
                if (!copied.second.empty())
                    given->setData(tensorMime(), QByteArray::fromStdString(copied.second));
                QGuiApplication::clipboard()->setMimeData(given);
                m_said->setText(tr("Copied: %1").arg(title));
            });
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    QPushButton* m_copy = nullptr;
    QCheckBox* m_statistics = nullptr;
    QLabel* m_said = nullptr;
    std::string m_facts, m_others, m_trace; // the others lie beside the tensor in what it came out of
};

} // namespace

QWidget* makeFactsPanel(const PanelContext& context)
{
    return new FactsPanel(context);
}

} // namespace tscope
