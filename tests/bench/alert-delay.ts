import type { Page } from 'puppeteer-core';
import type { AlertRuleInput } from '../../lib/domain/alerts/model/rule.ts';
import { WORKBENCH } from '../tools/extension.ts';
import { pause, until, within } from '../tools/until.ts';
import type { Bench } from './bench-kind.ts';
import { clockOffset, nowMs } from './clock.ts';
import { startBenchScene, type BenchScene } from './scene.ts';

const FEEDS = 20;
const EXPO = -8;
const BELOW = '6400000000000';
const ABOVE = '6600000000000';
const LEVEL = '65000';

// Alerts that trigger within a second of a notification are held for the next one.
const BURST_MS = 1_200;
const TIMEOUT_MS = 20_000;

export const alertDelay: Bench = {
  name: 'alert-delay',
  what: "time from a stream event that crosses an alert's level to the notification",
  async run({ quick }) {
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 0, mode: 'live' });
    try {
      await until(() => scene.service.openStreams() > 0, { what: 'the stream', timeoutMs: 60_000 });
      const ids = await scene.browser.storageGet('local', 'watchlist');
      const feedId = Array.isArray(ids) ? String(ids[0]) : '';
      const page = await scene.open(WORKBENCH);
      const offsetMs = await clockOffset(page);
      const samples: number[] = [];
      for (let round = -1; round < (quick ? 5 : 20); round += 1) {
        const delay = await crossingToNotification(scene, page, `bench-${round + 1}`, feedId);
        if (round >= 0) samples.push(delay - offsetMs);
        await pause(BURST_MS);
      }
      return [
        {
          name: 'alert-delay',
          what: `stream event to notification, ${FEEDS} feeds, Live, no page open`,
          unit: 'ms',
          samples,
          note: "from the end of the service's write until the browser lists the notification",
        },
      ];
    } finally {
      await scene.end();
    }
  },
};

async function crossingToNotification(
  { service, browser }: BenchScene,
  page: Page,
  alertId: string,
  feedId: string,
): Promise<number> {
  const trigger = { kind: 'crosses', direction: 'above', level: LEVEL } as const;
  // The feed's market may be closed when this runs.
  const rule: AlertRuleInput = { id: alertId, feedId, trigger, armedAt: 1, onlyWhileOpen: false };
  await browser.storageSet('local', { alerts: [rule], firings: [] });
  service.setPrice(feedId, { price: BELOW, expo: EXPO });
  await until(
    async () => {
      service.pushStream();
      return JSON.stringify(await browser.storageGet('session', `alerts:${feedId}`)).includes(
        `"${alertId}":`,
      );
    },
    { what: 'the alert to become active', everyMs: 100 },
  );
  await pause(200);
  const notifiedAt = page.evaluate(nextNotification);
  await pause(50);
  service.setPrice(feedId, { price: ABOVE, expo: EXPO });
  const writtenAt = nowMs();
  return (await within(() => notifiedAt, TIMEOUT_MS)) - writtenAt;
}

interface NotificationsApi {
  notifications: { getAll: () => Promise<object>; clear: (id: string) => Promise<boolean> };
}

declare const chrome: NotificationsApi;

// Runs in the page, so it cannot use anything outside itself. Polls without pausing because browsers
// delay timers in background tabs.
async function nextNotification(): Promise<number> {
  for (const id of Object.keys(await chrome.notifications.getAll())) {
    await chrome.notifications.clear(id);
  }
  while (Object.keys(await chrome.notifications.getAll()).length === 0);
  return performance.timeOrigin + performance.now();
}
