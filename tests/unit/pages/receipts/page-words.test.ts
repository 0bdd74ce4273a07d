import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { browserName, messagesOf } from '@/lib/base/locale/build/messages.ts';
import { readPageParts } from '@/lib/pages/receipts/page-parts.ts';
import { readLocale, textsOf } from '../../../tools/locale-texts.ts';
import { keyPatternsIn } from '../../base/locale/keys-in-code.ts';
import { readSource, visit, type Node } from '../../base/locale/syntax-tree.ts';

/** Of these files, the page needs only functions without words. */
const WITHOUT_WORDS = ['lib/domain/prices/clock-words.ts', 'lib/domain/prices/feed-name.ts'];

afterEach(() => vi.unstubAllGlobals());

it('a saved page brings all words that it may show', async () => {
  const english = readLocale('en');
  const files = importedBy('entrypoints/receipt-verifier.ts');
  expect(files).toEqual(expect.arrayContaining(WITHOUT_WORDS));
  const patterns = files
    .filter((file) => !WITHOUT_WORDS.includes(file))
    .flatMap((file) => keyPatternsIn(file));
  const needed = messagesOf(english)
    .filter(({ key }) => patterns.some((pattern) => pattern.test(key)))
    .map(browserName);
  expect(needed.length).toBeGreaterThan(60);

  const entries = [...textsOf(english)].map(([name, message]) => [name, { message }]);
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('messages.json')
      ? Response.json(Object.fromEntries(entries))
      : new Response('[]'),
  );
  const { script } = await readPageParts();
  expect(needed.filter((name) => !script.includes(`"${name}":`))).toEqual([]);
});

/** A source file and all that it imports, directly or not. */
function importedBy(entry: string): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    visit(readSource(file).program, (node) => {
      const path = sourceOf(node);
      if (path === null) return;
      const imported = path.startsWith('@/') ? path.slice(2) : join(dirname(file), path);
      if (existsSync(imported) && imported.endsWith('.ts')) found.add(relative('.', imported));
    });
  }
  return [...found];
}

/** The path of an import or a re-export, unless only of types. */
function sourceOf({ type, importKind, exportKind, source }: Node): string | null {
  const isImport = type === 'ImportDeclaration' && importKind !== 'type';
  const isExport = type === 'ExportNamedDeclaration' && exportKind !== 'type';
  return (isImport || isExport) && source ? String((source as Node).value) : null;
}
