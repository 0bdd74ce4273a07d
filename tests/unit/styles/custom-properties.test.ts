import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/build.ts';

// What a component reads from the parts around it is named, with its default, in assets/tokens.css.

const SET = /(--[\w-]+)'?:/g;
const READ = /var\((--[\w-]+)\)/g;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const tokens = new Set(namesIn(read('assets/tokens.css'), SET));

describe.each(globSync(['components/**/*.css', 'entrypoints/**/*.css'], { cwd: ROOT }))(
  '%s',
  (sheet) => {
    it('reads only properties that have a default or that it sets', () => {
      const style = read(sheet);
      const scripts = globSync(`${dirname(sheet)}/*.tsx`, { cwd: ROOT })
        .map(read)
        .join('\n');
      const own = new Set([...namesIn(style, SET), ...namesIn(scripts, SET), ...setIn(scripts)]);
      const unknown = namesIn(style, READ).filter((name) => !tokens.has(name) && !own.has(name));
      expect(unknown).toEqual([]);
    });
  },
);

/** Names in lists such as `[['--y', '3px']]`. */
function setIn(scripts: string): string[] {
  return namesIn(scripts, /\['(--[\w-]+)',/g);
}

it('every default is read somewhere', () => {
  const sheets = globSync(
    ['components/**/*.{css,ts,tsx}', 'entrypoints/**/*.css', 'assets/*.css'],
    { cwd: ROOT },
  );
  const all = sheets.map(read).join('\n');
  const unread = [...tokens].filter((name) => !new RegExp(`var\\(${name}\\b|'${name}'`).test(all));
  expect(unread).toEqual([]);
});
