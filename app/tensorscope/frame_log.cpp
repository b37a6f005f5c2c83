// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame_log.h"

#include "io/whole_file.h"
#include "selection/selection.h"

#include <QAbstractEventDispatcher>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>

#include <algorithm>
#include <ctime>
#include <unistd.h>

namespace tscope {

namespace {

constexpr double frame = 16, stall = 50; // milliseconds
constexpr std::size_t mostKept = 1000;

// The kernel knows when the process began, to a clock tick.
double millisecondsSinceStart()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    timespec uptime{};
    if (!file.open(QIODevice::ReadOnly) || clock_gettime(CLOCK_BOOTTIME, &uptime) != 0)
        return 0;
    const auto line = file.readAll();
    // The second field is the program's name in brackets; the 22nd the start, so the 20th after the bracket.
    const auto fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    if (fields.size() < 20)
        return 0;
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    const auto up = static_cast<double>(uptime.tv_sec) * 1e3 + static_cast<double>(uptime.tv_nsec) / 1e6;
    return std::max(0.0, up - fields[19].toDouble() * 1e3 / ticks);
}

FrameLog::Spread spreadOf(std::vector<float> values)
{
    if (values.empty())
        return {};
    std::ranges::sort(values);
    const auto at = [&](double share) {
        return static_cast<double>(
            values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))]);
    };
    return {values.size(), at(0.5), at(0.95), at(1)};
}

QJsonObject json(const FrameLog::Spread& spread)
{
    return {{QStringLiteral("count"), static_cast<qint64>(spread.count)},
            {QStringLiteral("median_ms"), spread.median},
            {QStringLiteral("p95_ms"), spread.p95},
            {QStringLiteral("most_ms"), spread.most}};
}

} // namespace

FrameLog::FrameLog() : m_beforeClock(millisecondsSinceStart())
{
    m_clock.start();
    if (const auto* dispatcher = QAbstractEventDispatcher::instance()) {
        // A menu or dialog may run a loop of its own within one event: what it waits is nobody's stall.
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &FrameLog::close);
        connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] {
            if (m_depth > 0 && !m_begun)
                m_begun = now();
        });
    }
}

double FrameLog::now() const
{
    return static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
}

void FrameLog::watch(const Selection& selection)
{
    connect(&selection, &Selection::hoverChanged, this, [this, &selection] {
        if (selection.hovered() && m_moved)
            m_highlight = m_moved;
    });
}

void FrameLog::begin(const QObject* receiver, QEvent::Type type)
{
    if (type == QEvent::Paint)
        m_painted = true;
    if (m_depth++ > 0)
        return;
    m_begun = now();
    m_type = type;
    m_receiver = receiver->metaObject()->className();
    if (type == QEvent::MouseMove)
        m_moved = m_begun;
}

void FrameLog::end()
{
    if (--m_depth == 0)
        close();
}

void FrameLog::close()
{
    if (!m_begun)
        return;
    const auto end = now(), took = end - *m_begun;
    m_turns.push_back(static_cast<float>(took));
    if (took > frame && m_worst.size() < mostKept)
        m_worst.push_back({*m_begun, took, m_type, QString::fromLatin1(m_receiver)});
    if (m_painted) {
        m_frames.push_back(static_cast<float>(took));
        if (m_firstFrame == 0)
            m_firstFrame = m_beforeClock + end;
        if (m_highlight) {
            // What is related comes later than what is pointed at: the last frame of one move counts.
            if (m_hovers.empty() || m_hovers.back().moved != *m_highlight)
                m_hovers.push_back({*m_highlight, 0});
            m_hovers.back().lit = end;
            m_highlight.reset();
        }
    }
    m_painted = false;
    m_begun.reset();
}

FrameLog::Spread FrameLog::frames() const
{
    return spreadOf(m_frames);
}

FrameLog::Spread FrameLog::turns() const
{
    return spreadOf(m_turns);
}

FrameLog::Spread FrameLog::hovers() const
{
    std::vector<float> values;
    for (const auto& hover : m_hovers)
        values.push_back(static_cast<float>(hover.lit - hover.moved));
    return spreadOf(std::move(values));
}

std::size_t FrameLog::stalls() const
{
    return static_cast<std::size_t>(std::ranges::count_if(m_turns, [](float took) { return took > stall; }));
}

QString FrameLog::longest() const
{
    const auto turn = std::ranges::max_element(m_worst, {}, &Turn::took);
    if (turn == m_worst.end())
        return {};
    const auto types = QMetaEnum::fromType<QEvent::Type>();
    return QStringLiteral("%1 for %2").arg(QLatin1String(types.valueToKey(turn->type)), turn->receiver);
}

void FrameLog::clear()
{
    m_turns.clear();
    m_frames.clear();
    m_worst.clear();
    m_hovers.clear();
}

bool FrameLog::write(const QString& path) const
{
    const auto types = QMetaEnum::fromType<QEvent::Type>();
    QJsonArray worst;
    for (const auto& turn : m_worst)
        worst.append(QJsonObject{{QStringLiteral("at_ms"), m_beforeClock + turn.begun},
                                 {QStringLiteral("took_ms"), turn.took},
                                 {QStringLiteral("event"), QString::fromLatin1(types.valueToKey(turn.type))},
                                 {QStringLiteral("receiver"), turn.receiver}});
    const QJsonObject all{{QStringLiteral("first_frame_ms"), m_firstFrame},
                          {QStringLiteral("turns"), json(turns())},
                          {QStringLiteral("frames"), json(frames())},
                          {QStringLiteral("hover_to_highlight"), json(hovers())},
                          {QStringLiteral("stalls_above_50_ms"), static_cast<qint64>(stalls())},
                          {QStringLiteral("turns_above_16_ms"), worst}};
    return static_cast<bool>(writeWholeFile(path.toStdString(), QJsonDocument(all).toJson().toStdString()));
}

} // namespace tscope
