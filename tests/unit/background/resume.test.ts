import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheSettings } from '@/lib/background/start/cached-settings.ts';
import { createEvents } from '@/lib/background/start/events.ts';
import type { Parts } from '@/lib/background/start/parts.ts';
import { onAlarm } from '@/lib/background/start/periodic.ts';
import { resume } from '@/lib/background/start/service-change.ts';

let happened: string[];
let painted: PromiseWithResolvers<void>;

beforeEach(() => {
  happened = [];
  painted = Promise.withResolvers();
});

const step = (name: string) => () => {
  happened.push(name);
};

/** A worker whose service never answers. */
function createParts(): Parts {
  const settings = cacheSettings(createEvents());
  return {
    clock: { check: step('clock') },
    connection: {
      hold: (work: () => unknown) => work(),
      update: () => {
        step('connect')();
        return new Promise(() => {});
      },
    },
    loaded: Promise.all(Object.values(settings).map(({ loaded }) => loaded)),
    ready: Promise.resolve(),
    settings,
    intake: {
      setWatchlist: async () => step('recall prices')(),
      evaluateAlerts: async () => step('evaluate alerts')(),
      saveDue: async () => step('save prices')(),
    },
    toolbar: { showStored: step('badge'), refresh: step('refresh'), shown: painted.promise },
    alerts: { deliver: async () => step('deliver')() },
    lookBack: { run: async () => undefined },
    history: { reconcile: step('history') },
  } as unknown as Parts;
}

const until = (last: string) => vi.waitFor(() => expect(happened.at(-1)).toBe(last));

describe('while the service does not answer', () => {
  it('a worker shows the badge, and then delivers what an earlier one could not', async () => {
    void resume(createParts());
    await until('badge');
    expect(happened).toEqual(['connect', 'recall prices', 'badge']);
    painted.resolve();
    await until('deliver');
    expect(happened.slice(3)).toEqual(['refresh', 'evaluate alerts', 'deliver']);
  });

  it('an alarm delivers alerts at once in a worker that has shown its badge', async () => {
    painted.resolve();
    await onAlarm(createParts());
    expect(happened).toEqual([
      'clock',
      'connect',
      'refresh',
      'evaluate alerts',
      'deliver',
      'history',
      'save prices',
    ]);
  });

  it('an alarm that wakes a worker waits for its badge', async () => {
    const done = onAlarm(createParts());
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve))]);
    expect(happened).toEqual(['clock', 'connect']);
    painted.resolve();
    await done;
    expect(happened).toContain('deliver');
  });

  it('alerts are delivered even if the stored prices cannot be read', async () => {
    const parts = createParts();
    parts.intake.setWatchlist = () => Promise.reject(new Error('unreadable'));
    painted.resolve();
    await expect(resume(parts)).rejects.toThrow('unreadable');
    expect(happened).toContain('deliver');
  });
});
