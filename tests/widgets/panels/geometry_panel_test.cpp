// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/geometry_panel.h"

#include "array/inside.h"
#include "facts/wording.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// 3 x 4 of twelve numbers.
Tensor plain()
{
    return tensorOf(R"({"layout":"strided","members":{"values":{"shape":[3,4],"strides":[4,1],
                        "storage":[0,1,2,3,4,5,6,7,8,9,10,11]}}})");
}

class GeometryPanelTest : public testing::Test
{
protected:
    GeometryPanelTest() : m_shown("geometry"), m_desk(m_shown.desk) { m_shown.panel->resize(400, 900); }

    QSlider& slider(const char* name) { return m_shown.child<QSlider>((std::string(name) + " slider").c_str()); }
    QLineEdit& field(const char* name) { return m_shown.child<QLineEdit>((std::string(name) + " field").c_str()); }
    std::string text(const char* label) { return m_shown.child<QLabel>(label).text().toStdString(); }
    const Tensor& tensor() { return *m_desk.workspace.currentSubject()->tensor; }
    const Geometry& geometry() { return tensor().member("values").array.geometry; }
    QUndoStack& undo() { return m_desk.workspace.undoStack(); }

    void type(QLineEdit& line, const char* words)
    {
        line.setFocus();
        line.selectAll();
        QTest::keyClick(&line, Qt::Key_Delete);
        QTest::keyClicks(&line, QString::fromUtf8(words));
        QTest::keyClick(&line, Qt::Key_Return);
        settle(m_desk.jobs);
    }
    QPoint handleOf(QSlider& of)
    {
        QStyleOptionSlider option;
        option.initFrom(&of);
        option.orientation = Qt::Horizontal;
        option.minimum = of.minimum();
        option.maximum = of.maximum();
        option.sliderPosition = of.sliderPosition();
        option.sliderValue = of.value();
        return of.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &of).center();
    }
    // From where its handle is to an end, in several moves.
    void drag(QSlider& of, int toX)
    {
        const auto from = handleOf(of);
        QTest::mousePress(&of, Qt::LeftButton, {}, from);
        for (int part = 1; part <= 5; ++part) {
            const QPointF at(from.x() + (toX - from.x()) * part / 5.0, from.y());
            QMouseEvent move(QEvent::MouseMove, at, of.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(&of, &move);
            settle(m_desk.jobs);
        }
        QTest::mouseRelease(&of, Qt::LeftButton, {}, QPoint(toX, from.y()));
        settle(m_desk.jobs);
    }

    ShownPanel m_shown;
    Desk& m_desk;
};

} // namespace

TEST_F(GeometryPanelTest, ShowsTheNumbersAndWhatTheyComeTo)
{
    m_desk.show(plain());
    EXPECT_EQ(field("size 0").text(), QStringLiteral("3"));
    EXPECT_EQ(field("size 1").text(), QStringLiteral("4"));
    EXPECT_EQ(field("stride 0").text(), QStringLiteral("4"));
    EXPECT_EQ(field("stride 1").text(), QStringLiteral("1"));
    EXPECT_EQ(field("offset").text(), QStringLiteral("0"));
    EXPECT_EQ(text("address"), "0 + i*4 + j*1");
    EXPECT_EQ(text("reach"), "slots 0 to 11 of 12");
    EXPECT_NE(text("geometry verdict").find("valid"), std::string::npos);
}

TEST_F(GeometryPanelTest, AFieldMayGoBeyondAndWhatBreaksIsTold)
{
    m_desk.show(plain());
    type(field("size 0"), "5");
    EXPECT_EQ(geometry().sizes, (Extents{5, 4}));
    EXPECT_NE(text("reach").find("8 beyond the end"), std::string::npos) << text("reach");
    const auto& report = *m_desk.workspace.currentSubject()->report;
    ASSERT_FALSE(report.valid);
    EXPECT_NE(text("geometry verdict").find(verdictText(report)), std::string::npos);
    EXPECT_NE(text("geometry verdict").find(report.findings.front().statement), std::string::npos);
    ASSERT_EQ(undo().count(), 1);
    EXPECT_EQ(undo().text(0), QStringLiteral("size 0 of values = 5"));
    undo().undo();
    settle(m_desk.jobs);
    EXPECT_EQ(field("size 0").text(), QStringLiteral("3"));
    EXPECT_NE(text("geometry verdict").find("valid"), std::string::npos);
}

