// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/facts_panel.h"

#include "base/checked_math.h"
#include "base/human_numbers.h"
#include "build/words.h"
#include "facts/code_text.h"
#include "facts/fact_tree.h"
#include "facts/info_text.h"
#include "facts/tensor_header.h"
#include "jobs/jobs.h"
#include "literals/json_tensor.h"
#include "panels/fact_tree_view.h"
#include "panels/nothing_open.h"
#include "panels/value_facts.h"
#include "selection/selection.h"
#include "workspace/log.h"
#include "workspace/tensor_mime.h"
#include "workspace/workspace.h"

#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace tscope {

namespace {

// All that `tscope info` says of the current tensor and `tscope build --trace` of its construction, as a tree of
// properties; to be searched and copied, as code too.
class FactsPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::FactsPanel)

public:
    explicit FactsPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log),
          m_cover(context.selection.cover()), m_tree(new FactTree), m_values(new ValueFacts(context))
    {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addLayout(tools());
        m_tree->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // the histograms first, if at all
        layout->addWidget(m_tree, 1);
        layout->addWidget(m_values);
        connect(m_values, &ValueFacts::changed, this, &FactsPanel::tell);
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

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        if (m_isStale)
            refreshWhenSeen();
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        constexpr int fewestLines = 8; // that are worth having beside the histograms
        m_values->drawWithin(height() - m_copy->sizeHint().height() -
                             fewestLines * m_tree->fontMetrics().lineSpacing());
    }

