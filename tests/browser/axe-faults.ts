import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

declare const axe: {
  run: () => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

/** What axe finds wrong with a page as it stands, in its real layout and colours. */
export async function faultsOf(page: Page): Promise<string[]> {
  const source = await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  // As a script element it would be refused by the extension's policy.
  await page.evaluate(source);
  return page.evaluate(async () => {
    // In the midst of a change axe would judge an animation's colours.
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(still);
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
}