TEST_F(GeometryPanelTest, EachFieldSetsItsNumber)
{
    m_desk.show(plain());
    type(field("size 1"), "2");
    type(field("stride 0"), "-9223372036854775808");
    type(field("stride 1"), "0");
    type(field("offset"), "-7");
    EXPECT_EQ(geometry(), (Geometry{{3, 2}, {int64Min, 0}, -7}));
    EXPECT_EQ(undo().count(), 4);
    EXPECT_EQ(undo().text(1), QStringLiteral("stride 0 of values = -9223372036854775808"));
    EXPECT_EQ(undo().text(3), QStringLiteral("offset of values = -7"));
}

TEST_F(GeometryPanelTest, WhatIsNoNumberChangesNothing)
{
    m_desk.show(plain());
    for (const auto* words : {"four", "9223372036854775808", "1.5", ""}) {
        type(field("stride 0"), words);
        EXPECT_EQ(undo().count(), 0) << words;
        EXPECT_EQ(field("stride 0").text(), QStringLiteral("4"));
    }
    EXPECT_FALSE(field("stride 0").accessibleDescription().isEmpty());
}

TEST_F(GeometryPanelTest, SlidersStayInsideTheStorageAndADragIsOneStep)
{
    for (const auto* name : {"size 0", "size 1", "stride 0", "stride 1", "offset"})
        for (const bool toTheRight : {true, false}) {
            SCOPED_TRACE(name);
            m_desk.show(tensorOf(R"({"layout":"strided","members":{"values":{"shape":[2,3],"strides":[4,1],
                "offset":3,"storage":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]}}})"));
            undo().clear();
            const auto before = geometry();
            auto& moved = slider(name);
            drag(moved, toTheRight ? moved.width() : 0);
            EXPECT_NE(geometry(), before);
            EXPECT_TRUE(isInBounds(geometry(), 20)) << text("reach");
            ASSERT_EQ(undo().count(), 1);
            EXPECT_TRUE(undo().text(0).startsWith(QLatin1String(name) + QStringLiteral(" of values = ")))
                << undo().text(0).toStdString();
            EXPECT_EQ(field(name).text(), undo().text(0).section(QStringLiteral("= "), -1));
            // A second drag is another step.
            drag(moved, moved.width() / 2);
            EXPECT_EQ(undo().count(), 2);
            undo().setIndex(0);
            settle(m_desk.jobs);
            EXPECT_EQ(geometry(), before);
        }
}

TEST_F(GeometryPanelTest, TheEndsOfASliderAreTheLastThatFit)
{
    m_desk.show(plain());
    struct Case {
        const char* name;
        std::int64_t least, most;
    };
    type(field("size 0"), "2");
    for (const auto& [name, least, most] :
         {Case{"size 0", 0, 3}, {"size 1", 0, 8}, {"stride 0", 0, 8}, {"stride 1", 0, 2}, {"offset", 0, 4}}) {
        undo().setIndex(1);
        settle(m_desk.jobs);
        slider(name).setFocus();
        QTest::keyClick(&slider(name), Qt::Key_End);
        settle(m_desk.jobs);
        EXPECT_EQ(field(name).text().toLongLong(), most) << name;
        QTest::keyClick(&slider(name), Qt::Key_Home);
        settle(m_desk.jobs);
        EXPECT_EQ(field(name).text().toLongLong(), least) << name;
    }
}

TEST_F(GeometryPanelTest, StoragesOfAnySizeHaveASlider)
{
    m_desk.show(oddTensor("longest"));
    auto& size = slider("size 0");
    size.setFocus();
    QTest::keyClick(&size, Qt::Key_Home);
    settle(m_desk.jobs);
    EXPECT_EQ(geometry().sizes[0], 0);
    QTest::keyClick(&size, Qt::Key_End);
    settle(m_desk.jobs);
    EXPECT_EQ(geometry().sizes[0], int64Max);
    QTest::keyClick(&size, Qt::Key_Left);
    settle(m_desk.jobs);
    EXPECT_LT(geometry().sizes[0], int64Max);
    EXPECT_GT(geometry().sizes[0], int64Max / 2);
}

