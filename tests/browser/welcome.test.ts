import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { AlertRule } from '../../lib/domain/alerts/model/rule.ts';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { appears, chooseInRow, click, fill, priceOf, says } from './controls.ts';
import { startScene, type Scene } from './scene.ts';

declare const chrome: {
  permissions: { getAll: () => Promise<{ data_collection?: string[] }> };
};

const WELCOME = 'options.html#welcome';

let scene: Scene;
let page: Page;

beforeAll(async () => {
  scene = await startScene({
    service: { requireHeader: { name: 'Authorization', value: 'Bearer key-1' } },
    browser: { keepsWelcome: true },
  });
  await until(() => scene.browser.closeTab(WELCOME), { what: 'the welcome page' });
  page = await scene.browser.openPage(WELCOME);
});

afterAll(() => scene?.end());

it('shows the list with sample prices after the install', async () => {
  await page.bringToFront();
  await appears(page, 'heading', t('welcome.headline'));
  expect(await priceBeside()).toMatch(/^\d+\.\d+$/);
  await appears(page, 'link', t('goLive.title'));
});

it('leads to a first alert without a token, with at most 3 clicks', async () => {
  // The popup opens with the list, not with a form.
  const popup = await scene.openPopup();
  await popup.bringToFront();
  await popup.evaluate(countClicks);
  await says(popup, t('footer.label'), messageWithin('samples.title'));
  await priceOf(popup, 'BTC/USD');
  await chooseInRow(popup, 'BTC/USD', t('row.menu.newAlert'));
  await click(popup, 'button', t('alerts.addButton'));
  await until(async () => (await alerts()).length === 1, { what: 'the alert' });
  const clicks = await popup.evaluate(() => document.documentElement.dataset['clicks']);
  expect(Number(clicks)).toBeGreaterThan(0);
  expect(Number(clicks)).toBeLessThanOrEqual(3);
  expect(scene.service.requests).toEqual([]);
});

it('leads to live prices in place', async () => {
  await page.bringToFront();
  await click(page, 'link', t('goLive.title'));
  await click(page, 'button', t('goLive.otherButton'));
  await page.locator(`::-p-text(${t('welcome.service.own')})`).click();
  await fill(page, 'textbox', t('connection.baseUrl'), scene.service.url);
  await fill(page, 'textbox', t('token.label'), 'wrong');
  await page.keyboard.press('Enter');
  await inTime(messageWithin('serviceProblem.tokenRejected'));
  await fill(page, 'textbox', t('token.label'), 'key-1');
  await page.evaluate(recordStates, t('samples.title'));
  await click(page, 'button', t('welcome.service.connectButton'));
  await inTime(messageWithin('goLive.done.title'));
  await until(async () => !(await textBeside()).includes(t('samples.title')), {
    what: 'the end of the samples',
  });
  // The whole list changes at once: no row loses its price, and no sample is called live.
  const states = await page.evaluate(readStates);
  const live = states.filter(({ isSample }) => !isSample);
  expect(live.length).toBeGreaterThan(0);
  const samples = new Set(states[0]?.prices);
  expect(samples.size).toBeGreaterThan(5);
  for (const { prices } of states) expect(prices).not.toContain(null);
  for (const price of live.flatMap(({ prices }) => prices)) expect(samples).not.toContain(price);
  const price = Number(await priceBeside());
  const { requests } = scene.service;
  await until(() => requests.some(({ path }) => path.endsWith('/stream')), { what: 'a stream' });
  expect(price).toBeGreaterThan(0);
});

it('leads from there to the alerts that were set beside sample prices', async () => {
  const [paused] = await until(
    async () => {
      const rules = await alerts();
      return rules.some(({ enabled }) => !enabled) ? rules : undefined;
    },
    { what: 'the alert to be paused' },
  );
  await page.locator(`::-p-text(${t('alerts.confirm.title')})`).click();
  const button = t('alerts.confirm.button', { count: 1 });
  await until(() => page.evaluate(clickBeside, button), { what: 'the button that turns it on' });
  await until(async () => (await alerts())[0]?.enabled, { what: 'the alert to be active' });
  expect((await alerts())[0]).toMatchObject({ id: paused?.id, trigger: paused?.trigger });
});

it.runIf(inject('browserKind') === 'firefox')(
  'asked Firefox for consent to send the token',
  async () => {
    const granted = await page.evaluate(() => chrome.permissions.getAll());
    expect(granted.data_collection).toEqual(['authenticationInfo']);
  },
);

it('does not open again when another worker starts', async () => {
  await scene.openPopup();
  await page.close();
  await scene.browser.stopWorker();
  const before = scene.service.requests.length;
  const popup = await scene.openPopup();
  await until(() => scene.service.requests.length > before, { what: 'a request of a new worker' });
  expect(await priceOf(popup, 'BTC/USD')).toMatch(/^\d+\.\d+$/);
  expect(await scene.browser.closeTab(WELCOME)).toBe(false);
});

async function alerts(): Promise<AlertRule[]> {
  return unversioned(await scene.browser.storageGet('local', 'alerts')) as AlertRule[];
}

function priceBeside(): Promise<string> {
  return until(() => page.evaluate(readPriceBeside), { what: 'a price in the list' });
}

async function textBeside(): Promise<string> {
  return page.evaluate(
    () => document.querySelector('iframe')?.contentDocument?.body.innerText ?? '',
  );
}

// The following run in the page.

function countClicks(): void {
  const { dataset } = document.documentElement;
  const count = ({ isTrusted }: Event): void => {
    if (isTrusted) dataset['clicks'] = String(Number(dataset['clicks'] ?? 0) + 1);
  };
  addEventListener('click', count, true);
}

function readPriceBeside(): string | undefined {
  const list = document.querySelector('iframe')?.contentDocument;
  const price = list?.querySelector('li[aria-label="BTC/USD"] [data-part="price"]');
  return price?.getAttribute('value') ?? undefined;
}

/** Waits for these words. Where a response takes longer than the product waits, connects again. */
async function inTime(words: RegExp): Promise<void> {
  const late = messageWithin('serviceProblem.timeout');
  await until(
    async () => {
      const text = await page.evaluate(() => document.body.innerText);
      if (late.test(text)) await click(page, 'button', t('welcome.service.connectButton'));
      return words.test(text);
    },
    { what: `${words}` },
  );
}

interface ListState {
  isSample: boolean;
  /** The prices of all rows; `null`: none. */
  prices: (string | null)[];
}

/** Records every state of the list, with whether it is labelled as samples. */
function recordStates(label: string): void {
  const list = document.querySelector('iframe')?.contentDocument;
  const states: ListState[] = [];
  const record = (): void => {
    const rows = [...(list?.querySelectorAll('li[data-id]') ?? [])];
    states.push({
      isSample: list?.body.innerText.includes(label) === true,
      prices: rows.map(
        (row) => row.querySelector('[data-part="price"]')?.getAttribute('value') ?? null,
      ),
    });
    document.documentElement.dataset['states'] = JSON.stringify(states);
  };
  record();
  if (list) {
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(record).observe(list.body, all);
  }
}

function readStates(): ListState[] {
  return JSON.parse(document.documentElement.dataset['states'] ?? '[]');
}

function clickBeside(name: string): boolean {
  const list = document.querySelector('iframe')?.contentDocument;
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const button = buttons.find(({ textContent }) => textContent === name);
  button?.click();
  return button !== undefined;
}
