import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { isShortened } from './scene.ts';

declare const axe: {
  run: (options: object) => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

// Every page is checked in the light theme, too.
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe finds on a page, in its real layout and colors; in the dark
 * theme, only those of its colors. Firefox would find the same, so it is checked only for a
 * release.
 *
 * @param exempt ids of the rules that do not apply
 */
export async function faultsOf(page: Page, exempt: readonly string[] = []): Promise<string[]> {
  if (isShortened()) return [];
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    // The extension's content security policy would refuse a script element.
    await page.evaluate(await readFile(source, 'utf8'));
  }
  const violations = await page.evaluate(async (colorRules) => {
    // Otherwise axe would measure the colors of an animation.
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(still);
    // Links to views start with “#”, too. axe takes those out of sight for skip links, and misses
    // their targets. There are no skip links: when a view opens, its heading gets the focus.
    const rules = { 'skip-link': { enabled: false } };
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const chosen = isDark ? { runOnly: colorRules } : { rules };
    const found = await axe.run({ ...chosen, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => ({
      id,
      faults: nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    }));
  }, COLOR_RULES);
  return violations.flatMap(({ id, faults }) => (exempt.includes(id) ? [] : faults));
}
