import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { t } from '../../lib/base/locale/t.ts';
import { messageWithin } from '../tools/message-pattern.ts';
import { until } from '../tools/until.ts';
import { priceOf, says } from './controls.ts';
import type { RequestRecord } from '../price-service/server.ts';
import { startScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await startScene({ service: { updatesPerSecond: 2 } });
  await scene.connect();
});

afterEach(() => scene.closePages());

afterAll(() => scene?.end());

describe('the worker, after the browser ended it', () => {
  it('restarts at once while a page is open', async () => {
    const popup = await scene.openPopup();
    await says(popup, t('footer.label'), messageWithin('connectionState.live'));
    const old = await until(() => openStream(), { what: 'a stream' });

    await scene.browser.stopWorker();
    await until(() => old.endedAt !== null, { what: 'the old stream to end' });
    await until(() => openStream(), { what: 'a new stream' });
    const before = await priceOf(popup, 'BTC/USD');
    await priceOf(popup, 'BTC/USD', (value) => value !== before);
    expect(scene.service.openStreams()).toBe(1);
  });

  it('is restarted by its alarm while no page is open', async () => {
    await until(() => scene.service.openStreams() === 0, { what: 'the stream to end' });
    await scene.browser.stopWorker();
    const before = scene.service.requests.length;
    const polled = await until(
      () => scene.service.requests.slice(before).find(({ path }) => path.endsWith('/price/latest')),
      { what: 'a poll, at the alarm' },
    );
    expect(polled.ids).toHaveLength(5);
  });
});

function openStream(): RequestRecord | undefined {
  return scene.service.requests.findLast(
    ({ path, endedAt }) => path.endsWith('/price/stream') && endedAt === null,
  );
}
