// SPDX-License-Identifier: GPL-3.0-or-later
// Two tensors beside each other in front of a class.
#include "ops/transform.h"
#include "ops/transposed.h"
#include "tensor/tensor.h"
#include "widgets/lessons/projector_window.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QScrollBar>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto matrix = R"({"layout": "strided", "dtype": "int64",
    "members": {"values": [[5, 0, 0, 1], [0, 0, 2, 3], [0, 7, 0, 0], [4, 0, 0, 6]]}})";
constexpr auto blocks = R"({"layout": "bsr", "dtype": "int64", "size": [4, 4], "members": {
    "crow_indices": [0, 2, 4], "col_indices": [0, 1, 0, 1],
    "values": [[[5, 0], [0, 0]], [[0, 1], [2, 3]], [[0, 7], [4, 0]], [[0, 0], [0, 6]]]}})";

struct PairWindow : ProjectorWindow {
    // The first one beside another, each in this picture.
    Projector& showPair(Tensor first, Tensor second, const QString& picture)
    {
        auto& workspace = window.workspace();
        workspace.make({{"A", std::move(first)}, {"B", std::move(second)}}, QStringLiteral("test"));
        workspace.setCurrent(workspace.subjects().front().id);
        auto& tabs = window.tabs();
        tabs.split(workspace.subjects().back().id, Qt::Horizontal);
        for (const std::size_t pane : {0, 1})
            tabs.setPicture(pane, picture);
        settle();
        return project();
    }
    Projector& showMatrixAndItsTranspose(const QString& picture)
    {
        const auto first = tensorOf(matrix);
        return showPair(first, transposed(first)->tensors.front(), picture);
    }
};

// Where each byte is drawn in a strip, in order.
std::vector<double> edgesOf(const SceneView& view)
{
    std::vector<double> edges;
    for (const auto& spot : view.scene().spots)
        edges.push_back(spot.rect.left());
    return edges;
}

const QString storage = QStringLiteral("storage");

} // namespace

TEST(ProjectorPair, TheSameBytesLineUp)
{
    for (const auto& size : {QSize(1024, 768), QSize(1920, 1080)}) {
        PairWindow shown;
        auto& projector = shown.showMatrixAndItsTranspose(storage);
        projector.showNormal();
        projector.resize(size);
        shown.settle();
        const auto views = projector.views();
        ASSERT_EQ(views.size(), 2U);
        EXPECT_EQ(views[0]->zoom(), views[1]->zoom());
        EXPECT_EQ(edgesOf(*views[0]), edgesOf(*views[1]));
        EXPECT_EQ(edgesOf(*views[0]).size(), 16U);
        for (const auto* view : views)
            for (const auto& label : view->scene().labels)
                EXPECT_FALSE(label.text.contains(QChar(0x2026))) << label.text.toStdString();
    }
}

TEST(ProjectorPair, HeightsAreSharedByWhatPicturesNeed)
{
    PairWindow shown;
    auto& projector = shown.showPair(tensorOf(matrix), tensorOf(blocks), storage);
    projector.showNormal();
    projector.resize(1920, 1080);
    shown.settle();
    const auto views = projector.views();
    ASSERT_EQ(views.size(), 2U);
    EXPECT_GT(views[1]->height(), views[0]->height()) << "of three storages";
    for (const auto* view : views)
        EXPECT_EQ(view->verticalScrollBar()->maximum(), 0) << view->subject();
}

TEST(ProjectorPair, TheHeadingNamesBoth)
{
    PairWindow shown;
    EXPECT_EQ(textOfLabel(shown.showMatrixAndItsTranspose(storage), "projector title"), QStringLiteral("A and B"));
}

// Row-major and column-major: the logical pictures are the same.
TEST(ProjectorPair, StoragesOfWhatDiffersInMemoryOnlyAreShown)
{
    const auto first = tensorOf(R"({"layout": "strided", "dtype": "int64", "members": {"values": [
        [1, 0, 0, 0, 2, 0], [0, 3, 0, 0, 0, 0], [4, 0, 0, 5, 0, 6], [0, 0, 7, 0, 0, 8]]}})");
    const auto columns = parseSteps("permute(1,0).contiguous().permute(1,0)");
    ASSERT_TRUE(columns);
    PairWindow shown;
    auto& projector = shown.showPair(first, transform(first, *columns)->tensors.front(), {});
    projector.showNormal();
    projector.resize(1920, 1080);
    shown.settle();
    QStringList all;
    for (const auto* view : projector.views())
        all << QLatin1String(view->spec().id);
    EXPECT_EQ(all.filter(QStringLiteral("storage")).size(), 2) << all.join(QLatin1Char(' ')).toStdString();
}

TEST(ProjectorPair, StoragesAreShownBelowTheLogicalPicturesWhereTheyHaveRoom)
{
    PairWindow shown;
    auto& projector = shown.showMatrixAndItsTranspose({});
    projector.showNormal();
    const auto kinds = [&](const QSize& size) {
        projector.resize(size);
        shown.settle();
        QStringList all;
        for (const auto* view : projector.views())
            all << QLatin1String(view->spec().id);
        return all.join(QLatin1Char(' '));
    };
    EXPECT_EQ(kinds({1920, 1080}), QStringLiteral("logical logical storage storage"));
    const auto views = projector.views();
    EXPECT_EQ(views[0]->zoom(), views[1]->zoom());
    EXPECT_EQ(edgesOf(*views[2]), edgesOf(*views[3]));
    for (const auto* view : views)
        EXPECT_EQ(view->verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(kinds({500, 400}), QStringLiteral("logical logical"));
}

// Of two tensors the way to an element is that of the current one, and every row has its number.
TEST(ProjectorPair, TheWayToAnElementNamesItsTensor)
{
    PairWindow shown;
    auto& projector = shown.showMatrixAndItsTranspose(QStringLiteral("logical"));
    projector.showNormal();
    projector.resize(3840, 2160);
    shown.settle();
    shown.press(projector, Qt::Key_PageDown);
    const auto found = textOfLabel(projector, "projector found");
    EXPECT_TRUE(found.startsWith(QStringLiteral("A: "))) << found.toStdString();
    for (const auto* view : projector.views()) {
        if (std::string_view(view->spec().id) != "logical")
            continue;
        for (int row = 0; row < 4; ++row)
            EXPECT_EQ(std::ranges::count(view->scene().labels, QString::number(row),
                                         [](const Label& label) {
                                             return label.kind == TextKind::small ? label.text : QString();
                                         }),
                      2)
                << "row and column " << row;
    }
}
