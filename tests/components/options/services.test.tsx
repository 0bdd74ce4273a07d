import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PUBLIC_SERVICES } from '@/lib/domain/connection/public-services.ts';
import { t } from '@/lib/base/locale/t.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { lastResponses } from '@/lib/storage/values/last-responses.ts';
import { priceServices, signatures } from '@/lib/storage/values/settings.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { messageWithin } from '../../tools/message-pattern.ts';
import { serviceWith, setService } from '../../unit/domain/connection/services.ts';
import { baseUrlBox, enter, openOptions, press, valuesOf } from './support.tsx';

const MAIN = serviceWith({ id: 'a', name: 'Main', baseUrl: 'https://main.example' });
const BACKUP = serviceWith({
  id: 'b',
  name: 'Backup',
  baseUrl: 'https://backup.example/secret-path',
  headers: [{ name: 'X-Key', value: 'only-for-backup' }],
});

beforeEach(() => {
  fakePermissions();
});

async function openList(list = [MAIN, BACKUP]): Promise<UserEvent> {
  await priceServices.setValue(list);
  return openOptions();
}

function rows(): HTMLElement[] {
  return within(screen.getByRole('list', { name: t('services.title') })).getAllByRole('listitem');
}

function rowOf(name: string): HTMLElement {
  return screen.getByRole('listitem', { name });
}

async function names(): Promise<string[]> {
  return (await priceServices.getValue()).map(({ name }) => name);
}

async function choose(user: UserEvent, name: string, item: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: t('row.menuLabel', { name }) }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

/** Excludes the name boxes of signers. */
const nameBoxes = () =>
  within(screen.getByRole('region', { name: t('footer.label') })).queryAllByRole('textbox', {
    name: t('popup.view.name'),
  });

const addButton = () => screen.getByRole('button', { name: t('services.addButton') });

describe('with one service', () => {
  it('there is its form, without a name, and the offer of a second one', async () => {
    await setService({ baseUrl: 'https://main.example' });
    const user = await openOptions();
    expect(baseUrlBox()).toHaveValue('https://main.example');
    expect(nameBoxes()).toEqual([]);
    await press(user, t('services.addButton'));
    const name = nameBoxes()[0]!;
    expect(name).toHaveFocus();
    await user.keyboard('Backup');
    await user.click(screen.getByRole('radio', { name: 'pyth.dourolabs.app' }));
    await user.click(addButton());
    await waitFor(() => expect(rows()).toHaveLength(2));
    const [first, second] = await priceServices.getValue();
    expect(first?.baseUrl).toBe('https://main.example');
    expect(second).toMatchObject({ name: 'Backup', baseUrl: PUBLIC_SERVICES.newer, headers: [] });
    expect(nameBoxes()).toEqual([]);
  });

  it('canceling adds nothing', async () => {
    const user = await openOptions();
    await press(user, t('services.addButton'));
    await press(user, t('common.cancelButton'));
    expect(nameBoxes()).toEqual([]);
    expect(await priceServices.getValue()).toHaveLength(1);
  });

  it('a paused one is a list, where it can be resumed', async () => {
    const user = await openList([{ ...MAIN, isPaused: true }]);
    await choose(user, 'Main', t('services.resumeItem'));
    await waitFor(async () => expect((await priceServices.getValue())[0]?.isPaused).toBe(false));
    await waitFor(() => expect(baseUrlBox()).toHaveValue(MAIN.baseUrl));
  });
});

