import { startPriceServices } from '../price-service/services.ts';
import type { PriceService } from '../price-service/server.ts';
import { pause, until } from '../tools/until.ts';
import { atMost, type Bench } from './measure.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 20;
// How long a service must work before it replaces another one, and the rate limits have room again.
const RECOVERED_MS = 32_000;

export const takeover: Bench = {
  name: 'takeover',
  what: 'another price service takes over while a page is open',
  async run({ quick }) {
    const others = await startPriceServices([
      { extraFeeds: FEEDS, updatesPerSecond: 1 },
      { extraFeeds: FEEDS, updatesPerSecond: 1 },
    ]);
    const scene = await startBenchScene({ feeds: FEEDS, updatesPerSecond: 1, others: others.all });
    try {
      const services = [scene.service, ...others.all];
      await scene.openPopup();
      const samples: Record<'one' | 'two', number[]> = { one: [], two: [] };
      for (let round = 0; round < (quick ? 2 : 6); round += 1) {
        samples.one.push(await tookOver(services, 1));
        samples.two.push(await tookOver(services, 2));
      }
      return [
        {
          name: 'takeover-one',
          what: 'from the failure of the service in use to a stream of the next one',
          unit: 'ms',
          samples: samples.one,
          budget: atMost(5_000),
        },
        {
          name: 'takeover-two',
          what: 'the same when the next one hangs as well',
          unit: 'ms',
          samples: samples.two,
          budget: atMost(8_000),
        },
      ];
    } finally {
      await scene.end();
      await others.close();
    }
  },
};

/**
 * Lets the service in use hang, and the next ones up to this count; returns how long no other one had
 * a stream, in milliseconds.
 */
async function tookOver(services: readonly PriceService[], count: number): Promise<number> {
  const isInUse = (service: PriceService): boolean => service.openStreams() > 0;
  await until(() => services.some(isInUse), { what: 'a stream' });
  await pause(RECOVERED_MS);
  const inTurn = services.toSorted((a, b) => Number(isInUse(b)) - Number(isInUse(a)));
  const [failing, working] = [inTurn.slice(0, count), inTurn.slice(count)];
  const failedAt = performance.now();
  for (const service of failing) {
    service.fail({ kind: 'hang', where: 'before' });
    service.endStreams();
  }
  await until(() => working.some(isInUse), { what: 'a stream of another service', everyMs: 20 });
  const tookMs = performance.now() - failedAt;
  for (const service of failing) service.clearFaults();
  return tookMs;
}
