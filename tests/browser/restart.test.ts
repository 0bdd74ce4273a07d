import { serviceMark } from '../../lib/domain/connection/service-mark.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { startPriceService, type PriceService } from '../price-service/server.ts';
import type { ExtensionBrowser } from '../tools/extension.ts';
import { anyOf, messageWithin } from '../tools/message-pattern.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import { until } from '../tools/until.ts';
import { priceOf, says } from './controls.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { launchBrowser } from './scene.ts';

let profileDir: string;
let service: PriceService;
let browser: ExtensionBrowser | undefined;

beforeAll(async () => {
  profileDir = await createProfile(inject('browserKind'));
  service = await startPriceService({ updatesPerSecond: 0.1, greets: true });
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await removeProfile(profileDir);
});

it('keeps settings and last prices over a restart of the browser', async () => {
  const settings = {
    connection: { baseUrl: service.url, headers: [{ name: 'X-Desk', value: 'forty-two' }] },
    appearance: { theme: 'dark', palette: 'red-up' },
    watchlist: [ETH_USD, BTC_USD],
  };
  service.setPrice(ETH_USD, { price: '250742000000', conf: '90000000', expo: -8 });
  service.setPrice(BTC_USD, { price: '6431245000000', conf: '2000000000', expo: -8 });
  browser = await launchBrowser({ profileDir });
  await browser.storageSet('local', settings);
  // Prices that are saved before the switch to this service is complete are dropped with it.
  const mark = await serviceMark(service.url);
  await until(async () => (await browser?.storageGet('local', 'storedService')) === mark, {
    what: 'the service to be switched',
  });
  await until(async () => hasPrice(await browser?.storageGet('local', 'lastKnown')), {
    what: 'the prices to be saved',
  });
  await browser.close();
  await service.close();

  browser = await launchBrowser({ profileDir });
  for (const [key, value] of Object.entries(settings)) {
    expect(await browser.storageGet('local', key)).toEqual(value);
  }
  const popup = await browser.openPage('popup.html');
  expect(await priceOf(popup, 'BTC/USD')).toBe('64312.45000000');
  const away = [
    messageWithin('connectionState.offline'),
    messageWithin('serviceProblem.unreachable'),
  ];
  const said = await says(popup, t('footer.label'), anyOf(away));
  expect(said).not.toMatch(messageWithin('connectionState.live'));
  // The badge shows the old price in the gray of stale prices.
  const badge = await until(
    async () => {
      const shown = await browser?.badge();
      return shown && saturation(shown.color) < 40 ? shown : undefined;
    },
    { what: 'a gray badge' },
  );
  expect(badge.text).toBe('2507');
});

function hasPrice(lastKnown: unknown): boolean {
  return BTC_USD in ((lastKnown as { value: object } | undefined)?.value ?? {});
}

/** The difference between a color's largest and smallest part, which is small for gray. */
function saturation(color: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts);
}