describe('the list', () => {
  it('shows names and hosts, but no path and no header', async () => {
    await openList();
    expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual(['Main', 'Backup']);
    expect(rowOf('Backup')).toHaveTextContent('backup.example');
    expect(document.body).not.toHaveTextContent(/secret-path|X-Key|only-for-backup/);
  });

  it('says how each service stands', async () => {
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    const problem = { code: 'http-status' as const, status: 503 };
    await activeService.setValue({ id: 'b', since: 1, reason: { preferredId: 'a', problem } });
    const probeAt = Date.now() + 30_000;
    const away = { failures: 2, away: problem, healthySince: 0, successes: 0, probeAt, triedAt: 1 };
    await serviceHealth.setValue({ a: away });
    await openList([MAIN, BACKUP, serviceWith({ id: 'c', name: 'Third' })]);
    const words = t('services.state.httpStatus', { status: '503' });
    await waitFor(() => expect(rowOf('Main')).toHaveTextContent(words));
    expect(rowOf('Backup')).toHaveTextContent(t('services.inUse'));
    await waitFor(() => expect(rowOf('Backup')).toHaveTextContent(t('services.state.working')));
    expect(rowOf('Third')).toHaveTextContent(t('services.state.standby'));
    expect(rowOf('Third')).not.toHaveTextContent(t('services.inUse'));
  });

  it('says how fast each service answered last', async () => {
    const at = Date.now();
    await lastResponses.setValue({ a: { at, latencyMs: 91.4 }, b: { at, latencyMs: null } });
    await openList();
    const words = t('services.fact.latency', { duration: '91 ms' });
    await waitFor(() => expect(rowOf('Main')).toHaveTextContent(words));
    expect(rowOf('Backup')).not.toHaveTextContent(messageWithin('services.fact.latency'));
  });

  it('says when each service last answered, and when one that is away is tried again', async () => {
    const now = Date.now();
    const at = (ms: number) => ({ at: ms, latencyMs: null });
    await lastResponses.setValue({ a: at(now - 120_000), b: at(now - 60_000) });
    const rest = { failures: 2, healthySince: 0, successes: 0, triedAt: now };
    const away = { code: 'timeout' as const };
    const probeAt = now + 30_000;
    await serviceHealth.setValue({
      a: { ...rest, away, probeAt },
      b: { ...rest, away: null, probeAt },
    });
    await openList([MAIN, BACKUP, serviceWith({ id: 'c', name: 'Third' })]);
    const lastAnswer = (ms: number) =>
      t('services.fact.lastAnswer', { time: formatRecentTime(ms) });
    await waitFor(() => expect(rowOf('Main')).toHaveTextContent(lastAnswer(now - 120_000)));
    const next = t('services.fact.nextAttempt', {
      time: formatRecentTime(probeAt, undefined, 'second'),
    });
    expect(rowOf('Main')).toHaveTextContent(next);
    expect(rowOf('Backup')).toHaveTextContent(lastAnswer(now - 60_000));
    expect(rowOf('Backup')).not.toHaveTextContent(next);
    expect(rowOf('Third')).not.toHaveTextContent(messageWithin('services.fact.lastAnswer'));
  });

  it('is ordered from the menus, and the focus stays', async () => {
    const user = await openList();
    await choose(user, 'Backup', t('row.menu.moveUp'));
    await waitFor(async () => expect(await names()).toEqual(['Backup', 'Main']));
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: t('row.menuLabel', { name: 'Backup' }) }),
      ).toHaveFocus(),
    );
    expect(
      screen.getByText(t('popup.notice.moved', { name: 'Backup', place: '1', total: '2' })),
    ).toBeVisible();
  });

  it('pauses', async () => {
    const user = await openList();
    await choose(user, 'Main', t('common.pauseButton'));
    await waitFor(() => expect(rowOf('Main')).toHaveTextContent(t('services.state.paused')));
  });

  it('deletes with undo', async () => {
    const user = await openList();
    await choose(user, 'Backup', t('common.deleteButton'));
    await waitFor(() => expect(baseUrlBox()).toHaveValue(MAIN.baseUrl));
    expect(document.activeElement).not.toBe(document.body);
    await press(user, t('common.undoButton'));
    await waitFor(async () => expect(await priceServices.getValue()).toEqual([MAIN, BACKUP]));
  });
});

describe('the form of a service on the list', () => {
  it('changes this service only', async () => {
    const user = await openList();
    await choose(user, 'Backup', t('common.editButton'));
    expect(nameBoxes()[0]!).toHaveFocus();
    expect(baseUrlBox()).toHaveValue(BACKUP.baseUrl);
    expect(valuesOf(t('headers.name'))).toEqual(['X-Key']);
    await enter(user, nameBoxes()[0]!, '  Second  ');
    await press(user, t('common.saveButton'));
    await waitFor(async () => expect(await names()).toEqual(['Main', 'Second']));
    expect((await priceServices.getValue())[1]).toEqual({ ...BACKUP, name: 'Second' });
    await press(user, t('common.closeButton'));
    expect(nameBoxes()).toEqual([]);
  });

  it('tests this service with its own headers', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    const user = await openList();
    await choose(user, 'Backup', t('connection.testButton'));
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    const [input, init] = fetched.mock.calls[0] ?? [];
    const request = new Request(input ?? '', init);
    expect(request.url).toMatch(/^https:\/\/backup\.example\/secret-path\//);
    expect(request.headers.get('X-Key')).toBe('only-for-backup');
    await screen.findByText(t('serviceProblem.unreachable'));
  });
});

describe('consent', () => {
  const question = () => screen.queryByText(t('services.consent.unverified'));

  it('is asked once for each replacement while signatures are off', async () => {
    await signatures.setValue('off');
    const user = await openList();
    await waitFor(() => expect(question()).toBeVisible());
    expect(within(rowOf('Main')).queryByText(t('services.consent.unverified'))).toBeNull();
    await press(user, t('services.consent.allowButton'));
    await waitFor(() => expect(question()).toBeNull());
    expect(
      (await priceServices.getValue()).map(({ mayMixUnverified }) => mayMixUnverified),
    ).toEqual([false, true]);
    await choose(user, 'Backup', t('services.consent.forbidItem'));
    await waitFor(() => expect(question()).toBeVisible());
  });

  it('is asked for a service as long as its prices cannot be verified', async () => {
    const away = { code: 'unverified-prices' as const };
    const rest = { failures: 1, healthySince: 0, successes: 0, probeAt: null, triedAt: 1 };
    await serviceHealth.setValue({ b: { ...rest, away } });
    await openList();
    await waitFor(() => expect(question()).toBeVisible());
    await serviceHealth.setValue({});
    await waitFor(() => expect(question()).toBeNull());
  });
});
