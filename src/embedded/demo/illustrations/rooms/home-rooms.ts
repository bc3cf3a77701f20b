import { pottedPlant } from '../canvas/backdrops.ts';
import { darken, lighten, mix } from '../canvas/colour.ts';
import { all, circle, ellipse, fade, line, path, rect, repeat } from '../canvas/svg.ts';
import { pendant, picture, room, shell, window } from './room-parts.ts';

/** A living room with a sofa. */
export const livingRoom = room((brief) => {
  const { palette, paint, light, random } = brief;
  const hasShelf = random.chance(0.5);
  return all(
    shell(brief, 'wood'),
    window(brief, 700, 120, 380, 400),
    path('M660 84h70q16 260 -30 600h-40zM1120 84h-70q-16 260 30 600h40z', mix(palette.second, '#ffffff', 0.5)),
    rect(630, 72, 520, 14, palette.wood, 7),
    hasShelf
      ? all(
          rect(110, 190, 380, 14, palette.wood),
          rect(110, 290, 380, 14, palette.wood),
          ...[130, 168, 200, 250, 280].map((x, n) =>
            rect(
              x,
              190 - 60 - (n % 3) * 14,
              28,
              60 + (n % 3) * 14,
              [palette.accent, palette.second, '#f2c14e', '#f7f2e6', paint][n] ?? paint,
              3,
            ),
          ),
          circle(420, 160, 30, palette.accent),
          pottedPlant(190, 290, 74, '#f7f2e6'),
          rect(300, 232, 90, 58, '#ffffff', 4),
        )
      : all(picture(120, 150, 170, 220, brief), picture(320, 190, 150, 150, brief)),
    fade(0.9, ellipse(560, 800, 500, 76, mix(palette.accent, '#ffffff', 0.55))),
    rect(150, 500, 520, 180, darken(paint, 0.12), 36),
    rect(180, 520, 225, 130, darken(paint, 0.03), 24),
    rect(412, 520, 225, 130, darken(paint, 0.03), 24),
    rect(150, 660, 520, 80, darken(paint, 0.2), 16),
    rect(176, 620, 230, 70, lighten(paint, 0.08), 20),
    rect(412, 620, 230, 70, lighten(paint, 0.08), 20),
    rect(116, 570, 74, 174, paint, 30),
    rect(632, 570, 74, 174, paint, 30),
    rect(200, 560, 92, 84, palette.accent, 18),
    rect(530, 560, 92, 84, '#f7f2e6', 18),
    ellipse(560, 800, 190, 28, darken(palette.wood, 0.2)),
    ellipse(560, 792, 190, 26, lighten(palette.wood, 0.2)),
    ellipse(520, 784, 34, 9, '#ffffff'),
    rect(570, 764, 80, 18, palette.second, 3),
    pottedPlant(1_090, 800, 300, palette.accent),
    line(60, 740, 60, 380, '#4a515d', 9),
    light.isLit && fade(0.25, circle(60, 370, 170, '#ffe9a8')),
    path('M4 400L28 310H92L116 400z', '#fff1cf'),
    ellipse(60, 746, 52, 12, '#4a515d'),
    pendant(420, 90, palette.accent, light.isLit),
  );
});

/** A bedroom. */
export const bedroom = room((brief) => {
  const { palette, paint, light, random } = brief;
  const hasPanels = random.chance(0.5);
  return all(
    shell(brief, 'wood'),
    hasPanels &&
      repeat(10, (n) => rect(n * 125 - 20, 0, 118, 672, n % 2 === 0 ? lighten(palette.wall, 0.16) : palette.wall)),
    window(brief, 830, 110, 260, 380),
    path('M790 76h80q10 220 -40 590h-40zM1130 76h-80q-10 220 40 590h40z', mix(palette.accent, '#ffffff', 0.5)),
    rect(760, 64, 400, 14, palette.wood, 7),
    picture(330, 110, 240, 160, brief),
    rect(180, 330, 540, 340, darken(paint, 0.1), 30),
    repeat(5, (n) => line(288 + n * 108, 346, 288 + n * 108, 560, darken(paint, 0.24), 4)),
    rect(190, 520, 520, 210, '#f7f4ee', 26),
    rect(220, 470, 210, 110, '#ffffff', 34),
    rect(470, 470, 210, 110, '#ffffff', 34),
    rect(350, 510, 190, 84, palette.accent, 26),
    path('M176 640Q300 590 450 606T724 640V800H176z', mix(palette.second, '#ffffff', 0.25)),
    path('M176 690Q450 650 724 690V720Q450 680 176 720z', mix(palette.second, '#ffffff', 0.5)),
    rect(176, 790, 548, 40, darken(palette.wood, 0.3), 8),
    ...[70, 740].map((x) =>
      all(
        rect(x, 610, 90, 150, darken(palette.wood, 0.12), 8),
        rect(x + 10, 626, 70, 50, lighten(palette.wood, 0.1), 4),
        circle(x + 45, 651, 6, '#f0d58a'),
        light.isLit && fade(0.28, circle(x + 45, 540, 120, '#ffe9a8')),
        line(x + 45, 610, x + 45, 560, '#4a515d', 6),
        path(`M${x + 5} 566L${x + 22} 500H${x + 68}L${x + 85} 566z`, '#fff1cf'),
      ),
    ),
    fade(0.9, ellipse(600, 860, 480, 40, mix(palette.accent, '#ffffff', 0.6))),
    pottedPlant(1_110, 810, 240, palette.second),
  );
});
