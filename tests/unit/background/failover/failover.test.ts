import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createFailover, type Failover } from '@/lib/background/failover/failover.ts';
import type { ServiceEvent } from '@/lib/background/failover/state.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const REFUSED: ServiceEvent = { kind: 'refused', problem: { code: 'token-rejected' } };
const LOST: ServiceEvent = { kind: 'lost', problem: { code: 'stream-silent' } };

const onSwitch = vi.fn();
const onLeave = vi.fn();
const onNeed = vi.fn();
let failover: Failover;

beforeEach(async () => {
  vi.clearAllMocks();
  const list = ['a', 'b', 'c'].map((id) => serviceWith({ id, baseUrl: `https://${id}.example` }));
  await priceServices.setValue(list);
  failover = createFailover({ onSwitch, onLeave, onNeed });
  await failover.current();
});

it('says at which place the service is that takes over, and why', async () => {
  expect(onSwitch).not.toHaveBeenCalled();
  expect(await failover.report('a', LOST)).toBe(true);
  expect(onSwitch.mock.calls).toEqual([[2, { code: 'stream-silent' }]]);
  expect(onLeave).toHaveBeenCalledOnce();
  expect((await activeService.getValue()).id).toBe('b');
});

it('the same refusal once more is no news, and nothing is written', async () => {
  await failover.report('b', REFUSED);
  const before = await serviceHealth.getValue();
  expect(before['b']?.away).toEqual({ code: 'token-rejected' });
  const write = vi.spyOn(browser.storage.session, 'set');
  expect(await failover.report('b', REFUSED)).toBe(false);
  expect(write).not.toHaveBeenCalled();
  // The failure of another one is.
  await failover.report('c', LOST);
  expect(write).toHaveBeenCalledOnce();
  write.mockRestore();
});

it('a service alone has no successor, and nothing to wait for', async () => {
  expect([failover.isInNeed, failover.hasSuccessor]).toEqual([false, true]);
  await priceServices.update((list) => list.slice(0, 1));
  await failover.report('a', LOST);
  expect([failover.isInNeed, failover.hasSuccessor]).toEqual([false, false]);
});

it('says once that no service works any more', async () => {
  for (const id of ['b', 'c']) await failover.report(id, LOST);
  expect(onNeed).not.toHaveBeenCalled();
  await failover.report('a', LOST);
  expect(onNeed).toHaveBeenCalledOnce();
  expect([failover.isInNeed, failover.hasSuccessor]).toEqual([true, false]);
  await failover.report('b', LOST);
  expect(onNeed).toHaveBeenCalledOnce();
});
