// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/generate_page.h"

#include "build/words.h"
#include "language/catalogue.h"
#include "layouts/registry.h"
#include "make/broken_rules.h"
#include "make/make_options.h"
#include "style/titles.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace tscope {

namespace {

// The titles of makeOptions(), so that they are found by who translates.
[[maybe_unused]] constexpr std::array titles{
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Size"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Lengths"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Stored entries"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Density"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Block size"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Bandwidth"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Batch dims"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Dense dims"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Element type"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Index type"),
    QT_TRANSLATE_NOOP("tscope::GeneratePage", "Seed"),
};

// The generators, with the parameters that mean something to the chosen layout and kind.
class GeneratePage : public BuildPage
{
    Q_DECLARE_TR_FUNCTIONS(tscope::GeneratePage)

public:
    GeneratePage()
    {
        auto* inner = new QWidget;
        m_form = new QFormLayout(inner);
        m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
        m_layout = addChoice("layout", tr("&Layout"));
        for (const auto* layout : layouts())
            if (std::ranges::any_of(makeKinds(), [&](const MakeKind& k) { return canBeMade(k.name, *layout); }))
                m_layout->addItem(qt(layout->name));
        m_layout->setCurrentText(qt(MakeSpec().layout));
        m_kind = addChoice("kind", tr("&Kind"));
        m_does = new QLabel;
        m_does->setObjectName(QStringLiteral("kind says"));
        m_does->setWordWrap(true);
        m_form->addRow(QString(), m_does);
        for (const auto& option : makeOptions()) {
            auto* field = new QLineEdit(qt(option.text(MakeSpec())));
            field->setObjectName(qt(option.name));
            const auto title = tr(std::string(option.title).c_str());
            field->setAccessibleName(title);
            field->setAccessibleDescription(qt(translated(option.does)));
            field->setPlaceholderText(qt(translated(option.does)));
            field->setToolTip(qt(translated(option.does)));
            m_form->addRow(title, field);
            m_fields.push_back(field);
            connect(field, &QLineEdit::textEdited, this, &BuildPage::changed);
        }
        auto* scroll = new QScrollArea;
        scroll->setWidget(inner);
        scroll->setWidgetResizable(true);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setFocusPolicy(Qt::NoFocus);
        auto* outer = new QVBoxLayout(this);
        outer->setContentsMargins(0, 0, 0, 0);
        outer->addWidget(scroll);
        beginAt(m_layout);

        offerKinds();
        connect(m_layout, &QComboBox::currentIndexChanged, this, [this] {
            offerKinds();
            Q_EMIT changed();
        });
        connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
            showTaken();
            Q_EMIT changed();
        });
    }

    Result<Maker> maker() const override
    {
        MakeSpec spec;
        spec.layout = m_layout->currentText().toStdString();
        spec.kind = m_kind->currentText().toStdString();
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            const auto& option = makeOptions()[i];
            const auto text = m_fields[i]->text().remove(QLatin1Char(' ')).toStdString();
            if (text.empty() || !m_form->isRowVisible(m_fields[i]))
                continue;
            if (const auto read = option.read(text, spec); !read)
                return invalidArgument(std::string(option.title) + ": " + read.error().text);
        }
        return Maker([spec](const Watch& watch) -> Result<Made> {
            auto tensor = makeTensorOf(spec, watch);
            if (!tensor)
                return tensor.error();
            Made made{{{{"", *tensor}}, {}}, {makeCommand(spec, "OUT")}};
            for (auto& line : brokenRules(*tensor, watch))
                made.notes.push_back(std::move(line));
            return made;
        });
    }
    QString suggestedName() const override
    {
        return m_kind->currentText() + QLatin1Char(' ') + m_layout->currentText();
    }
    QString source() const override { return tr("generated"); }

private:
    QComboBox* addChoice(const char* name, const QString& label)
    {
        auto* choice = new QComboBox;
        choice->setObjectName(QString::fromLatin1(name));
        choice->setAccessibleName(withoutKey(label));
        m_form->addRow(label, choice);
        return choice;
    }

    const Layout& layout() const { return *layoutNamed(m_layout->currentText().toStdString()); }

    void offerKinds()
    {
        const auto before = m_kind->count() == 0 ? qt(MakeSpec().kind) : m_kind->currentText();
        {
            const QSignalBlocker quiet(m_kind);
            m_kind->clear();
            for (const auto& kind : makeKinds())
                if (canBeMade(kind.name, layout()))
                    m_kind->addItem(qt(kind.name), qt(translated(kind.does)));
            m_kind->setCurrentIndex(std::max(0, m_kind->findText(before)));
        }
        showTaken();
    }

    void showTaken()
    {
        auto does = m_kind->currentData().toString();
        if (!does.isEmpty())
            does[0] = does[0].toUpper();
        m_does->setText(does);
        const auto kind = m_kind->currentText().toStdString();
        // Qt 6.4 gives a row no height that is shown after others were hidden: so all are shown first.
        for (auto* field : m_fields)
            m_form->setRowVisible(field, true);
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            m_form->setRowVisible(m_fields[i], makeOptions()[i].isTaken(kind, layout()));
    }

    QFormLayout* m_form;
    QComboBox* m_layout;
    QComboBox* m_kind;
    QLabel* m_does;
    std::vector<QLineEdit*> m_fields; // of makeOptions()
};

} // namespace

BuildPage* makeGeneratePage(const BuildContext& /*context*/)
{
    return new GeneratePage;
}

} // namespace tscope
