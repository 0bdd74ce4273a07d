import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { targetId } from '@/lib/domain/alerts/model/notification-target.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { t } from '@/lib/base/locale/t.ts';
import { outbox } from '@/lib/storage/values/forwarding.ts';
import { alertRules, alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, catalogFeed, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  alertItem,
  ARMED,
  choose,
  control,
  makeAlert,
  makeFiring,
  menuButton,
  openAt,
  storeState,
} from './alerts-page.tsx';

const ABOVE = 'Rises above 65,000';
const STALE = { trigger: { kind: 'stale-while-open' } } as const;

beforeEach(async () => {
  await tick({ [BTC]: storedPrice({ price: '6400000000000' }) });
});

const storedAlert = async (id: string) =>
  (await alertRules.getValue()).find((rule) => rule.id === id);

/** Opens the list with these alerts, and waits for the first with the trigger above. */
async function openList(...rules: AlertRule[]) {
  if (rules.length > 0) await alertRules.setValue(rules);
  const { user } = await openAt('#alerts');
  return { user, item: await screen.findByRole('listitem', { name: ABOVE }) };
}

const expectText = (text: string | RegExp) =>
  waitFor(() => expect(alertItem(ABOVE)).toHaveTextContent(text));

describe('the alert list', () => {
  it('shows the state, the distance to the level, the last check and the last firing', async () => {
    const rule = makeAlert('a', { note: 'Sell a third' });
    await alertRules.setValue([rule]);
    const lastFiredAt = Date.now() - 86_400_000;
    await storeState(rule, { ...ARMED, lastFiredAt }, Date.now() - 1_000);
    const { item } = await openList();
    expect(item).toHaveTextContent(t('alertState.word.armed'));
    expect(item).toHaveTextContent('1,000 (1.56%) to go.');
    expect(item).toHaveTextContent('Sell a third');
    expect(item).toHaveTextContent(/Once · Checked \d seconds? ago · Last triggered/);
  });

  it('reads the catalog only once to name feeds that are not on the watchlist', async () => {
    const strangers = [1, 2, 3].map((n) => catalogFeed(n, { display_symbol: `ODD${n}/USD` }));
    await catalog.setValue({ fetchedAt: 1, feeds: strangers });
    await alertRules.setValue(strangers.map(({ id }) => makeAlert(id, { feedId: id })));
    const read = vi.spyOn(catalog, 'getValue');
    await openAt('#alerts');
    for (const n of [1, 2, 3]) {
      expect(await screen.findByRole('heading', { name: `ODD${n}/USD` })).toBeInTheDocument();
    }
    expect(read).toHaveBeenCalledOnce();
    read.mockRestore();
  });

  it('updates when the price changes', async () => {
    const rule = makeAlert('a');
    await alertRules.setValue([rule]);
    await storeState(rule, ARMED);
    await openAt('#alerts');
    await screen.findByText(/1,000 \(1.56%\) to go/);
    await tick({ [BTC]: storedPrice({ price: '6450000000000' }) });
    expect(await screen.findByText(/500 \(0.78%\) to go/)).toBeInTheDocument();
  });

  it('updates when the state changes', async () => {
    const rule = makeAlert('a');
    await alertRules.setValue([rule]);
    await openAt('#alerts');
    await screen.findByText(/Not checked since the browser started/);
    await storeState(rule, ARMED);
    await expectText(/Active .* to go/);
    await storeState(rule, { doneAt: Date.now() });
    await expectText(/^.*Triggered /);
  });

  it('explains why a paused alert cannot fire and offers to add its feed again', async () => {
    await watchlist.setValue([ETH]);
    const { user, item } = await openList(makeAlert('a'));
    expect(item).toHaveTextContent('Paused');
    expect(item).toHaveTextContent(t('alertState.notOnWatchlist'));
    await user.click(screen.getByRole('button', { name: t('detail.addButton') }));
    await waitFor(async () => expect(await watchlist.getValue()).toContain(BTC));
    await waitFor(() => expect(alertItem(ABOVE)).not.toHaveTextContent('Paused'));
  });

  it('groups alerts by feed in watchlist order', async () => {
    await watchlist.setValue([ETH, BTC]);
    await alertRules.setValue([
      makeAlert('a', { feedId: 'f'.repeat(64) }),
      makeAlert('b', { feedId: BTC }),
      makeAlert('c', { feedId: ETH }),
      makeAlert('d', { feedId: BTC }),
    ]);
    await openAt('#alerts');
    await screen.findByRole('heading', { name: 'ETH/USD' });
    const names = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(names).toEqual(['ETH/USD', 'BTC/USD', 'ffffffff…']);
    const group = screen.getByRole('list', { name: 'BTC/USD' });
    expect(within(group).getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows only the feed that the URL hash names', async () => {
    await alertRules.setValue([makeAlert('a'), makeAlert('b', { feedId: ETH })]);
    const { user } = await openAt(`#alerts/of/${ETH}`);
    await screen.findByRole('heading', { name: 'Alerts on ETH/USD' });
    expect(await screen.findAllByRole('listitem', { name: ABOVE })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: t('alerts.showAllButton') }));
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: ABOVE })).toHaveLength(2));
  });

  it('shows a thousand alerts one page at a time', async () => {
    const rules = Array.from({ length: 1_000 }, (_, n) =>
      makeAlert(`n${n}`, { trigger: { kind: 'crosses', direction: 'below', level: String(n) } }),
    );
    await alertRules.setValue(rules);
    const { user } = await openAt('#alerts');
    const more = await screen.findByText('Show 50 more of 1,000');
    // Not by role: that query is slow with so many elements.
    const shown = () => document.querySelectorAll('li[data-phase]');
    expect(shown()).toHaveLength(50);
    await user.click(more);
    expect(shown()).toHaveLength(100);
  });

  it('is empty at first and offers to add the first alert', async () => {
    const { user } = await openAt('#alerts');
    await screen.findByRole('heading', { name: t('alerts.noneTitle') });
    await user.click(
      screen.getByRole('button', { name: t('alerts.addOnButton', { name: 'BTC/USD' }) }),
    );
    expect(
      await screen.findByRole('region', { name: t('row.newAlertButton') }),
    ).toBeInTheDocument();
  });
});

