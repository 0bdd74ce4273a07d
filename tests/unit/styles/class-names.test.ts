import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tools/build.ts';

// TypeScript does not know which classes a CSS module has.

const COMPONENTS = join(ROOT, 'components');
const IMPORT = /import (\w+) from '([\w./-]+\.module\.css)'/g;
const COMPOSED = /composes: (\w+) from '([\w./-]+\.module\.css)'/g;

interface Use {
  classes: Set<string>;
  /** Whether a class is chosen at run time, as in `styles[kind]`. */
  isComputed: boolean;
}

const used = readUses();

describe.each(filesIn('**/*.module.css'))('%s', (sheet) => {
  const defined = classesOf(sheet);
  const use = used.get(sheet);

  it('has every class that a component names', () => {
    expect([...(use?.classes ?? [])].filter((name) => !defined.has(name))).toEqual([]);
  });

  it('has no class that nobody names', () => {
    const unused = [...defined].filter((name) => !use?.classes.has(name));
    expect(use?.isComputed ? [] : unused).toEqual([]);
  });
});

function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: COMPONENTS }).toSorted();
}

function classesOf(sheet: string): Set<string> {
  const rules = readFileSync(join(COMPONENTS, sheet), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:[^{};]*;/g, ';');
  return new Set([...rules.matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name));
}

/** What the components and other sheets use of each sheet. */
function readUses(): Map<string, Use> {
  const found = new Map<string, Use>();
  for (const source of filesIn('**/*.{ts,tsx}')) {
    const text = readFileSync(join(COMPONENTS, source), 'utf8');
    for (const [, name = '', path = ''] of text.matchAll(IMPORT)) {
      const sheet = relative('.', join(dirname(source), path));
      const use = found.get(sheet) ?? { classes: new Set(), isComputed: false };
      found.set(sheet, use);
      const named = text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
      for (const [, each = ''] of named) use.classes.add(each);
      use.isComputed ||= text.includes(`${name}[`);
    }
  }
  for (const source of filesIn('**/*.module.css')) {
    const text = readFileSync(join(COMPONENTS, source), 'utf8');
    for (const [, name = '', path = ''] of text.matchAll(COMPOSED)) {
      const sheet = relative('.', join(dirname(source), path));
      const use = found.get(sheet) ?? { classes: new Set(), isComputed: false };
      found.set(sheet, use);
      use.classes.add(name);
    }
  }
  return found;
}
