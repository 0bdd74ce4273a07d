import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

declare const axe: {
  run: (options: { rules: Record<string, { enabled: boolean }> }) => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

/**
 * Returns the violations that axe finds on a page, in its real layout and colors.
 *
 * @param exempt ids of the rules that do not apply
 */
export async function faultsOf(page: Page, exempt: readonly string[] = []): Promise<string[]> {
  const source = await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  // The extension's content security policy would refuse a script element.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    // Otherwise axe would measure the colors of an animation.
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(still);
    // Links to views start with “#”, too, and axe takes those out of sight for skip links, whose
    // target it misses. There are none: a page's heading has the focus when a view opens.
    const rules = { 'skip-link': { enabled: false } };
    return (await axe.run({ rules })).violations.map(({ id, nodes }) => ({
      id,
      faults: nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    }));
  });
  return violations.flatMap(({ id, faults }) => (exempt.includes(id) ? [] : faults));
}
