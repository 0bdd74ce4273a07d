import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { openOptions } from './support.tsx';
import { serviceWith, setService } from '../../unit/domain/connection/services.ts';

const SECRET = 'marked-secret';

async function storeProblems(): Promise<void> {
  await setService({
    baseUrl: `https://prices.example/${SECRET}/hermes`,
    headers: [{ name: 'Authorization', value: `Bearer ${SECRET}` }],
  });
  await journal.setValue([
    {
      at: 1_700_000_000_000,
      lastAt: 1_700_000_060_000,
      times: 3,
      event: { kind: 'text', text: 'First thing.' },
    },
    {
      at: 1_700_000_070_000,
      lastAt: 1_700_000_070_000,
      times: 1,
      event: { kind: 'text', text: 'Second thing.' },
    },
  ]);
}

// Browser APIs that the test environment lacks.
beforeEach(() => {
  const storage = { estimate: async () => ({ usage: 2_500_000 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  const manifest = { manifest_version: 3, name: 'Pricelight', version: '1.2.3' } as const;
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue(manifest);
  vi.spyOn(fakeBrowser.storage.local, 'getBytesInUse').mockResolvedValue(4_200 as never);
});

async function copiedReport(): Promise<string> {
  const user = userEvent.setup();
  await openOptions();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('button', { name: t('diagnostics.copyButton') }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  expect(await screen.findByText(t('common.copied'))).toBeVisible();
  return write.mock.calls[0]?.[0] ?? '';
}

describe('the copied report', () => {
  it('has the version, the browser, the sizes and the events, newest first, without secrets', async () => {
    await storeProblems();
    const report = await copiedReport();
    expect(report).toContain('version: 1.2.3');
    expect(report).toContain(`browser: ${navigator.userAgent}`);
    expect(report).toContain('bytes: {"settings":4200,"history":2500000}');
    expect(report).toContain('service-1: {"kind":"https","headers":1');
    expect(report).toMatch(/Second thing\."\n.*First thing\." \(3x, 2023-11-14T22:14:20Z\)\n/);
    expect(report).not.toContain(SECRET);
    expect(report).not.toContain('prices.example');
  });

  it('says how each price service stands, without names and addresses', async () => {
    const secret = { name: SECRET, baseUrl: `https://${SECRET}.example/${SECRET}` };
    const services = [secret, secret].map((parts, index) =>
      serviceWith({ ...parts, id: String(index), headers: [{ name: SECRET, value: SECRET }] }),
    );
    await priceServices.setValue(services);
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    const problem = { code: 'timeout' as const };
    const rest = { failures: 2, healthySince: 0, successes: 0, probeAt: 0, triedAt: 1 };
    await serviceHealth.setValue({ '0': { ...rest, away: problem } });
    await activeService.setValue({ id: '1', since: 1, reason: { preferredId: '0', problem } });
    const report = await copiedReport();
    expect(report).toContain('"away":{"code":"timeout"}');
    expect(report).toContain('service-2: {"kind":"https","headers":1,"isUsed":true');
    expect(report).toContain('connection: {"state":"live"');
    expect(report).not.toContain(SECRET);
  });

  it.each([Number.MAX_VALUE, -0.5])('survives an invalid time (%d)', async (at) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    // As earlier versions stored it.
    const entry = { at, lastAt: at, times: 2, text: 'A thing.' };
    const good = { ...entry, at: 1_700_000_000_000, lastAt: 1_700_000_000_000, text: 'Another.' };
    await fakeBrowser.storage.local.set({
      journal: [entry, good],
      catalogueStatus: { fetchedAt: at, triedAt: at, error: null },
    });
    expect(await copiedReport()).toContain('Another.');
  });
});

it('a refused copy is reported', async () => {
  const user = userEvent.setup();
  await openOptions();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(await screen.findByRole('button', { name: t('diagnostics.copyButton') }));
  expect(await screen.findByText(/didn’t allow copying/)).toBeVisible();
});
