import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { trustInLocal } from '../price-service/test-signers.ts';
import { inOrder } from '../tools/message-pattern.ts';
import { faultsOf } from './axe-faults.ts';
import { click } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

// The largest cap of the local service; a JavaScript number would round it to …992.
const BEYOND_DOUBLE = '9007199254740993';
const SIGNED = t('common.signers', {
  signed: '3',
  count: 5,
  name: t('proof.ownSigners', { name: 'My service' }),
});

let scene: Scene;

beforeAll(async () => {
  scene = await startScene();
  await scene.connect();
  await scene.browser.storageSet('local', { trust: trustInLocal('My service') });
});

beforeEach(() => scene.resetRateLimit());

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('publisher stake caps', () => {
  it('are shown exactly beyond 2^53, and verified', async () => {
    const options = await openCaps();
    const [first, second] = await caps(options);
    expect(first).toBe(BEYOND_DOUBLE);
    expect(BigInt(second!)).toBeLessThan(BigInt(BEYOND_DOUBLE));
    expect(await capsText(options)).toMatch(/9.007.199.254.740.993/);
    const proof = await options.$eval('[data-part="proof"]', (element) => element.textContent);
    expect(proof).toMatch(inOrder(t('proof.state.verified'), SIGNED));
  });

  it('say why they could not be read', async () => {
    const options = await openCaps();
    scene.service.fail({ kind: 'status', status: 404, path: 'publisher_stake_caps' });
    await click(options, 'button', t('stakeCaps.refreshButton'));
    const alert = await options.waitForSelector('main [role="alert"]');
    expect(await alert!.evaluate((element) => element.textContent)).toContain(
      t('serviceProblem.httpStatus', { status: '404' }),
    );
  });
});

it.for(['light', 'dark'] as const)('has no violations in the %s theme', async (scheme) => {
  scene.service.clearFaults();
  const options = await openCaps();
  await scene.browser.setColorScheme(options, scheme);
  expect(await faultsOf(options)).toEqual([]);
});

async function openCaps(): Promise<Page> {
  const options = await scene.openOptions('#stake-caps');
  await options.waitForSelector('main td');
  return options;
}

function caps(page: Page): Promise<string[]> {
  return page.$$eval('table data', (figures) => figures.map(({ value }) => value));
}

function capsText(page: Page): Promise<string | null> {
  return page.$eval('table', (table) => table.textContent);
}
