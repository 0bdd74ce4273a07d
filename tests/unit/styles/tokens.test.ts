import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/build.ts';

// What must be the same everywhere has a name in assets/tokens.css.

const RAW = {
  color: /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch|hwb|color)a?\(/i,
  duration: /(?<![\w-])[\d.]+m?s\b/,
  easing: /(?<![\w-])(?:ease(?:-in|-out|-in-out)?|cubic-bezier|linear)\b(?!-)/,
  space:
    /^(?:padding|margin|gap|(?:row|column)-gap)[\w-]*: (?!.*calc).*(?<![\w.-])(?:2|4|6|8|12|16|24)px/,
  type: /^font(?:-size)?: .*\d(?:px|pt|r?em|%)/,
  radius: /radius: (?!(?:0|50%|inherit|var\([\w-]+\)|calc\(var\([\w-]+\) [+-] \dpx\))$)/,
};

const RAW_IN_SCRIPT = /\bduration: [\d.]+/;

const SHEETS = globSync(['components/**/*.css', 'entrypoints/**/*.css'], { cwd: ROOT }).toSorted();

describe.each(Object.entries(RAW))('a raw %s', (_, pattern) => {
  it.each(SHEETS)('is not in %s', (sheet) => {
    const declarations = declarationsOf(readFileSync(join(ROOT, sheet), 'utf8'));
    expect(declarations.filter((each) => pattern.test(each))).toEqual([]);
  });
});

it.each([
  ['color', 'color: #fff'],
  ['color', 'box-shadow: 0 0 4px rgb(0 0 0 / 20%)'],
  ['duration', 'transition: opacity 120ms var(--ease-out)'],
  ['easing', 'transition: opacity var(--fast) ease-out'],
  ['radius', 'border-radius: 6px'],
  ['space', 'padding-inline: 5px 8px'],
  ['type', 'font-size: 13px'],
  ['type', 'font: 13px / 1.4 var(--font)'],
] as const)('a raw %s would be found in "%s"', (kind, declaration) => {
  expect(RAW[kind].test(declaration)).toBe(true);
});

it.each(globSync('components/**/*.{ts,tsx}', { cwd: ROOT }))(
  'a raw duration of an animation is not in %s',
  (file) => {
    const script = readFileSync(join(ROOT, file), 'utf8');
    expect(RAW_IN_SCRIPT.test(script) && script.includes('.animate(')).toBe(false);
  },
);

it('a raw duration of an animation would be found', () => {
  expect(RAW_IN_SCRIPT.test("row.animate(FADE, { duration: 240, easing: 'ease-out' })")).toBe(true);
});

it.each(['fast', 'moderate'])('what moves for a %s time takes 120 to 200 ms', (name) => {
  const tokens = readFileSync(join(ROOT, 'assets/tokens.css'), 'utf8');
  const ms = Number(new RegExp(`--${name}: (\\d+)ms;`).exec(tokens)?.[1]);
  expect(ms).toBeGreaterThanOrEqual(120);
  expect(ms).toBeLessThanOrEqual(200);
});

it('nothing moves where less motion is wanted', () => {
  const base = readFileSync(join(ROOT, 'assets/base.css'), 'utf8');
  const [, reduced = ''] = base.split('@media (prefers-reduced-motion: reduce)');
  expect(reduced).toContain('animation: none !important');
  expect(reduced).toContain('transition: none !important');
});

function declarationsOf(css: string): string[] {
  const texts = css.replaceAll(/\/\*.*?\*\//gs, '').split(/[;{}]/);
  return texts
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => /^[\w-]+: /.test(text));
}
