import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { cacheSettings } from '@/lib/background/start/cached-settings.ts';
import { createEvents } from '@/lib/background/start/events.ts';
import type { Parts } from '@/lib/background/start/parts.ts';
import { resume } from '@/lib/background/start/service-change.ts';
import { storedService } from '@/lib/storage/values/connection-memory.ts';
import { serviceMark } from '@/lib/domain/connection/service-mark.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from '../domain/connection/services.ts';

vi.mock('@/lib/background/start/periodic.ts', () => ({ onTimePassed: vi.fn() }));

const LIST = [serviceWith({ id: 'a', baseUrl: 'https://own.example' })];

/** The parts that a start uses; the history tells whether the stored prices were dropped. */
function fakeParts() {
  const clearHistory = vi.fn();
  const settings = cacheSettings(createEvents());
  const parts = {
    loaded: Promise.all(Object.values(settings).map(({ loaded }) => loaded)),
    settings,
    connection: {
      hold: (work: () => unknown) => work(),
      disconnect: vi.fn(),
      update: vi.fn(),
      forgetProblems: vi.fn(),
    },
    updates: { clear: vi.fn() },
    answering: { forgetUpdates: vi.fn() },
    clock: { resetService: vi.fn() },
    intake: { replace: vi.fn(), setWatchlist: vi.fn() },
    lean: { reset: vi.fn() },
    history: { clear: clearHistory, retry: vi.fn() },
    toolbar: { showStored: vi.fn() },
  } as unknown as Parts;
  return { parts, clearHistory };
}

beforeEach(() => fakeBrowser.reset());

describe('at the start after a downgrade', () => {
  beforeEach(() => storedService.setValue('mark of the services of the newer version'));

  it('the data of services that a newer version stored is kept', async () => {
    await fakeBrowser.storage.local.set({ connection: { $version: 99, value: LIST } });
    const { parts, clearHistory } = fakeParts();
    await resume(parts);
    expect(clearHistory).not.toHaveBeenCalled();
    expect(await storedService.getValue()).toBe('mark of the services of the newer version');
  });

  it('that of services of this version is dropped if they are other ones', async () => {
    await priceServices.setValue(LIST);
    const { parts, clearHistory } = fakeParts();
    await resume(parts);
    expect(clearHistory).toHaveBeenCalledOnce();
    expect(await storedService.getValue()).toBe(await serviceMark('https://own.example'));
  });
});