TEST_F(GeometryPanelTest, AnyMemberCanBeChosen)
{
    m_desk.show(sample("csr"));
    auto& combo = m_shown.child<QComboBox>("geometry member");
    ASSERT_EQ(combo.count(), 3);
    EXPECT_EQ(combo.currentData().toString(), QStringLiteral("values"));
    combo.setFocus();
    QTest::keyClick(&combo, Qt::Key_Home);
    settle(m_desk.jobs);
    const auto before = tensor().member("compressed").array.geometry;
    type(field("size 0"), "2");
    EXPECT_EQ(tensor().member("compressed").array.geometry.sizes, (Extents{2}));
    EXPECT_EQ(tensor().member("compressed").array.storage.get(),
              m_desk.workspace.currentSubject()->tensor->member("compressed").array.storage.get());
    EXPECT_FALSE(m_desk.workspace.currentSubject()->report->valid);
    EXPECT_NE(before.sizes, (Extents{2}));
}

TEST_F(GeometryPanelTest, ClaimsAreSetAndTakenBack)
{
    m_desk.show(sample("csr"));
    auto& size = m_shown.child<QLineEdit>("claim size");
    type(size, "(7, 9)");
    EXPECT_EQ(tensor().size, (Extents{7, 9}));
    type(size, "7x8");
    EXPECT_EQ(tensor().size, (Extents{7, 8}));
    type(size, "seven");
    EXPECT_EQ(tensor().size, (Extents{7, 8}));
    EXPECT_FALSE(size.accessibleDescription().isEmpty());
    type(size, "");
    EXPECT_FALSE(tensor().size);
    type(m_shown.child<QLineEdit>("claim dtype"), "int8");
    EXPECT_EQ(tensor().dtype, DType(ElementType::i8));
    type(m_shown.child<QLineEdit>("claim index dtype"), "int32");
    EXPECT_EQ(tensor().indexDType, DType(ElementType::i32));
    type(m_shown.child<QLineEdit>("claim device"), "cuda:1");
    ASSERT_TRUE(tensor().device);
    EXPECT_EQ(tensor().device->text(), "cuda:1");
    type(m_shown.child<QLineEdit>("claim device"), "");
    EXPECT_FALSE(tensor().device);
    EXPECT_EQ(undo().count(), 7);
    EXPECT_EQ(undo().text(0), QStringLiteral("claim size (7, 9)"));
    EXPECT_EQ(undo().text(2), QStringLiteral("claim no size"));
    undo().setIndex(0);
    settle(m_desk.jobs);
    EXPECT_EQ(size.text().toStdString(), tscope::text(*tensor().size));
}

