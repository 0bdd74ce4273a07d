import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/build.ts';

const COMPONENTS = join(ROOT, 'components');
const IMPORT = /import (\w+) from '([\w./-]+\.module\.css)'/g;

// TypeScript knows of a CSS module only that its class names are strings.
const sheets = globSync('**/*.module.css', { cwd: COMPONENTS }).map((file) =>
  join(COMPONENTS, file),
);
const sources = globSync('**/*.{ts,tsx}', { cwd: COMPONENTS }).map((file) =>
  join(COMPONENTS, file),
);

/** The class names that components use, by sheet. */
const used = new Map<string, Set<string>>();
for (const source of sources) {
  const text = readFileSync(source, 'utf8');
  for (const [, name = '', path = ''] of text.matchAll(IMPORT)) {
    const sheet = join(dirname(source), path);
    const classes = used.get(sheet) ?? new Set();
    used.set(sheet, classes);
    for (const [, dot, literal] of text.matchAll(
      new RegExp(`\\b${name}(?:\\.(\\w+)|\\[([^\\]]+)\\])`, 'g'),
    )) {
      if (dot !== undefined) classes.add(dot);
      for (const [, quoted = ''] of (literal ?? '').matchAll(/'(\w+)'/g)) classes.add(quoted);
    }
  }
}

describe.each(sheets.map((sheet) => [relative(COMPONENTS, sheet), sheet] as const))(
  '%s',
  (_, sheet) => {
    const text = readFileSync(sheet, 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/:[^{};]*;/g, ';');
    const defined = new Set([...text.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name]) => name));

    it('has every class that a component names', () => {
      expect([...(used.get(sheet) ?? [])].filter((name) => !defined.has(name))).toEqual([]);
    });
  },
);
