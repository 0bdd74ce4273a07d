import { describe, expect, it } from 'vitest';
import {
  ICON_SIZES,
  iconPixels,
  type IconFace,
  type IconSize,
} from '@/lib/domain/prices/icon-pixels.ts';
import { contrast } from '../../contrast.ts';

const face = (change: Partial<IconFace> = {}): IconFace => ({
  lines: ['120.', '137'],
  tone: 'green',
  arrow: 'up',
  ...change,
});

const at = (pixels: Uint8ClampedArray, size: number, x: number, y: number) =>
  Array.from(pixels.slice((y * size + x) * 4, (y * size + x) * 4 + 4));

/** `#` for each pixel of text, `.` for the ground. */
function drawn(given: IconFace, size: IconSize): string[] {
  const pixels = iconPixels(given, size);
  const ground = at(pixels, size, size / 2, 0).join();
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_2, x) => {
      const pixel = at(pixels, size, x, y);
      return pixel[3] === 255 && pixel.join() !== ground ? '#' : '.';
    }).join(''),
  );
}

describe('an icon of 16 pixels', () => {
  it('has digits of 3 × 6 pixels in two lines, and an arrow beside the lower one', () => {
    expect(drawn(face(), 16)).toEqual([
      '................',
      '..#..###.###....',
      '.##....#.#.#....',
      '..#..###.#.#....',
      '..#..#...#.#....',
      '..#..#...#.#....',
      '.###.###.###.#..',
      '................',
      '................',
      '..#..###.###....',
      '.##....#...#..#.',
      '..#...##...#.###',
      '..#....#...#....',
      '..#....#...#....',
      '.###.###...#....',
      '................',
    ]);
  });

  it('has a minus, the arrow of a fall below, and lines in the middle without an arrow', () => {
    const rows = drawn(face({ lines: ['-1', '250'], arrow: 'down' }), 16);
    expect(rows[3]).toBe('.....##..#......');
    expect(rows.slice(12, 14).map((row) => row.slice(13))).toEqual(['###', '.#.']);
    const flat = drawn(face({ lines: ['1', '250'], arrow: 'flat' }), 16);
    expect(flat[9]).toBe('..###.###.###...');
  });
});

describe.each(ICON_SIZES)('an icon of %d pixels', (size) => {
  it('keeps text, arrow and edges apart, for every text that fits', () => {
    for (const lines of [
      ['81', '303'],
      ['120.', '137'],
      ['1.17', '226'],
      ['-120', '888'],
      ['-1.1', '723'],
    ] as const) {
      for (const arrow of ['up', 'down', 'flat'] as const) {
        const rows = drawn(face({ lines: [...lines], arrow }), size);
        expect(rows[0]).toMatch(/^\.+$/);
        expect(rows.at(-1)).toMatch(/^\.+$/);
        expect(rows.every((row) => row.startsWith('.'))).toBe(true);
        // The gap between the lines, and the column between digits and arrow.
        expect(rows.slice(size / 2 - 1, size / 2 + 1).join('')).not.toContain('#');
        const beside = size === 16 ? 12 : 26;
        if (arrow !== 'flat') {
          expect(rows.slice(size / 2).every((row) => row[beside] === '.')).toBe(true);
        }
      }
    }
  });

  it('has one line of four characters in the upper half, above a badge', () => {
    const rowsOf = (text: string) => drawn(face({ lines: [text, ''], arrow: 'flat' }), size);
    const inkOf = (text: string): number => rowsOf(text).join('').replaceAll('.', '').length;
    for (const text of ['2507', '8888', '-250', '1.3M', '813K']) {
      expect(
        rowsOf(text)
          .slice(size / 2)
          .join(''),
      ).not.toContain('#');
      const inks = Array.from(text, (character) => inkOf(character));
      expect(inkOf(text)).toBe(inks.reduce((sum, each) => sum + each));
    }
    expect(rowsOf('K')).not.toEqual(rowsOf('M'));
  });

  it('draws every digit differently', () => {
    const texts = Array.from({ length: 10 }, (_, digit) => {
      const lines: IconFace['lines'] = [String(digit), '000'];
      return drawn(face({ lines }), size).join('');
    });
    expect(new Set(texts).size).toBe(10);
  });

  it('has round corners, and is opaque elsewhere', () => {
    const pixels = iconPixels(face(), size);
    expect(at(pixels, size, 0, 0)[3]).toBe(0);
    expect(at(pixels, size, size - 1, size - 1)[3]).toBe(0);
    expect(at(pixels, size, size / 2, size / 2)[3]).toBe(255);
    expect(at(pixels, size, 0, size / 2)[3]).toBe(255);
  });

  it('has its text in a contrast of 4.5 or more with its ground', () => {
    for (const tone of ['green', 'red', 'blue', 'orange', 'neutral', 'gray'] as const) {
      const pixels = iconPixels(face({ tone, arrow: 'flat' }), size);
      const ground = at(pixels, size, size / 2, 0);
      for (let index = 0; index < pixels.length; index += 4) {
        const [red = 0, green = 0, blue = 0, opacity] = pixels.slice(index, index + 4);
        if (opacity !== 255 || [red, green, blue].join() === ground.slice(0, 3).join()) continue;
        expect(contrast([red, green, blue], ground)).toBeGreaterThan(4.5);
      }
    }
  });
});
