import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  endWorld,
  prepareWorld,
  setUpServices,
  streaming,
  untilLiveFrom,
} from '../background/services/world.ts';
import { until } from './fast-time.ts';
import { endWorkers, startWorker } from './mortal-worker.ts';

const { fetch: fetchBefore, setTimeout: setTimeoutBefore } = globalThis;

beforeEach(prepareWorld);
afterEach(endWorld);

describe('a worker of the tests', () => {
  it('streams while a page is open, and for a while after it was closed', async () => {
    const services = await setUpServices([{}]);
    const close = startWorker().openPage();
    await untilLiveFrom(services, 0);
    close();
    await until(() => expect(streaming(services)).toEqual([]));
  });

  it('does nothing more once it is dead: the next one is alone', async () => {
    const services = await setUpServices([{}]);
    const [service] = services.all;
    const worker = startWorker();
    worker.openPage();
    await untilLiveFrom(services, 0);
    worker.die();
    await until(() => expect(service?.openStreams()).toBe(0));
    startWorker().openPage();
    // Both would stream now.
    worker.openPage();
    await untilLiveFrom(services, 0);
    expect(service?.openStreams()).toBe(1);
    endWorkers();
    await until(() => expect(service?.openStreams()).toBe(0));
  });

  it('leaves nothing replaced', async () => {
    await setUpServices([{}]);
    startWorker();
    await endWorld();
    expect(globalThis.fetch).toBe(fetchBefore);
    expect(globalThis.setTimeout).toBe(setTimeoutBefore);
  });
});