describe('actions on an alert', () => {
  beforeEach(() => alertRules.setValue([makeAlert('a')]));

  it('turns it off and on, which reactivates it', async () => {
    const { user } = await openAt('#alerts');
    const onOff = await screen.findByRole('switch', { name: `Active: ${ABOVE}` });
    await user.click(onOff);
    await waitFor(async () => expect(await storedAlert('a')).toMatchObject({ enabled: false }));
    const before = Date.now();
    await user.click(onOff);
    await waitFor(() => expect(onOff).toBeChecked());
    expect((await storedAlert('a'))?.armedAt).toBeGreaterThanOrEqual(before);
  });

  it('snoozes it and ends the snooze', async () => {
    const { user } = await openList();
    await user.click(menuButton(ABOVE));
    const choices = within(screen.getByRole('group', { name: t('alerts.snooze.label') }));
    expect(choices.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      '15\u00a0min',
      '1\u00a0hr',
      '4\u00a0hr',
      '24\u00a0hr',
      'Until tomorrow',
    ]);
    const before = Date.now();
    await user.click(choices.getByRole('menuitem', { name: /^4.hr$/ }));
    await expectText(/Snoozed until/);
    const until = (await storedAlert('a'))?.snoozedUntil ?? 0;
    expect(until - before).toBeGreaterThanOrEqual(4 * 3_600_000);
    expect(until - before).toBeLessThan(4 * 3_600_000 + 60_000);
    await choose(user, ABOVE, t('alerts.row.endSnoozeButton'));
    await waitFor(async () => expect((await storedAlert('a'))?.snoozedUntil).toBeNull());
  });

  it('has a menu that opens and closes with the keyboard, with deletion last', async () => {
    const { user } = await openList();
    menuButton(ABOVE).focus();
    await user.keyboard('{Enter}');
    expect(menuButton(ABOVE)).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('menuitem', { name: t('common.editButton') })).toHaveFocus();
    expect(screen.getAllByRole('menuitem').at(-1)).toHaveTextContent(t('common.deleteButton'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(menuButton(ABOVE)).toHaveFocus();
  });

  it('adds a copy beside it', async () => {
    const { user } = await openList();
    await choose(user, ABOVE, t('common.duplicateButton'));
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: ABOVE })).toHaveLength(2));
    const [original, copy] = await alertRules.getValue();
    expect(copy?.id).not.toBe(original?.id);
    expect(copy?.trigger).toEqual(original?.trigger);
  });

  it('deletes it and restores it with its history', async () => {
    const rules = [makeAlert('a'), makeAlert('b', STALE)];
    const history = [makeFiring('1', { seenAt: 1 })];
    await alertRules.setValue(rules);
    await firings.setValue(history);
    const { user } = await openList();
    await choose(user, ABOVE, t('common.deleteButton'));
    await screen.findByText(t('alerts.done.deleted'));
    expect((await alertRules.getValue()).map(({ id }) => id)).toEqual(['b']);
    expect(await firings.getValue()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await alertRules.getValue()).toEqual(rules));
    expect(await firings.getValue()).toEqual(history);
    await waitFor(() => expect(screen.queryByText(t('alerts.done.deleted'))).toBeNull());
  });

  it('focuses the next alert after a deletion with the keyboard', async () => {
    const other = 'Stale while the market is open';
    const { user } = await openList(makeAlert('a'), makeAlert('b', STALE));
    menuButton(ABOVE).focus();
    await user.keyboard('{Enter}{End}{Enter}');
    await screen.findByText(t('alerts.done.deleted'));
    expect(menuButton(other)).toHaveFocus();
  });

  it('keeps the focus on the menu button when snoozing with the keyboard', async () => {
    const { user } = await openList();
    menuButton(ABOVE).focus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
    await expectText(/Snoozed until/);
    expect(menuButton(ABOVE)).toHaveFocus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(async () => expect((await storedAlert('a'))?.snoozedUntil).toBeNull());
    expect(menuButton(ABOVE)).toHaveFocus();
  });

  it('that has fired once is not switched on, and can be used again', async () => {
    const rule = makeAlert('a');
    await storeState(rule, { doneAt: Date.now(), lastFiredAt: Date.now() });
    const { user } = await openAt('#alerts');
    await expectText(t('alertState.word.fired'));
    expect(within(alertItem(ABOVE)).queryByRole('switch')).toBeNull();
    await user.click(control(ABOVE, t('alerts.row.useAgainButton')));
    expect(await within(alertItem(ABOVE)).findByRole('switch')).toBeChecked();
    expect((await storedAlert('a'))?.armedAt).toBeGreaterThan(0);
  });

  it('that has expired leads to its form', async () => {
    await alertRules.setValue([makeAlert('a', { expiresAt: 1 })]);
    const { user } = await openAt('#alerts');
    await expectText(t('alertState.word.expired'));
    await user.click(control(ABOVE, t('common.editButton')));
    expect(await screen.findByRole('region', { name: t('alerts.editTitle') })).toBeInTheDocument();
  });

  it('keeps each alert’s own setting when all alerts are switched off', async () => {
    const { user } = await openAt('#alerts');
    const all = await screen.findByRole('switch', { name: t('alerts.allLabel') });
    await user.click(all);
    await expectText(t('alerts.allOff'));
    expect(await alertSettings.getValue()).toMatchObject({ areOn: false });
    expect(await storedAlert('a')).toMatchObject({ enabled: true });
  });
});

