import { expect, it, vi } from 'vitest';
import { standingOf } from '@/lib/domain/connection/status.ts';
import { openPopup } from './popup-page.tsx';

vi.mock('@/lib/domain/connection/status.ts', async (original) => {
  const real = await original<typeof import('@/lib/domain/connection/status.ts')>();
  return { ...real, standingOf: vi.fn(real.standingOf) };
});

it('the state of all prices is computed once, although the list and the footer show it', async () => {
  // Later than the page's last tick.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  await openPopup();
  expect(standingOf).toHaveBeenCalledOnce();
});
