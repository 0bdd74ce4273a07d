import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { watchQuestions } from '@/lib/pages/inquiries.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { openOptions } from './support.tsx';
import { serviceWith, setService } from '../../unit/domain/connection/services.ts';

const SECRET = 'marked-secret';

async function openDiagnostics(): Promise<void> {
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
  await openOptions('#diagnostics');
  await report();
}

// Browser APIs that the test environment lacks.
beforeEach(() => {
  const storage = { estimate: async () => ({ usage: 2_500_000 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  const manifest = { manifest_version: 3, name: 'Pricelight', version: '1.2.3' } as const;
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue(manifest);
  vi.spyOn(fakeBrowser.storage.local, 'getBytesInUse').mockResolvedValue(4_200 as never);
});

const report = () => screen.findByRole('region', { name: t('diagnostics.title') });
const shows = (text: string) => waitFor(async () => expect(await report()).toHaveTextContent(text));
const copyButton = () => screen.findByRole('button', { name: t('diagnostics.copyButton') });

describe('diagnostics', () => {
  it('let the user say why prices seem late, also after the popup stopped asking', async () => {
    const questions: unknown[] = [];
    watchQuestions((_id, question) => questions.push(question));
    await openDiagnostics();
    const skew = { ...clockSkew.fallback, uncorrectedMs: 65_000, dismissedMs: 65_000 };
    await clockSkew.setValue(skew);
    await userEvent.click(await screen.findByRole('button', { name: 'My clock is fast' }));
    await waitFor(() => expect(questions).toEqual([{ kind: 'clock-is-fast' }]));
    expect(screen.getByText(/seems 65 seconds fast/)).toBeVisible();
    await shows('"uncorrectedMs":65000');
  });

  it('show how each price service stands, without names and addresses', async () => {
    const secret = { name: SECRET, baseUrl: `https://${SECRET}.example/${SECRET}` };
    const services = [secret, secret].map((parts, index) =>
      serviceWith({ ...parts, id: String(index), headers: [{ name: SECRET, value: SECRET }] }),
    );
    await openDiagnostics();
    await priceServices.setValue(services);
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    const problem = { code: 'timeout' as const };
    const rest = { failures: 2, healthySince: 0, successes: 0, probeAt: 0, triedAt: 1 };
    await serviceHealth.setValue({ '0': { ...rest, away: problem } });
    await activeService.setValue({ id: '1', since: 1, reason: { preferredId: '0', problem } });
    await shows('"away":{"code":"timeout"}');
    await shows('service-2: {"kind":"https","headers":1,"isUsed":true');
    await shows('connection: {"state":"live"');
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('show the version, the browser, the sizes and the events, newest first', async () => {
    await openDiagnostics();
    await shows('version: 1.2.3');
    await shows(`browser: ${navigator.userAgent}`);
    await shows('bytes: {"settings":4200,"history":2500000}');
    const { textContent: text } = await report();
    expect(text).toMatch(/Second thing\."\n.*First thing\." \(3x, 2023-11-14T22:14:20Z\)\n/);
  });

  it('copy a report without secrets', async () => {
    const user = userEvent.setup();
    await openDiagnostics();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await copyButton());
    expect(await screen.findByText(t('common.copied'))).toBeVisible();
    const [copied = ''] = write.mock.calls[0] ?? [];
    expect(copied).toContain('service-1: {"kind":"https","headers":1');
    expect(copied).toContain('Second thing.');
    expect(copied).not.toContain(SECRET);
    expect(copied).not.toContain('prices.example');
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it.each([Number.MAX_VALUE, -0.5])('still work with an invalid time (%d)', async (at) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    // As earlier versions stored it.
    const entry = { at, lastAt: at, times: 2, text: 'A thing.' };
    const good = { ...entry, at: 1_700_000_000_000, lastAt: 1_700_000_000_000, text: 'Another.' };
    await fakeBrowser.storage.local.set({
      journal: [entry, good],
      catalogueStatus: { fetchedAt: at, triedAt: at, error: null },
    });
    await openOptions('#diagnostics');
    await shows('Another.');
  });

  it('report that the browser does not allow copying', async () => {
    const user = userEvent.setup();
    await openDiagnostics();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(await copyButton());
    expect(await screen.findByText(/didn’t allow copying/)).toBeVisible();
  });
});
