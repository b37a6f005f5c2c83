// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/glossary.h"

#include "facts/rule_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstring>

namespace tscope {

namespace {

struct Entry {
    const char *word, *meaning;
};

constexpr std::array entries{
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "advisory"),
          QT_TRANSLATE_NOOP(
              "tscope::Glossary",
              "A note that something is legal but probably unintended, or slower or larger than it need be.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "block"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "A small dense matrix that BSR and BSC store as one entry.")},
    Entry{
        QT_TRANSLATE_NOOP("tscope::Glossary", "claimed size"),
        QT_TRANSLATE_NOOP("tscope::Glossary", "The size that a tensor says it has. Its members need not agree.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "coalesced"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "No index of a COO tensor occurs twice, and all are in row-major order.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "component"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "One tensor of a nested or jagged tensor.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "compressed member"),
          QT_TRANSLATE_NOOP(
              "tscope::Glossary",
              "The pointers of a compressed layout: crow_indices of CSR and BSR, ccol_indices of CSC and BSC.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "contract"),
          QT_TRANSLATE_NOOP(
              "tscope::Glossary",
              "Whose rules a tensor is held to: those of PyTorch, SciPy, cuSPARSE or a published text.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "dim"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "A dimension of a tensor, counted from 0.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "entry"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "One index of a sparse tensor with its value or values.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "explicit zero"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "A zero that is stored although the layout could leave it out.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "fill"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "Zeros that a layout has to store: inside blocks, as padding, or in a dense form.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "filled"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "The share of the claimed size whose elements are stored.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "layout"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "How a tensor's elements are arranged in its members.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "logical"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "A tensor as it is meant: rows and columns, wherever its elements lie.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "members"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "The arrays of a tensor, each with a role: values, indices, crow_indices, offsets.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "offset"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "The slot of the storage at which the first element lies.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "plain member"),
          QT_TRANSLATE_NOOP(
              "tscope::Glossary",
              "The indices of a compressed layout: col_indices of CSR and BSR, row_indices of CSC and BSC.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "remark"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "An observation about a tensor that no contract asks for.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "slot"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "One place for an element in a member or in a storage, counted from 0.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "storage"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "The bytes that one or more members use.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "stride"),
          QT_TRANSLATE_NOOP("tscope::Glossary",
                            "How many slots of the storage lie between neighbours along a dim.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "unused"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "Slots of a storage that no index leads to.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "verdict"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "Whether a tensor keeps the rules of the chosen contract.")},
    Entry{QT_TRANSLATE_NOOP("tscope::Glossary", "view"),
          QT_TRANSLATE_NOOP("tscope::Glossary", "A tensor that uses the bytes of another one.")},
};

QString spoken(const char* text)
{
    return QCoreApplication::translate("tscope::Glossary", text);
}

} // namespace

std::vector<Term> glossary()
{
    std::vector<Term> terms;
    for (const auto& entry : entries)
        terms.push_back({spoken(entry.word), spoken(entry.meaning)});
    return terms;
}

QString meaningOf(const char* word)
{
    const auto is = [word](const Entry& entry) { return std::strcmp(entry.word, word) == 0; };
    const auto entry = std::ranges::find_if(entries, is);
    return entry == entries.end() ? QString() : spoken(entry->meaning);
}

QString meaningOfRule(const std::string& rule)
{
    const auto meaning = ruleMeaning(rule);
    return meaning.empty() ? QString() : QString::fromStdString(meaning + "\n\n" + ruleOrigin(rule));
}

} // namespace tscope