describe('the inbox', () => {
  const inbox = () => screen.findByRole('region', { name: t('alerts.inboxTitle') });
  const seenTimes = async () => (await firings.getValue()).map(({ seenAt }) => seenAt);

  beforeEach(async () => {
    await alertRules.setValue([makeAlert('a')]);
  });

  it('lists unseen firings at the top, newest first, with links to their feeds', async () => {
    await firings.setValue([
      makeFiring('1', { seenAt: 1, at: Date.now() - 60_000, delivered: 'silent' }),
      makeFiring('2', { at: Date.now() - 50_000 }),
      makeFiring('3', { what: { kind: 'market', now: 'open' } }),
    ]);
    await openAt('#alerts');
    const [newest, older, ...others] = within(await inbox()).getAllByRole('listitem');
    expect(newest).toHaveTextContent('The BTC/USD market opened');
    expect(older).toHaveTextContent(/New.*BTC\/USD rose above 65,000.*65,012.45 ±12.50 · Notified/);
    expect(others).toEqual([]);
    const link = within(older!).getByRole('link', { name: 'BTC/USD rose above 65,000' });
    expect(link).toHaveAttribute('href', `#feed/${BTC}`);
    const earlier = screen.getByRole('region', { name: t('alerts.recentTitle') });
    expect(earlier).toHaveTextContent(t('notification.delivery.silent'));
  });

  it('says why a notification did not reach the address that it is also sent to', async () => {
    const [first, second] = [makeFiring('1'), makeFiring('2')];
    await firings.setValue([first, second]);
    const id = targetId({ batching: 'notification', feedId: BTC, first: '2', last: '2' });
    const message = { id, title: '', text: '', addedAt: 1, attempts: 1, nextAt: null };
    await outbox.setValue([{ ...message, problem: { code: 'status', status: 404 } }]);
    await openAt('#alerts');
    const rows = within(await inbox()).getAllByRole('listitem');
    const words = t('forwarding.notSent', { reason: 'HTTP 404' });
    await waitFor(() =>
      expect(rows.map((row) => row.textContent.includes(words))).toEqual([true, false]),
    );
  });

  it('marks its firings as seen when it is opened, and keeps them', async () => {
    await firings.setValue([makeFiring('1'), makeFiring('2')]);
    await openAt('#alerts');
    await waitFor(async () => expect(await seenTimes()).not.toContain(null));
    const rows = within(await inbox()).getAllByRole('listitem');
    for (const row of rows) expect(row).toHaveTextContent(t('alerts.newLabel'));
    expect(rows).toHaveLength(2);
  });

  it('adds firings that occur while it is open', async () => {
    await openList();
    await firings.setValue([makeFiring('1')]);
    expect(await inbox()).toBeInTheDocument();
  });

  it('does not contain what happened while offline', async () => {
    await firings.setValue([makeFiring('missed', { missed: true, delivered: 'notified' })]);
    await openAt('#alerts');
    const earlier = await screen.findByRole('region', { name: t('alerts.recentTitle') });
    expect(earlier).toHaveTextContent(t('alerts.whileOffline'));
    expect(screen.queryByRole('region', { name: t('alerts.inboxTitle') })).toBeNull();
  });
});
