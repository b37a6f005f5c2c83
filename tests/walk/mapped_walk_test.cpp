// SPDX-License-Identifier: GPL-3.0-or-later
// Opening files that are mapped: how soon the first picture is there is told, not judged.
#include "support/holed_files.h"
#include "support/sanitized.h"
#include "walk/walk.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <map>

using namespace tscope;
using namespace tscope::test;

namespace {

// Larger than memory; a sanitizer of addresses has no room for that.
constexpr std::uint64_t elements = isSanitized ? 50'000'003 : 5'000'000'003;

// When each view that is to be seen has first been painted with elements of a tensor in it.
class FirstPictures : public QObject
{
public:
    explicit FirstPictures(const std::vector<SceneView*>& views)
    {
        m_clock.start();
        for (auto* view : views) {
            m_views[view->viewport()] = view;
            view->viewport()->installEventFilter(this);
        }
    }

    bool areThere() const
    {
        return !m_painted.empty() && std::ranges::all_of(m_views, [&](const auto& each) {
            return !each.second->isVisible() || m_painted.contains(each.first);
        });
    }
    double last() const
    {
        double latest = 0;
        for (const auto& [view, milliseconds] : m_painted)
            latest = std::max(latest, milliseconds);
        return latest;
    }

    bool eventFilter(QObject* viewport, QEvent* event) override
    {
        const auto found = m_views.find(viewport);
        if (event->type() == QEvent::Paint && found != m_views.end() && showsElements(found->second->scene()))
            QMetaObject::invokeMethod( // when it has been painted
                this,
                [this, viewport] {
                    m_painted.try_emplace(viewport, static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
                },
                Qt::QueuedConnection);
        return false;
    }

private:
    static bool showsElements(const Scene& scene) { return !scene.spots.empty() || !scene.rasters.empty(); }

    QElapsedTimer m_clock;
    std::map<QObject*, SceneView*> m_views;
    std::map<QObject*, double> m_painted; // milliseconds
};

} // namespace

TEST_F(Walk, MappedFilesLargerThanMemoryAreSeenAtOnce)
{
    const QTemporaryDir folder;
    if (!keepsHoles(folder.path().toStdString()))
        GTEST_SKIP() << "the file system here has no files with holes";
    for (const auto& [ending, write] : holedFormats()) {
        SCOPED_TRACE(ending);
        const auto path = folder.filePath(QStringLiteral("large.") + QLatin1String(ending));
        HoledFile file(path.toStdString());
        write(file, elements);
        if (!file.isWritten())
            GTEST_SKIP() << "the file system here has no files of " << elements * 4 << " bytes";
        const FirstPictures pictures(m_window.views());
        m_window.files().open({path});
        ASSERT_TRUE(waitUntil([&] { return pictures.areThere(); }));
        EXPECT_EQ(subject().tensor->member("values").array.geometry.sizes, Extents{elements});
        std::printf("opening %.0f GB of .%s: first picture in all views after %.1f ms\n",
                    static_cast<double>(elements) * 4 / 1e9, ending, pictures.last());
        m_window.workspace().remove(subject().id); // what is checked in the background is of no use any more
        settle();
        QFile::remove(path);
    }
}
