// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/picture_caption.h"

#include "base/human_numbers.h"
#include "scenes/scene_writer.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>

namespace tscope {

namespace {

struct PictureCaptionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::PictureCaption)
};

// A slot with two marks, as in several strips, is told once.
QStringList wordsOfMarks(const Scene& picture)
{
    const QRectF sight(QPointF(0, 0), picture.size);
    QStringList all;
    QSet<QString> met; // there may be thousands
    for (const auto& mark : picture.violations) {
        if (!mark.rect.intersects(sight) || mark.words.isEmpty() || met.contains(mark.words))
            continue;
        met.insert(mark.words);
        all << mark.words;
    }
    return all;
}

} // namespace

Scene pictureCaption(const QString& name, const Scene& picture, const TextSize& text)
{
    constexpr double margin = 6;
    constexpr int mostLines = 8, mostOfOne = 3;
    Scene caption;
    if (picture.size.isEmpty())
        return caption;
    caption.text = text;
    const auto width = picture.size.width();
    const auto characters = std::max(1, static_cast<int>((width - 2 * margin) / text.advance));
    const auto add = [&](const QString& line, TextKind kind) {
        const auto top = margin + text.line * static_cast<double>(caption.labels.size());
        caption.labels.push_back({QRectF(margin, top, width - 2 * margin, text.line), line, Ink::text, Ink::canvas,
                                  Qt::AlignLeft | Qt::AlignVCenter, kind});
    };
    add(fitted(name, characters), TextKind::heading);
    const auto marks = wordsOfMarks(picture);
    qsizetype told = 0;
    for (; told < marks.size() && caption.labels.size() <= mostLines; ++told)
        for (const auto& sentence : marks[told].split(QLatin1Char('\n')))
            for (const auto& line : wrapped(sentence, characters, mostOfOne))
                add(line, TextKind::note);
    if (const auto more = marks.size() - told; more > 0)
        add(fitted(PictureCaptionWords::tr("and %1 more marked places", nullptr, formOf(more))
                       .arg(QString::fromStdString(grouped(std::int64_t{more}))),
                   characters),
            TextKind::note);
    caption.lines.push_back({QPointF(0, 0), QPointF(width, 0), Ink::grid});
    caption.size = QSizeF(width, std::ceil(2 * margin + text.line * static_cast<double>(caption.labels.size())));
    caption.content = caption.size;
    return caption;
}

} // namespace tscope
