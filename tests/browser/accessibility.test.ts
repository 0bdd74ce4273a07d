import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

declare const axe: {
  run: () => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

let scene: Scene;
let axeSource: string;

beforeAll(async () => {
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  scene = await startScene();
  await scene.connect();
});

afterEach(async () => {
  scene.service.setRate(2.5);
  await scene.closePages();
});

afterAll(() => scene?.end());

describe.for(['light', 'dark'] as const)('in the %s theme', (scheme) => {
  it('the popup has no fault that axe knows', async () => {
    const popup = await scene.openPopup();
    await priceOf(popup, 'AAPL/USD');
    // A change in the midst of it would have axe judge an animation.
    scene.service.setRate(0);
    await scene.browser.setColourScheme(popup, scheme);
    expect(await faultsOf(popup)).toEqual([]);
  });

  it('the options page has no fault that axe knows', async () => {
    const options = await scene.openOptions();
    await options.locator('::-p-aria([name="Base URL"][role="textbox"])').wait();
    await scene.browser.setColourScheme(options, scheme);
    expect(await faultsOf(options)).toEqual([]);
  });
});

it('nothing was refused by the content security policy, no page failed', async () => {
  expect(await scene.browser.cspViolations()).toEqual([]);
  expect(scene.browser.pageErrors).toEqual([]);
});

async function faultsOf(page: Page): Promise<string[]> {
  // As a script element it would be refused by the extension's policy.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
}
