import { expect, it, vi } from 'vitest';
import { listStanding } from '@/lib/domain/connection/status.ts';
import { openPopup } from './popup-page.tsx';

vi.mock('@/lib/domain/connection/status.ts', async (original) => {
  const real = await original<typeof import('@/lib/domain/connection/status.ts')>();
  return { ...real, listStanding: vi.fn(real.listStanding) };
});

it('the state of all prices is computed once, although the list and the footer show it', async () => {
  // Later than the page's last tick.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  await openPopup();
  expect(listStanding).toHaveBeenCalledOnce();
});
