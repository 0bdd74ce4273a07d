import type { CDPSession } from 'puppeteer-core';
import type { BackgroundUpdates } from '../../lib/storage/settings.ts';
import { pause, until } from '../tools/until.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { allOf } from './all-of.ts';
import type { Bench, Effort } from './bench-kind.ts';
import { startByteMeter, type ByteMeter } from './byte-meter.ts';
import type { Measured } from './row.ts';
import { startBenchScene } from './scene.ts';

const FEEDS = 20;
const MODES: readonly BackgroundUpdates[] = ['live', 'balanced', 'saver'];
const POLL_SECONDS = { balanced: 30, saver: 300 };
const MEGABYTE = 1_000_000;

export const closedPopup: Bench = {
  name: 'data-day',
  what: 'requests, bytes and wake-ups with no page open, in each mode',
  async run(effort) {
    // Side by side in three browsers: what they wait for is time, not the machine.
    return await allOf(MODES.map((mode) => watchMode(mode, effort)));
  },
};

interface Watched {
  seconds: number;
  requests: number;
  bytes: number;
  /** Starts of the worker. */
  starts: number;
  /** Bytes of one poll. */
  pollBytes: number;
}

async function watchMode(mode: BackgroundUpdates, { quick }: Effort): Promise<Measured[]> {
  const watched = await watch(mode, quick ? 65 : 305);
  const { seconds, requests, bytes, starts, pollBytes } = watched;
  const perHour = 3_600 / seconds;
  // A window of some minutes holds a poll more or less by chance: polls are counted by the clock.
  const hourBytes = mode === 'live' ? bytes * perHour : (pollBytes * 3_600) / POLL_SECONDS[mode];
  const note =
    mode === 'live'
      ? `${seconds} s measured at the service's door, extrapolated`
      : `${seconds} s measured; bytes are those of a poll at the service's door, one every ${POLL_SECONDS[mode]} s`;
  return [
    {
      name: `data-day-${mode}`,
      what: `data a day, ${FEEDS} feeds, ${mode}, popup closed`,
      unit: 'MB',
      samples: [(hourBytes * 24) / MEGABYTE],
      note,
    },
    {
      name: `data-hour-${mode}-requests`,
      what: `requests an hour, ${mode}, popup closed`,
      unit: '',
      samples: [requests * perHour],
      note: `${requests} within ${seconds} s, extrapolated`,
    },
    {
      name: `data-hour-${mode}-starts`,
      what: `starts of the worker an hour, ${mode}, popup closed`,
      unit: '',
      samples: [starts * perHour],
      note: `${starts} within ${seconds} s, extrapolated; the alarm every 30 s wakes it or finds it awake`,
    },
  ];
}

async function watch(mode: BackgroundUpdates, seconds: number): Promise<Watched> {
  let meter: ByteMeter | undefined;
  const scene = await startBenchScene({
    feeds: FEEDS,
    updatesPerSecond: 2.5,
    mode,
    addressOf: async (service) => {
      meter = await startByteMeter(service.url);
      return meter.url;
    },
  });
  try {
    const { service } = scene;
    const asked = (): number =>
      service.requests.filter(({ path }) => path.includes('/updates/')).length;
    const read = (): number => meter?.bytes() ?? 0;
    await until(() => asked() > 0, { what: 'the first request', timeoutMs: 60_000 });
    // The catalogue is fetched at first as well, once a day.
    await until(
      () => service.requests.every(({ path, endedAt }) => path.includes('/stream') || endedAt),
      { what: 'the first answers', timeoutMs: 60_000 },
    );
    await pause(3_000);
    const page = await scene.open('manifest.json');
    const session = await page.createCDPSession();
    const starts = await countStarts(session);
    const before = { requests: asked(), bytes: read() };
    await pause(seconds * 1_000);
    const after = { requests: asked(), bytes: read() };
    const polls = after.requests - before.requests;
    const bytes = after.bytes - before.bytes;
    const startCount = starts();
    return {
      seconds,
      requests: polls,
      bytes,
      starts: startCount,
      pollBytes: mode === 'live' ? 0 : polls > 0 ? bytes / polls : await onePoll(),
    };

    async function onePoll(): Promise<number> {
      const [bytesBefore, askedBefore] = [read(), asked()];
      await scene.browser.storageSet('session', commandItems('refresh'));
      await until(() => asked() > askedBefore && service.requests.at(-1)?.endedAt, {
        what: 'a poll',
      });
      await pause(500);
      return (read() - bytesBefore) / (asked() - askedBefore);
    }
  } finally {
    await scene.end();
    await meter?.close();
  }
}

/** Counts the worker's starts from what the browser tells of its workers; it is not attached to. */
async function countStarts(session: CDPSession): Promise<() => number> {
  let starts = 0;
  const known = new Map<string, string>();
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) {
      const before = known.get(versionId);
      if (before === 'stopped' && runningStatus !== 'stopped') starts += 1;
      known.set(versionId, runningStatus === 'stopped' ? 'stopped' : 'running');
    }
  });
  await session.send('ServiceWorker.enable');
  return () => starts;
}
