import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

declare const axe: {
  run: (options: object) => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

/** The rules whose result depends on the theme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Rules {
  /** Ids of those that do not apply; default: none. */
  exempt?: readonly string[];
  /** Ids of those that are checked; default: all. */
  only?: readonly string[];
}

/** Returns the violations that axe finds on a page, in its real layout and colors. */
export async function faultsOf(page: Page, { exempt = [], only }: Rules = {}): Promise<string[]> {
  const source = await readFile(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  // The extension's content security policy would refuse a script element.
  await page.evaluate(source);
  const violations = await page.evaluate(async (rules) => {
    // Otherwise axe would measure the colors of an animation.
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(still);
    // Links to views start with “#”, too, and axe takes those out of sight for skip links, whose
    // target it misses. There are none: a page's heading has the focus when a view opens.
    const chosen = rules ? { runOnly: rules } : { rules: { 'skip-link': { enabled: false } } };
    const found = await axe.run({ ...chosen, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => ({
      id,
      faults: nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    }));
  }, only);
  return violations.flatMap(({ id, faults }) => (exempt.includes(id) ? [] : faults));
}
