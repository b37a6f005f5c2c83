// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/opened_files.h"

#include <QDir>
#include <QFile>

#include <array>
#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tscope::test {

OpenedFiles::OpenedFiles(const QString& folder, const QString& pipe) : m_notes(::inotify_init1(IN_NONBLOCK))
{
    const auto path = QFile::encodeName(QDir(folder).filePath(pipe));
    if (::mkfifo(path.constData(), 0600) != 0 || m_notes < 0 ||
        ::inotify_add_watch(m_notes, QFile::encodeName(folder).constData(), IN_OPEN) < 0)
        throw std::runtime_error("the folder can't be watched");
    m_letsGo = std::jthread([path](const std::stop_token& end) {
        while (!end.stop_requested()) {
            if (const auto reader = ::open(path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC); reader >= 0)
                ::close(reader); // succeeds only while somebody waits at it
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
}

OpenedFiles::~OpenedFiles()
{
    ::close(m_notes);
}

QStringList OpenedFiles::names()
{
    QStringList found;
    alignas(inotify_event) std::array<char, 1 << 16> notes{};
    for (ssize_t length = 0; (length = ::read(m_notes, notes.data(), notes.size())) > 0;)
        for (ssize_t at = 0; at < length;) {
            const auto* note = reinterpret_cast<const inotify_event*>(notes.data() + at);
            if (note->len > 0)
                found << QFile::decodeName(note->name);
            at += static_cast<ssize_t>(sizeof(inotify_event)) + note->len;
        }
    found.removeDuplicates();
    return found;
}

} // namespace tscope::test
