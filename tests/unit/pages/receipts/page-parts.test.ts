import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { readPageParts } from '@/lib/pages/receipts/page-parts.ts';

const LICENSES = [
  { name: '@noble/hashes', version: '2.0.0', license: 'MIT', text: 'Noble’s */ terms' },
  { name: 'react', version: '19.0.0', license: 'MIT', text: 'React’s terms' },
];
const MESSAGES = {
  receipt_heading: { message: 'Price </script> of $$5' },
  alerts_title: { message: 'Alerts' },
};

afterEach(() => vi.unstubAllGlobals());

function serve(files: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const [, file] = Object.entries(files).find(([name]) => path.endsWith(name)) ?? [];
    if (file === undefined) return new Response(null, { status: 404 });
    return new Response(typeof file === 'string' ? file : JSON.stringify(file));
  });
}

it('a saved page brings its own words, the language of its figures, and licenses', async () => {
  const script = 'globalThis.i18n = browser.i18n';
  serve({ '/messages.json': MESSAGES, 'licenses.json': LICENSES, 'receipt-verifier.js': script });
  const parts = await readPageParts();
  expect(parts.script).not.toMatch(/<\/script|React/);
  expect(parts.script).toContain('@noble/hashes 2.0.0\nNoble’s  terms');
  const page: { i18n?: { getMessage: (key: string) => string; getUILanguage: () => string } } = {};
  runInNewContext(parts.script, page);
  expect(page.i18n?.getUILanguage()).toBe('en');
  expect(page.i18n?.getMessage('receipt_heading')).toBe('Price </script> of $5');
  expect(page.i18n?.getMessage('alerts_title')).toBe('');
});

it('a page without its verifier is not made', async () => {
  serve({ '/messages.json': MESSAGES, 'licenses.json': LICENSES });
  await expect(readPageParts()).rejects.toMatchObject({ name: 'SaveError' });
});