private:
    // The text that is copied, made by a job, and how many of the tensor's elements it has.
    struct Copied {
        QString text;
        std::optional<WrittenElements> elements = {};
        std::optional<std::int64_t> stored = {}; // elements of the tensor; nothing where they can't be counted
        QByteArray whole = {};                   // the tensor itself; empty for large ones
        bool isCode = false;
    };
    using Write = Copied (*)(const Tensor& tensor, const std::string& name, const InfoOptions& options);
    using CodeOf = std::string (*)(const Tensor& tensor, const std::string& name, const CodeOptions& options);

    template <CodeOf codeOf>
    static Copied code(const Tensor& tensor, const std::string& name, const InfoOptions& options)
    {
        WrittenElements elements;
        const auto text = codeOf(tensor, name, {.written = &elements, .watch = options.watch});
        return {.text = QString::fromStdString(text), .elements = elements, .isCode = true};
    }
    static Copied json(const Tensor& tensor, const std::string& name, const InfoOptions& options)
    {
        auto all = options;
        all.mostData = mostWrittenElements;
        return {QString::fromStdString(infoJson({{{name, tensor}}, {}}, all) + "\n"), writtenData(tensor, all)};
    }
    static Copied facts(const Tensor& tensor, const std::string& name, const InfoOptions& options)
    {
        return {QString::fromStdString(plainText(tellInfo(info(tensor, name, options))))};
    }

    QLayout* tools()
    {
        m_copy = new QPushButton(tr("Copy as"));
        m_copy->setObjectName(QStringLiteral("copy facts"));
        auto* menu = new QMenu(tr("Copy as"), m_copy);
        const auto add = [&](const char* id, const QString& title, Write write) {
            auto* action = menu->addAction(title, this, [this, title, write] { copy(title, write); });
            action->setObjectName(QString::fromLatin1(id));
        };
        add("copy text", tr("Text"), &FactsPanel::facts);
        add("copy json", tr("JSON"), &FactsPanel::json);
        add("copy torch", tr("PyTorch code"), &FactsPanel::code<torchCode>);
        add("copy numpy", tr("NumPy code"), &FactsPanel::code<numpyCode>);
        m_copy->setMenu(menu);

        m_statistics = new QCheckBox(tr("Statistics"));
        m_statistics->setObjectName(QStringLiteral("statistics"));
        m_statistics->setToolTip(tr("Smallest and largest element, zeros, NaN and infinities of every member"));
        connect(m_statistics, &QCheckBox::toggled, this, &FactsPanel::refreshWhenSeen);
        m_said = new QLabel;
        m_said->setObjectName(QStringLiteral("copied"));

        auto* find = new QLineEdit;
        find->setObjectName(QStringLiteral("find fact"));
        find->setPlaceholderText(tr("Find"));
        find->setAccessibleName(tr("Find a fact"));
        find->setClearButtonEnabled(true);
        connect(find, &QLineEdit::textChanged, m_tree, &FactTree::showOnly);

        auto* row = new QHBoxLayout;
        row->setContentsMargins(6, 6, 6, 0);
        row->addWidget(m_copy);
        row->addWidget(m_statistics);
        row->addWidget(find, 1);
        auto* box = new QVBoxLayout;
        box->addLayout(row);
        box->addWidget(m_said);
        m_said->hide();
        return box;
    }

    InfoOptions options() const { return {.statistics = m_statistics->isChecked()}; }
    // With the statistics goes all that `tscope info --stats` tells.
    InfoOptions copiedOptions() const
    {
        return {.statistics = options().statistics, .values = options().statistics};
    }

    void refreshWhenSeen()
    {
        m_isStale = !isVisible();
        if (!m_isStale)
            refresh();
    }

    void refresh()
    {
        say({});
        const auto* subject = m_workspace.currentSubject();
        m_copy->setEnabled(subject != nullptr);
        m_construction.reset();
        m_facts.clear(); // those of the values may come first, and are not shown beside another tensor's
        m_values->refresh();
        if (subject == nullptr) {
            m_jobs.stop(this, QStringLiteral("facts"));
            m_jobs.stop(this, QStringLiteral("construction"));
            std::vector<Fact> why;
            for (const auto& line : whyNothingIsOpen(m_log).split(QLatin1Char('\n')))
                why.push_back({line.toStdString(), {}});
            m_tree->show(why);
            return;
        }
        m_jobs.start(
            this, QStringLiteral("facts"),
            [tensor = subject->shown().tensor, name = subject->title().toStdString(), origin = subject->origin,
             options = options()](const Watch&) {
                auto facts = factsOf(info(*tensor, name, options));
                facts.push_back(headerFact(*tensor));
                if (!origin->others.empty())
                    facts.push_back(factOf(origin->others));
                return facts;
            },
            [this](const std::vector<Fact>& facts) {
                m_facts = facts;
                tell();
            });
        m_jobs.start(
            this, QStringLiteral("construction"),
            [tensor = subject->shown().tensor](const Watch& watch) {
                return factOf(construct(*tensor, {.watch = watch}));
            },
            [this](const Fact& fact) {
                m_construction = fact;
                tell();
            });
    }

    // Facts are known long before the construction of a large tensor is.
    void tell()
    {
        if (m_facts.empty())
            return;
        auto all = m_facts;
        const auto values = m_values->facts();
        all.insert(all.begin() + 1, values.begin(), values.end()); // behind the tensor as a whole
        all.push_back(m_construction.value_or(Fact{"construction", tr("being followed").toStdString()}));
        m_tree->show(all);
    }

    void say(const QString& text)
    {
        m_said->setText(text);
        m_said->setVisible(!text.isEmpty());
    }

    // So that whatever was copied can be pasted as the tensor it is of; empty for large ones.
    static QByteArray wholeOf(const Tensor& tensor, const std::string& name)
    {
        constexpr std::int64_t most = 1 << 20;
        std::int64_t bytes = 0;
        for (const auto& member : tensor.members)
            bytes = saturatingAdd(bytes, member.array.storage->byteSize());
        const auto text = bytes <= most ? writeJsonTensors({{{name, tensor}}, {}}) : std::string();
        return text ? QByteArray::fromStdString(*text) : QByteArray();
    }

    static std::optional<std::int64_t> storedElements(const Tensor& tensor)
    {
        std::optional<std::int64_t> stored;
        for (const auto& member : tensor.members)
            if (member.role->kind == RoleKind::values)
                stored = numel(member.array.geometry);
        return stored;
    }

    static QString sentenceOn(const Copied& copied, const QString& title)
    {
        if (!copied.elements)
            return tr("Copied as %1.").arg(title);
        const auto [written, leftOut, isPossible] = *copied.elements;
        if (leftOut > 0)
            return tr("Copied as %1, but only %2 of %3 numbers: the others are too many. \"Save as...\" writes "
                      "all.")
                .arg(title, qt(grouped(written)), qt(grouped(saturatingAdd(written, leftOut))));
        if (!isPossible)
            return tr("Copied as %1, as far as the members are known and can be built.").arg(title);
        return copied.stored ? tr("Copied as %1, all %2 stored elements.").arg(title, qt(grouped(*copied.stored)))
                             : tr("Copied as %1.").arg(title);
    }

    // A file that is cut or damaged may have more than the text.
    static QString sentenceOnPart(const QString& partly) { return tr("Partly read: %1.").arg(partly); }

    void copy(const QString& title, Write write)
    {
        const auto* subject = m_workspace.currentSubject();
        if (subject == nullptr)
            return;
        if (m_cover.isOn(subject->id)) // pasted, it would not be
            return say(Cover::words());
        say(tr("Copying"));
        m_jobs.start(
            this, QStringLiteral("copy"),
            [tensor = subject->shown().tensor, name = subject->name.toStdString(), wanted = copiedOptions(),
             partly = subject->origin->partly, write](const Watch& watch) {
                auto options = wanted;
                options.watch = watch;
                auto copied = write(*tensor, name, options);
                if (copied.isCode && !partly.isEmpty())
                    copied.text.prepend(QStringLiteral("# ") + sentenceOnPart(partly) + QLatin1Char('\n'));
                copied.stored = storedElements(*tensor);
                copied.whole = wholeOf(*tensor, name);
                return copied;
            },
            [this, title, partly = subject->origin->partly](const Copied& copied) {
                auto* given = new QMimeData; // to the clipboard
                given->setText(copied.text);
                if (!copied.whole.isEmpty())
                    given->setData(tensorMime(), copied.whole);
                QGuiApplication::clipboard()->setMimeData(given);
                say({});
                const auto part = partly.isEmpty() ? QString() : QLatin1Char(' ') + sentenceOnPart(partly);
                m_log.add(Log::Kind::done, sentenceOn(copied, title) + part);
            });
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    const Cover& m_cover;
    QPushButton* m_copy = nullptr;
    QCheckBox* m_statistics = nullptr;
    QLabel* m_said = nullptr;
    FactTree* m_tree;
    ValueFacts* m_values;
    std::vector<Fact> m_facts;
    std::optional<Fact> m_construction; // nothing: it is being followed
    bool m_isStale = true;
};

} // namespace

QWidget* makeFactsPanel(const PanelContext& context)
{
    return new FactsPanel(context);
}

} // namespace tscope
