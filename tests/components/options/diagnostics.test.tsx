import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { watchQuestions } from '@/lib/pages/inquiries.ts';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { dateFormat } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockFact } from '@/lib/domain/prices/clock-words.ts';
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
  await screen.findByText(t('diagnostics.installation.browser'));
}

// Browser APIs that the test environment lacks.
beforeEach(() => {
  const storage = { estimate: async () => ({ usage: 2_500_000 }) };
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  const manifest = { manifest_version: 3, name: 'Pricelight', version: '1.2.3' } as const;
  vi.spyOn(fakeBrowser.runtime, 'getManifest').mockReturnValue(manifest);
  vi.spyOn(fakeBrowser.storage.local, 'getBytesInUse').mockResolvedValue(4_200 as never);
});

const fact = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('diagnostics', () => {
  it('show how far the clock is off', async () => {
    const skew = { ...clockSkew.fallback, skewMs: 65_000 };
    await clockSkew.setValue(skew);
    await openDiagnostics();
    await screen.findByText('Computer’s clock');
    expect(fact('Computer’s clock')).toBe(clockFact(skew));
    expect(await readReport()).toContain(`Computer’s clock: ${clockFact(skew)}`);
  });

  it('let the user say why prices seem late, also after the popup stopped asking', async () => {
    const questions: unknown[] = [];
    watchQuestions((_id, question) => questions.push(question));
    await openDiagnostics();
    await clockSkew.setValue({
      ...clockSkew.fallback,
      uncorrectedMs: 65_000,
      dismissedMs: 65_000,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'My clock is fast' }));
    await waitFor(() => expect(questions).toEqual([{ kind: 'clock-is-fast' }]));
    await waitFor(() =>
      expect(fact('Computer’s clock')).toBe('perhaps 65 seconds fast, not corrected'),
    );
  });

  it('show how each price service stands, without names and addresses', async () => {
    const secret = { name: SECRET, baseUrl: `https://${SECRET}.example/${SECRET}` };
    const services = [secret, secret].map((parts, index) =>
      serviceWith({ ...parts, id: String(index), headers: [{ name: SECRET, value: SECRET }] }),
    );
    await openDiagnostics();
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    const problem = { code: 'timeout' as const };
    const rest = { failures: 2, healthySince: 0, successes: 0, probeAt: 0, triedAt: 1 };
    await serviceHealth.setValue({ '0': { ...rest, away: problem } });
    await activeService.setValue({ id: '1', since: 1, reason: { preferredId: '0', problem } });
    await priceServices.setValue(services);
    const nameOf = (number: string) => t('diagnostics.services.number', { number });
    const kind = t('diagnostics.service.encrypted');
    const first = `${kind} · ${t('services.state.noAnswer')}`;
    const second = `${kind} · ${t('services.inUse')} · ${t('services.state.working')}`;
    await waitFor(() => expect(fact(nameOf('2'))).toBe(second));
    expect(fact(nameOf('1'))).toBe(first);
    const report = await readReport();
    expect(report).toContain(`${nameOf('1')}: ${first}\n${nameOf('2')}: ${second}\n`);
    expect(report + document.querySelector('main')?.textContent).not.toContain(SECRET);
  });

  it('show the version, the browser and the sizes', async () => {
    await openDiagnostics();
    await screen.findByText('History');
    expect(fact('History')).toBe('2.5 MB');
    expect(fact('Settings and prices')).toBe('4.2 kB');
    expect(fact('Pricelight')).toBe('1.2.3');
    expect(fact('Browser')).toBe(navigator.userAgent);
  });

  it('list events, newest first', async () => {
    await openDiagnostics();
    const events = within(await screen.findByRole('list', { name: t('diagnostics.events.title') }));
    const lines = events.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toMatch(/Second thing\.$/);
    const last = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' }).format(1_700_000_060_000);
    expect(lines[1]).toMatch(new RegExp(`First thing\\. \\(3 times, last ${last}\\)$`));
  });

  it('copy a report without secrets', async () => {
    const user = userEvent.setup();
    await openDiagnostics();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: t('diagnostics.report.copyButton') }));
    expect(await screen.findByText(t('common.copied'))).toBeVisible();
    const [report = ''] = write.mock.calls[0] ?? [];
    expect(report).toContain('Price service 1: Another service, encrypted (https)');
    expect(report).toContain('Headers: 1');
    expect(report).toContain('Second thing.');
    expect(report).not.toContain(SECRET);
    expect(report).not.toContain('prices.example');
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
    await screen.findByText(t('diagnostics.installation.browser'));
    await screen.findByText('History');
    expect(fact('Feed list updated')).toBe('Not yet');
    expect(screen.getByText(/Another\./)).toBeVisible();
    expect(await readReport()).toContain('Another.');
  });

  it('report that the browser does not allow copying', async () => {
    const user = userEvent.setup();
    await openDiagnostics();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: t('diagnostics.report.copyButton') }));
    expect(await screen.findByText(/didn’t allow copying/)).toBeVisible();
  });
});
