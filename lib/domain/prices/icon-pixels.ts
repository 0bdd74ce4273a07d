/** Toolbar icon sizes on ordinary and on high-density screens. */
export const ICON_SIZES = [16, 32] as const;
export type IconSize = (typeof ICON_SIZES)[number];

export interface IconFace {
  /** The lower one is empty if the badge covers it. */
  lines: readonly [upper: string, lower: string];
  tone: 'green' | 'red' | 'blue' | 'orange' | 'neutral' | 'gray';
  /** Drawn beside the lower line, because some users cannot distinguish the colors. */
  arrow: 'up' | 'down' | 'flat';
}

type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const PALE: Color = [152, 162, 177];

// The icon has its own background, so that it is legible in toolbars of any color.
const TONES: Readonly<Record<IconFace['tone'], Record<'ground' | 'above' | 'below', Color>>> = {
  green: { ground: [16, 37, 28], above: WHITE, below: [95, 224, 168] },
  red: { ground: [52, 22, 28], above: WHITE, below: [255, 151, 165] },
  blue: { ground: [16, 30, 52], above: WHITE, below: [120, 178, 255] },
  orange: { ground: [48, 28, 14], above: WHITE, below: [255, 168, 92] },
  neutral: { ground: [28, 34, 43], above: WHITE, below: WHITE },
  gray: { ground: [43, 50, 60], above: PALE, below: PALE },
};

/** Two hexadecimal digits for each row of pixels, whose last bit is the rightmost pixel. */
type Glyph = string;

interface Font {
  width: number;
  height: number;
  /** Empty columns between glyphs. */
  gap: number;
  /** The first row of each line. */
  tops: readonly [number, number];
  digits: readonly Glyph[];
  /** Marks of thousands and millions. */
  marks: Readonly<Record<string, Glyph>>;
  minus: { width: number; glyph: Glyph };
  point: { width: number; glyph: Glyph };
  /** Points up. */
  arrow: { width: number; glyph: Glyph };
}

const FONTS: Readonly<Record<IconSize, Font>> = {
  16: {
    width: 3,
    height: 6,
    gap: 1,
    tops: [1, 9],
    digits: [
      '070505050507',
      '020602020207',
      '070107040407',
      '070103010107',
      '050507010101',
      '070407010107',
      '070407050507',
      '070101010101',
      '070507050507',
      '070507010107',
    ],
    marks: { K: '050506060505', M: '050707050505' },
    minus: { width: 2, glyph: '000003000000' },
    point: { width: 1, glyph: '000000000001' },
    arrow: { width: 3, glyph: '0207' },
  },
  32: {
    width: 7,
    height: 12,
    gap: 2,
    tops: [2, 18],
    digits: [
      '3e7f63636363636363637f3e',
      '0c1c3c2c0c0c0c0c0c0c3f3f',
      '3e7f630303070e1c38707f7f',
      '3e7f6303031e1e0303637f3e',
      '070f0f1b1b3333637f7f0303',
      '7f7f60607e7f030303637f3e',
      '3e7f6360607e7f6363637f3e',
      '7f7f0307060e0c0c1c181818',
      '3e7f6363633e3e6363637f3e',
      '3e7f6363637f3f0303637f3e',
    ],
    marks: { K: '63666c7870787c6e66676363', M: '6377777f7f6b6b6363636363' },
    minus: { width: 3, glyph: '000000000707000000000000' },
    point: { width: 2, glyph: '000000000000000000000303' },
    arrow: { width: 5, glyph: '040e1f' },
  },
};

/** Draws an icon: `size` rows of `size` pixels, each with red, green, blue and opacity. */
export function iconPixels(face: IconFace, size: IconSize): Uint8ClampedArray<ArrayBuffer> {
  const { ground, above, below } = TONES[face.tone];
  const font = FONTS[size];
  const [first, second] = font.tops;
  const [upper, lower] = face.lines;
  const pixels = drawGround(size, ground);
  const canvas = { pixels, size };
  drawLine(canvas, font, { text: upper, top: first, color: above, isAside: false });
  const isAside = face.arrow !== 'flat';
  drawLine(canvas, font, { text: lower, top: second, color: below, isAside });
  if (face.arrow === 'flat') return pixels;
  const { width, glyph } = font.arrow;
  const isUp = face.arrow === 'up';
  const rows = rowsOf(glyph);
  // High for a rise, low for a fall: the position repeats what the shape shows.
  const top = isUp ? second + 1 : second + font.height - rows.length - 1;
  drawRows(canvas, isUp ? rows : rows.toReversed(), {
    left: size - width,
    top,
    width,
    color: below,
  });
  return pixels;
}

interface Canvas {
  pixels: Uint8ClampedArray<ArrayBuffer>;
  size: number;
}

/** A square with round corners. */
function drawGround(size: number, color: Color): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(size * size * 4);
  const radius = (size * 3) / 16;
  const beyond = (at: number): number => Math.max(radius - at - 0.5, at + 0.5 - size + radius, 0);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const opacity = radius + 0.5 - Math.hypot(beyond(x), beyond(y));
      pixels.set([...color, 255 * Math.min(1, Math.max(0, opacity))], (y * size + x) * 4);
    }
  }
  return pixels;
}

interface Line {
  text: string;
  top: number;
  color: Color;
  /** Whether the line leaves room for the arrow. */
  isAside: boolean;
}

function drawLine(canvas: Canvas, font: Font, { text, top, color, isAside }: Line): void {
  const glyphs = text.split('').map((character) => glyphOf(font, character));
  const widthWith = (gap: number): number =>
    glyphs.reduce((sum, { width }) => sum + width + gap, -gap);
  // Four digits are closer together.
  const gap = widthWith(font.gap) > canvas.size ? 1 : font.gap;
  const whole = widthWith(gap);
  let left = isAside ? 1 : Math.floor((canvas.size - whole) / 2);
  for (const { width, glyph } of glyphs) {
    drawRows(canvas, rowsOf(glyph), { left, top, width, color });
    left += width + gap;
  }
}

function glyphOf(font: Font, character: string): { width: number; glyph: Glyph } {
  if (character === '-') return font.minus;
  const glyph = font.marks[character] ?? font.digits[Number(character)];
  return character === '.' || glyph === undefined ? font.point : { width: font.width, glyph };
}

interface Place {
  left: number;
  top: number;
  width: number;
  color: Color;
}

function drawRows({ pixels, size }: Canvas, rows: readonly number[], place: Place): void {
  const { left, top, width, color } = place;
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      if (((row >> (width - 1 - x)) & 1) === 0) continue;
      pixels.set([...color, 255], ((top + y) * size + left + x) * 4);
    }
  }
}

function rowsOf(glyph: Glyph): number[] {
  return (glyph.match(/../g) ?? []).map((row) => Number.parseInt(row, 16));
}
