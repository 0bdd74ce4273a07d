import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createServiceMeter } from '@/lib/background/connection/service-meter.ts';
import { describeReliability } from '@/lib/pages/diagnostics/describe-reliability.ts';
import { t } from '@/lib/base/locale/t.ts';
import { recentStats, serviceStats } from '@/lib/storage/values/service-stats.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const NOW = Date.UTC(2026, 10, 22, 7, 30);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts the answers of each listed service', async () => {
  await priceServices.setValue([
    serviceWith({ id: 'a', name: 'Mine', baseUrl: 'https://secret-host.example' }),
    serviceWith({ id: 'b' }),
  ]);
  await serviceStats.setValue({ gone: [] });
  const meter = createServiceMeter();
  const [first, second, removed] = ['a', 'b', 'gone'].map(meter.trafficOf);
  first?.onAnswer('latest', 200);
  first?.onLatency?.(100);
  first?.onBytes(500);
  first?.onAnswer('latest', 429);
  second?.onAnswer('stream', 'failed');
  removed?.onAnswer('latest', 200);
  expect(await serviceStats.getValue()).toEqual({ gone: [] });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await serviceStats.getValue()).toMatchObject({
    a: [{ answered: 1, answeredAt: NOW, refusals: { '429': 1 }, bytes: 500, latency: { '14': 1 } }],
    b: [{ answered: 0, answeredAt: 0, refusals: { failed: 1 } }],
  });
  expect(await serviceStats.getValue()).not.toHaveProperty('gone');
  const [services, stats] = [await priceServices.getValue(), await serviceStats.getValue()];
  const measured = describeReliability(services, stats, Date.now());
  const [day] = measured[0]?.periods ?? [];
  expect(day?.title).toBe('Price service 1, 24 hours');
  expect(day?.facts[0]).toEqual([t('diagnostics.reliability.answered'), '50% · 2']);
  expect(JSON.stringify(measured)).not.toMatch(/Mine|secret-host/);
});

it('writes at most once a minute, whichever worker measured', async () => {
  await priceServices.setValue([serviceWith({ id: 'a' })]);
  const written = vi.fn();
  const stop = serviceStats.watch(written);
  // Workers that live for 20 s, one after the other, for five minutes.
  for (let worker = 0; worker < 15; worker++) {
    createServiceMeter().trafficOf('a').onAnswer('latest', 200);
    await vi.advanceTimersByTimeAsync(20_000);
  }
  stop();
  expect(written.mock.calls.length).toBe(5);
  const [hour] = (await serviceStats.getValue())['a'] ?? [];
  const recent = (await recentStats.getValue()).added['a']?.[0];
  expect((hour?.answered ?? 0) + (recent?.answered ?? 0)).toBe(15);
});
