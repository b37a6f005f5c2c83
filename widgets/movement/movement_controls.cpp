// SPDX-License-Identifier: GPL-3.0-or-later
// The choices, the picture and the buttons of the movement window.
#include "movement/movement_dialog.h"
#include "movement/movement_view.h"
#include "panels/cover_frame.h"
#include "scenes/scene.h"
#include "views/subject_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSlider>
#include <QStackedWidget>

#include <algorithm>

namespace tscope {

namespace {

QPushButton* pushButton(const QString& text, const char* name)
{
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

} // namespace

// The keys that zoom views; back at 1 a film fits.
void MovementDialog::makeZoomKeys()
{
    static constexpr double step = 1.25, least = 0.5, most = 8;
    const auto on = [this](const QKeySequence& key, double factor) {
        connect(new QShortcut(key, this), &QShortcut::activated, this, [this, factor] {
            m_zoom = factor == 0 ? 1 : std::clamp(m_zoom * factor, least, most);
            filmSoon();
        });
    };
    on(QKeySequence::ZoomIn, step);
    on(QKeySequence::ZoomOut, 1 / step);
    on(QKeySequence(Qt::CTRL | Qt::Key_0), 0);
}

QWidget* MovementDialog::makeChoices(Workspace& workspace)
{
    m_from = new SubjectChoice(workspace);
    m_from->setObjectName(QStringLiteral("movement from"));
    m_to = new SubjectChoice(workspace);
    m_to->setObjectName(QStringLiteral("movement to"));
    m_shown = new QComboBox;
    m_shown->setObjectName(QStringLiteral("movement shown"));
    for (const auto& spec : pictures())
        m_shown->addItem(QCoreApplication::translate("tscope::PictureSpec", spec.title), QLatin1String(spec.id));
    m_shown->setCurrentIndex(m_shown->findData(QStringLiteral("members")));
    m_still = new QCheckBox(tr("&Without motion"));
    m_still->setObjectName(QStringLiteral("movement still"));
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto add = [this, layout](const QString& text, QComboBox* choice) {
        auto* label = new QLabel(text);
        label->setBuddy(choice);
        m_labels.push_back(label);
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(12);
        layout->addWidget(label);
        layout->addWidget(choice, 1);
    };
    add(tr("&From"), m_from);
    add(tr("&To"), m_to);
    add(tr("&Show"), m_shown);
    layout->addWidget(m_still);
    holdLabels();
    return row;
}

// The mark of its key breaks kerning, so that a label is wider than it says, most in the large type of a class.
void MovementDialog::holdLabels()
{
    const auto metrics = fontMetrics();
    for (auto* label : m_labels) {
        int width = 1;
        for (const auto letter : label->text())
            width += letter == QLatin1Char('&') ? 0 : metrics.horizontalAdvance(letter);
        label->setMinimumWidth(width);
    }
}

QWidget* MovementDialog::makePicture(const Cover& cover)
{
    m_view = new MovementView;
    m_view->setObjectName(QStringLiteral("movement"));
    m_obstacle = new QLabel;
    m_obstacle->setObjectName(QStringLiteral("movement obstacle"));
    m_obstacle->setWordWrap(true);
    m_obstacle->setAlignment(Qt::AlignCenter);
    m_obstacle->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_obstacle);
    m_words = new QLabel;
    m_words->setObjectName(QStringLiteral("movement words"));
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    holdWords();
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_words);
    return new CoverFrame(page, cover, {QStringLiteral("any")});
}

// For four lines, so that what is below stays where it is.
void MovementDialog::holdWords()
{
    m_words->setMinimumHeight(4 * fontMetrics().lineSpacing());
}

QWidget* MovementDialog::makeControls()
{
    m_back = pushButton(tr("&Back"), "movement back");
    m_play = pushButton(tr("&Play"), "movement play");
    m_forward = pushButton(tr("F&orward"), "movement forward");
    m_scrubber = new QSlider(Qt::Horizontal);
    m_scrubber->setObjectName(QStringLiteral("movement scrubber"));
    m_scrubber->setAccessibleName(tr("Time"));
    m_scrubber->installEventFilter(this);
    m_speed = new QComboBox;
    m_speed->setObjectName(QStringLiteral("movement speed"));
    constexpr double slow = 0.5, normal = 1, fast = 2.5;
    for (const auto& [text, speed] :
         {std::pair(tr("Slow"), slow), std::pair(tr("Normal"), normal), std::pair(tr("Fast"), fast)})
        m_speed->addItem(text, speed);
    m_speed->setCurrentIndex(m_speed->findData(normal));
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_view->setSpeed(m_speed->currentData().toDouble()); });
    auto* ofSpeed = new QLabel(tr("Sp&eed"));
    ofSpeed->setBuddy(m_speed);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setIcon({}); // that of the style is black, also on dark ground
    connect(m_back, &QPushButton::clicked, this, [this] { m_view->step(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { m_view->step(1); });
    connect(m_play, &QPushButton::clicked, this, [this] { m_view->setPlaying(!m_view->isPlaying()); });
    connect(m_scrubber, &QSlider::valueChanged, this, [this](int value) {
        m_view->setTime(m_view->isContinuous() ? double(value) / scrubbed : double(value));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (auto* button : {m_back, m_play, m_forward})
        layout->addWidget(button);
    layout->addWidget(m_scrubber, 1);
    layout->addWidget(ofSpeed);
    layout->addWidget(m_speed);
    layout->addWidget(buttons);
    return row;
}

} // namespace tscope