// The scales of thousands of slices: a field would cut them when something is typed there.
TEST_F(GeometryPanelTest, AClaimTooLongForAFieldHasNone)
{
    auto tensor = plain();
    tensor.claims.set("scales", std::string(20'000, '1'));
    tensor.claims.set("qscheme", std::string("per_channel_affine"));
    m_desk.show(std::move(tensor));
    EXPECT_EQ(m_shown.child<QLineEdit>("claim qscheme").text(), QStringLiteral("per_channel_affine"));
    EXPECT_EQ(m_shown.panel->findChild<QLineEdit*>(QStringLiteral("claim scales")), nullptr);
}

TEST_F(GeometryPanelTest, FlagsAreClaimsToo)
{
    m_desk.show(sample("coo"));
    auto& combo = m_shown.child<QComboBox>("claim is_coalesced");
    const auto before = tensor().claims.flag("is_coalesced");
    combo.setFocus();
    for (const auto key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Up}) { // not said, false, true
        QTest::keyClick(&combo, key);
        settle(m_desk.jobs);
        EXPECT_EQ(tensor().claims.flag("is_coalesced"),
                  key == Qt::Key_Home ? std::nullopt : std::optional(key == Qt::Key_Up));
    }
    undo().setIndex(0);
    settle(m_desk.jobs);
    EXPECT_EQ(tensor().claims.flag("is_coalesced"), before);

    auto& gradient = m_shown.child<QCheckBox>("requires grad");
    const bool required = tensor().member("values").requiresGrad;
    QTest::keyClick(&gradient, Qt::Key_Space);
    settle(m_desk.jobs);
    EXPECT_NE(tensor().member("values").requiresGrad, required);
}

TEST_F(GeometryPanelTest, NothingIsOfferedWithoutATensorAndNothingIsWiderThanThePanel)
{
    auto& area = dynamic_cast<QScrollArea&>(*m_shown.panel);
    const auto& offered = m_shown.child<QComboBox>("geometry member");
    const auto& none = m_shown.child<QLabel>("no geometry");
    EXPECT_FALSE(offered.isVisible());
    EXPECT_TRUE(none.isVisible());
    EXPECT_EQ(none.text(), QStringLiteral("No tensor is open."));
    m_desk.log.add(Log::Kind::error, QStringLiteral("x.json: no such file"));
    EXPECT_EQ(none.text(), QStringLiteral("No tensor is open.\nx.json: no such file"));
    for (const auto& name : {"six_dims", "long_names", "nonsense_geometry", "opaque_no_size"}) {
        m_desk.show(oddTensor(name));
        for (const int width : {280, 400}) {
            area.resize(width, 500);
            settle(m_desk.jobs);
            EXPECT_TRUE(offered.isVisible());
            EXPECT_FALSE(none.isVisible());
            EXPECT_LE(area.widget()->minimumSizeHint().width(), area.viewport()->width())
                << name << " at " << width;
        }
    }
    m_desk.workspace.clear();
    settle(m_desk.jobs);
    EXPECT_FALSE(offered.isVisible());
    EXPECT_TRUE(none.isVisible());
}

// While one number reaches outside the storage, nothing that the others could be stays inside.
TEST_F(GeometryPanelTest, HandlesAreWhereTheirNumbersAreWhenAStrideReachesOutside)
{
    m_desk.show(sample("strided")); // of sizes 3, 2 with strides 1, 4 and offset 1, in a storage of 8
    type(field("stride 0"), "9");
    ASSERT_FALSE(isInBounds(geometry(), 8));
    const auto share = [&](const char* name) {
        const auto& of = slider(name);
        return static_cast<double>(of.value() - of.minimum()) / (of.maximum() - of.minimum());
    };
    EXPECT_EQ(share("stride 0"), 1) << "beyond all that fit";
    EXPECT_EQ(share("size 1"), 1);
    EXPECT_EQ(share("stride 1"), 0.75) << "4 of -8 to 8";
    EXPECT_EQ(share("offset"), 0.125) << "1 of 8";
    EXPECT_FALSE(slider("offset").isEnabled()) << "no offset is inside";

    // From outside it is pulled back in, and has then the scale of what fits.
    drag(slider("stride 0"), 0);
    EXPECT_TRUE(isInBounds(geometry(), 8)) << text("reach");
    slider("stride 0").setFocus();
    QTest::keyClick(&slider("stride 0"), Qt::Key_End);
    settle(m_desk.jobs);
    EXPECT_TRUE(isInBounds(geometry(), 8)) << text("reach");
}

TEST_F(GeometryPanelTest, APreviewIsShownAsInTheViewsAndIsNotEdited)
{
    m_desk.show(plain());
    type(field("stride 0"), "9");
    const auto broken = tensor();
    m_desk.workspace.preview(QStringLiteral("p"), [](const Tensor&, const ReportPtr&) -> Result<Change> {
        return Change{std::make_shared<const Tensor>(plain()), {}};
    });
    settle(m_desk.jobs);
    ASSERT_TRUE(m_desk.workspace.currentSubject()->preview);
    EXPECT_EQ(field("stride 0").text(), QStringLiteral("4"));
    EXPECT_EQ(text("address"), "0 + i*4 + j*1");
    EXPECT_TRUE(text("geometry verdict").ends_with("valid under pytorch (preview)")) << text("geometry verdict");
    for (auto* each : std::initializer_list<QWidget*>{&field("stride 0"), &slider("offset"),
                                                      &m_shown.child<QWidget>("requires grad"),
                                                      &m_shown.child<QWidget>("claim size")})
        EXPECT_FALSE(each->isEnabled()) << each->objectName().toStdString();
    m_desk.workspace.seePreview(false);
    settle(m_desk.jobs);
    EXPECT_EQ(field("stride 0").text(), QStringLiteral("9")) << "as it is without the preview";
    m_desk.workspace.dropPreview();
    settle(m_desk.jobs);
    EXPECT_EQ(field("stride 0").text(), QStringLiteral("9"));
    EXPECT_TRUE(field("stride 0").isEnabled());
    EXPECT_EQ(text("geometry verdict").find("preview"), std::string::npos);
}
