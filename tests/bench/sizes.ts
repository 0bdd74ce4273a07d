import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { builtExtension, ROOT } from '../tools/build.ts';
import { atMost, type Bench } from './measure.ts';

const KILOBYTE = 1_000;
const MAX_LISTED = 6;

const IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g;
const SCRIPT = /<(?:script|link)[^>]+(?:src|href)="\/?([^"]+\.js)"/g;

export const sizes: Bench = {
  name: 'size',
  what: 'minified code that the worker and the popup load',
  async run() {
    const folder = builtExtension('chromium');
    const worker = await closure(folder, ['background.js']);
    const html = await readFile(join(folder, 'popup.html'), 'utf8');
    const scripts = [...html.matchAll(SCRIPT)].map(([, file]) => file ?? '');
    const popup = await closure(folder, scripts);
    const library = await reactDomBytes();
    return [
      {
        name: 'size-worker',
        what: 'background.js and everything it imports',
        unit: 'kB',
        samples: [total(worker) / KILOBYTE],
        note: list(worker),
        budget: atMost(300),
      },
      {
        name: 'size-popup',
        what: 'code that the popup loads before a feed is opened, without React DOM',
        unit: 'kB',
        samples: [(total(popup) - library) / KILOBYTE],
        note: `${list(popup)}; minus ${kilobytes(library)} for a page with only React DOM, built the same way`,
        budget: atMost(140),
      },
    ];
  },
};

/** Size in bytes of these files and everything they import, by path. */
async function closure(folder: string, entries: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (found.has(file)) continue;
    const text = await readFile(join(folder, file), 'utf8');
    found.set(file, Buffer.byteLength(text));
    for (const [, imported = ''] of text.matchAll(IMPORT)) {
      pending.push(relative(folder, join(folder, dirname(file), imported)));
    }
  }
  return found;
}

/** Builds React and React DOM alone, because their share of a chunk cannot be measured. */
async function reactDomBytes(): Promise<number> {
  const entry = '\0react-dom-alone';
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'react-dom-alone',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) =>
          id === entry
            ? `import { createRoot } from 'react-dom/client';
               import { jsx } from 'react/jsx-runtime';
               import { useState } from 'react';
               createRoot(document.body).render(jsx(() => useState(0)[0], {}));`
            : null,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const outputs = 'output' in result ? result.output : [];
  return outputs.reduce((sum, part) => {
    return part.type === 'chunk' ? sum + Buffer.byteLength(part.code) : sum;
  }, 0);
}

function total(files: ReadonlyMap<string, number>): number {
  return files.values().reduce((sum, bytes) => sum + bytes, 0);
}

/** Lists the largest files and the total of the rest. */
function list(files: ReadonlyMap<string, number>): string {
  const sorted = [...files].toSorted(([, one], [, other]) => other - one);
  const rest = sorted.slice(MAX_LISTED);
  const others = new Map([[`${rest.length} more`, total(new Map(rest))]]);
  return [...sorted.slice(0, MAX_LISTED), ...(rest.length > 0 ? others : [])]
    .map(
      ([file, bytes]) => `${file.replace(/^chunks\/|-[\w-]{8}(?=\.js)/g, '')} ${kilobytes(bytes)}`,
    )
    .join(', ');
}

function kilobytes(bytes: number): string {
  return `${(bytes / KILOBYTE).toFixed(1)} kB`;
}
