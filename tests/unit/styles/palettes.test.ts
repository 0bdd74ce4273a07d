import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appearanceSchema } from '@/lib/domain/settings.ts';
import { ROOT } from '../../tools/build.ts';
import { colorOf, contrast } from '../contrast.ts';

// axe measures the pages in one palette only.

const tokens = declarationsIn(readFileSync(join(ROOT, 'assets/tokens.css'), 'utf8'));
const base = readFileSync(join(ROOT, 'assets/base.css'), 'utf8');

describe.each(appearanceSchema.shape.palette.options)(
  'up and down in the palette %s',
  (palette) => {
    const [, rule = ''] = base.split(`[data-palette='${palette}'] {`);
    const own = { ...tokens, ...declarationsIn(rule.split('}')[0]!) };

    it.each(['--ground', '--surface', '--hover', '--raised'])('are legible on %s', (ground) => {
      for (const name of ['--up', '--down']) {
        for (const theme of [0, 1]) {
          expect(contrast(color(own, name, theme), color(own, ground, theme))).toBeGreaterThan(4.5);
        }
      }
    });
  },
);

function declarationsIn(css: string): Record<string, string> {
  return Object.fromEntries([...css.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, ...pair]) => pair));
}

/** @param theme 0: light, 1: dark */
function color(from: Record<string, string>, name: string, theme: number): readonly number[] {
  const value = from[name]!;
  const [, other] = /^var\((.+)\)$/.exec(value) ?? [];
  if (other !== undefined) return color(from, other, theme);
  return colorOf(value.match(/#[\da-f]{6}/g)![theme]!);
}
