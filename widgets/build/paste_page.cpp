// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/paste_page.h"

#include "io/open.h"
#include "literals/plain_rows.h"
#include "style/fixed_font.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tscope {

namespace {

// Nested lists, or rows of numbers, whose parts may differ in length: read as the argument of the call that makes
// such a tensor. Places in errors are those of the text itself.
Result<Document> openComponents(const std::string& text, const std::string& layout)
{
    constexpr std::string_view call = "nested_tensor(";
    auto document = openText(std::string(call) + withRowsInBrackets(text) + ", layout=torch." + layout + ')');
    if (document)
        return document;
    auto error = document.error();
    constexpr std::string_view firstLine = "line 1, column ";
    if (error.where.starts_with(firstLine)) {
        const auto column = std::atoll(error.where.c_str() + firstLine.size()) - std::ssize(call);
        error.where = std::string(firstLine) + std::to_string(std::max<long long>(1, column));
    }
    return error;
}

// Text as people copy it from elsewhere, read while it is typed.
class PastePage : public BuildPage
{
    Q_DECLARE_TR_FUNCTIONS(tscope::PastePage)

public:
    PastePage()
    {
        auto* label =
            new QLabel(tr("A &JSON tensor, rows of numbers, nested lists, or what Python, NumPy, SciPy or "
                          "torch print:"));
        label->setWordWrap(true);
        m_text = new QPlainTextEdit;
        m_text->setObjectName(QStringLiteral("text"));
        m_text->setAccessibleName(tr("Text of a tensor"));
        m_text->setFont(fixedFont());
        m_text->setPlaceholderText(QStringLiteral("tensor(crow_indices=tensor([0, 2, 4]),\n"
                                                  "       col_indices=tensor([0, 1, 0, 1]),\n"
                                                  "       values=tensor([1., 2., 3., 4.]),\n"
                                                  "       size=(2, 2), nnz=4, layout=torch.sparse_csr)"));
        m_text->setTabChangesFocus(true);
        label->setBuddy(m_text);
        m_kind = new QComboBox;
        m_kind->setObjectName(QStringLiteral("lists become"));
        m_kind->addItem(tr("one tensor"), QString());
        m_kind->addItem(tr("a nested tensor"), QStringLiteral("strided"));
        m_kind->addItem(tr("a jagged tensor"), QStringLiteral("jagged"));
        m_kind->setToolTip(tr("Rows and lists may differ in length in a nested or jagged tensor."));
        auto* kind = new QLabel(tr("&Lists and rows become"));
        kind->setBuddy(m_kind);
        auto* row = new QHBoxLayout;
        row->addWidget(kind);
        row->addWidget(m_kind);
        row->addStretch(1);
        auto* layout = new QVBoxLayout(this);
        layout->addWidget(label);
        layout->addWidget(m_text, 1);
        layout->addLayout(row);
        beginAt(m_text);
        connect(m_kind, &QComboBox::currentIndexChanged, this, &BuildPage::changed);
        connect(m_text, &QPlainTextEdit::textChanged, this, &BuildPage::changed);
    }

    Result<Maker> maker() const override
    {
        constexpr int longest = 1 << 20; // is copied and read again at each key
        if (m_text->document()->characterCount() > longest)
            return invalidArgument(tr("Texts of up to %1 characters are read here; open longer ones as a file.")
                                       .arg(longest)
                                       .toStdString());
        auto text = m_text->toPlainText().toStdString();
        if (text.find_first_not_of(" \t\r\n") == std::string::npos)
            return stillMissing(tr("Paste or type a tensor."));
        const auto layout = m_kind->currentData().toString().toStdString();
        return Maker([text = std::move(text), layout](const Watch&) -> Result<Made> {
            auto document = layout.empty() ? openText(text) : openComponents(text, layout);
            if (!document)
                return document.error();
            return Made{std::move(*document)};
        });
    }
    QString suggestedName() const override { return tr("pasted"); }
    QString source() const override { return tr("pasted"); }

    bool goTo(const QString& where) override
    {
        static const QRegularExpression form(QStringLiteral("line (\\d+), column (\\d+)"));
        const auto match = form.match(where);
        if (!match.hasMatch())
            return false;
        const auto block = m_text->document()->findBlockByNumber(match.captured(1).toInt() - 1);
        if (!block.isValid())
            return false;
        // Columns count bytes.
        const auto before = block.text().toUtf8().left(match.captured(2).toInt() - 1);
        auto cursor = m_text->textCursor();
        cursor.setPosition(block.position() + static_cast<int>(QString::fromUtf8(before).size()));
        m_text->setTextCursor(cursor);
        m_text->setFocus();
        return true;
    }

private:
    QPlainTextEdit* m_text;
    QComboBox* m_kind;
};

} // namespace

BuildPage* makePastePage(const BuildContext& /*context*/)
{
    return new PastePage;
}

} // namespace tscope
