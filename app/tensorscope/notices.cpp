// SPDX-License-Identifier: GPL-3.0-or-later
#include "notices.h"

#include "style/brief.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tscope {

namespace {

// A folder of broken files would fill the window.
constexpr qsizetype mostLines = 200, mostCharacters = 20'000;

// As high as its text, up to a quarter of the window.
class Room : public QScrollArea
{
public:
    QSize sizeHint() const override
    {
        const auto wide = std::max(width() - 24, 200);
        const auto high = widget()->heightForWidth(wide) + 2 * frameWidth();
        return {200, std::min(high, window()->height() / 4)};
    }
    QSize minimumSizeHint() const override { return {100, std::min(sizeHint().height(), 40)}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        updateGeometry(); // the text breaks elsewhere
    }
};

} // namespace

Notices::Notices(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("notices"));
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("lines"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("What could not be read"));
    m_text->setContentsMargins(6, 4, 6, 4);
    m_rest = new QLabel;
    m_rest->setObjectName(QStringLiteral("rest"));
    m_rest->setContentsMargins(6, 0, 6, 0);
    m_rest->hide();
    auto* room = new Room;
    room->setWidgetResizable(true);
    room->setFocusPolicy(Qt::NoFocus); // its text takes it
    room->setWidget(m_text);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    auto* away = new QPushButton(tr("Dismiss"));
    away->setObjectName(QStringLiteral("dismiss"));
    connect(away, &QPushButton::clicked, this, [this] {
        clear();
        Q_EMIT dismissed();
    });
    m_details = new QPushButton(tr("Details"));
    m_details->setObjectName(QStringLiteral("details"));
    m_details->hide();
    connect(m_details, &QPushButton::clicked, this, &Notices::detailsAsked);
    m_offer = new QPushButton;
    m_offer->setObjectName(QStringLiteral("offer"));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, [this] {
        const auto run = m_run; // which may take this notice away
        run();
    });
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->setColumnStretch(0, 1);
    layout->addWidget(room, 0, 0);
    layout->addWidget(m_rest, 1, 0);
    layout->addWidget(m_offer, 0, 1, Qt::AlignTop);
    layout->addWidget(m_details, 0, 2, Qt::AlignTop);
    layout->addWidget(away, 0, 3, Qt::AlignTop);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    hide();
}

void Notices::add(const QString& file, const QString& text, const QString& reason)
{
    const Line line{brief(file.isEmpty() ? text : tr("%1: %2").arg(file, text), longestLine), reason};
    if (m_known.contains(line.text))
        return;
    m_known.insert(line.text);
    m_lines.push_back(line);
    if (hasRoomFor(line.text) && m_shown.size() + 1 == std::ssize(m_lines)) { // none was left out before
        m_shown << line.text;
        m_characters += line.text.size();
        m_text->setText(m_shown.join(QLatin1Char('\n')));
    } else { // the text is laid out anew with each change, which takes long when it is full
        countRest();
    }
    show();
    updateGeometry();
}

bool Notices::hasRoomFor(const QString& line) const
{
    return m_shown.size() < mostLines && m_characters + line.size() <= mostCharacters;
}

void Notices::countRest()
{
    const auto rest = std::ssize(m_lines) - m_shown.size();
    m_rest->setText(tr("and %n more", nullptr, static_cast<int>(rest)));
    m_rest->setVisible(rest > 0);
}

void Notices::remove(const QString& reason)
{
    auto left = m_lines;
    if (std::erase_if(left, [&](const Line& line) { return line.reason == reason; }) == 0)
        return;
    const bool isOffered = !m_offer->isHidden() && m_offered != reason;
    clear();
    if (left.empty())
        return;
    m_offer->setVisible(isOffered);
    m_lines = std::move(left);
    for (const auto& line : m_lines) {
        if (!hasRoomFor(line.text))
            break;
        m_shown << line.text;
        m_characters += line.text.size();
    }
    for (const auto& line : m_lines)
        m_known.insert(line.text);
    m_text->setText(m_shown.join(QLatin1Char('\n')));
    countRest();
    show();
    updateGeometry();
}

QString Notices::text() const
{
    QStringList lines;
    for (const auto& line : m_lines)
        lines << line.text;
    return lines.join(QLatin1Char('\n'));
}

void Notices::offerDetails(bool areThere)
{
    m_details->setVisible(areThere);
}

void Notices::offer(const QString& reason, const QString& verb, std::function<void()> run)
{
    m_offered = reason;
    m_run = std::move(run);
    m_offer->setText(verb);
    m_offer->show();
}

void Notices::clear()
{
    m_offer->hide();
    m_lines.clear();
    m_shown.clear();
    m_known.clear();
    m_characters = 0;
    m_text->clear();
    m_rest->hide();
    hide();
}

} // namespace tscope
