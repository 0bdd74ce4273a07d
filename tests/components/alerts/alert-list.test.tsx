import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { targetId } from '@/lib/domain/alerts/model/notification-target.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { t } from '@/lib/base/locale/t.ts';
import { outbox } from '@/lib/storage/values/forwarding.ts';
import { alertRules, alertSettings, firings } from '@/lib/storage/values/alerts.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { backgroundUpdates } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { violations } from '../violations.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { BTC, catalogFeed, ETH, storedPrice, tick } from '../popup/popup-page.tsx';
import {
  alertItem,
  ARMED,
  choose,
  makeAlert,
  makeFiring,
  menuButton,
  openAt,
  sentence,
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
  it('shows the distance of an alert that was just added, before any check', async () => {
    await alertRules.setValue([makeAlert('a', { note: 'Sell a third', armedAt: Date.now() })]);
    const { item } = await openList();
    expect(item).toHaveTextContent('BTC/USD');
    expect(item).toHaveTextContent('Rises above 65,000 · Sell a third');
    expect(item).toHaveTextContent('1.56%to go');
    expect(item).toHaveAttribute('data-new');
    expect(item.textContent).not.toMatch(/Waiting|Never|Not checked/);
  });

  it('says that alerts sleep if the user wants no updates in the background, and leads out', async () => {
    await backgroundUpdates.setValue('none');
    const created = vi.spyOn(fakeBrowser.tabs, 'create');
    const { user } = await openList(makeAlert('a'));
    const note = screen.getByText(t('alerts.asleep')).parentElement!;
    await user.click(within(note).getByRole('button', { name: 'Options' }));
    await waitFor(() =>
      expect(created).toHaveBeenCalledWith({ url: expect.stringMatching(/#connection$/) }),
    );
    await backgroundUpdates.setValue('saver');
    await waitFor(() => expect(note).not.toBeInTheDocument());
  });

  it('has its alerts in the order of what they need, the closest first', async () => {
    const later = makeAlert('later');
    await alertRules.setValue([
      makeAlert('far', { trigger: { kind: 'crosses', direction: 'above', level: '70000' } }),
      makeAlert('off', { enabled: false }),
      later,
      makeAlert('near', { trigger: { kind: 'crosses', direction: 'below', level: '63900' } }),
    ]);
    await storeState(later, { tracker: { kind: 'crossing', seen: null, needsReset: true } });
    await firings.setValue([makeFiring('1')]);
    await openAt('#alerts');
    await screen.findByRole('region', { name: t('alerts.section.active') });
    const texts = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(texts).toEqual([
      t('alerts.section.today'),
      t('alerts.section.active'),
      t('alerts.section.later'),
      t('alerts.section.idle'),
    ]);
    const names = (section: string) =>
      within(screen.getByRole('list', { name: section }))
        .getAllByRole('listitem')
        .map((one) => one.getAttribute('aria-label'));
    expect(names(t('alerts.section.active'))).toEqual(['Falls below 63,900', 'Rises above 70,000']);
    expect(screen.getByText(/^Waits for a fall below 64,935/)).toBeVisible();
    await tick({ [BTC]: storedPrice({ price: '6990000000000' }) });
    await screen.findByText('0.14%');
    expect(names(t('alerts.section.active'))).toEqual(['Falls below 63,900', 'Rises above 70,000']);
  });

  it('reads the catalog only once to name feeds that are not on the watchlist', async () => {
    const strangers = [1, 2, 3].map((n) => catalogFeed(n, { display_symbol: `ODD${n}/USD` }));
    await catalog.setValue({ fetchedAt: 1, feeds: strangers });
    await alertRules.setValue(strangers.map(({ id }) => makeAlert(id, { feedId: id })));
    const read = vi.spyOn(catalog, 'getValue');
    await openAt('#alerts');
    for (const n of [1, 2, 3]) {
      expect(await screen.findByRole('link', { name: `ODD${n}/USD` })).toBeInTheDocument();
    }
    expect(read).toHaveBeenCalledOnce();
    read.mockRestore();
  });

  it('updates when the price changes', async () => {
    const rule = makeAlert('a');
    await alertRules.setValue([rule]);
    await storeState(rule, ARMED);
    await openAt('#alerts');
    await screen.findByText('1.56%');
    await tick({ [BTC]: storedPrice({ price: '6450000000000' }) });
    expect(await screen.findByText('0.78%')).toBeInTheDocument();
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

  it('is empty at first, with alerts that are added with one press', async () => {
    const { user } = await openAt('#alerts');
    await screen.findByRole('heading', { name: t('alerts.noneTitle') });
    await user.click(
      await screen.findByRole('button', { name: 'Add: BTC/USD · Rises above 64,500' }),
    );
    expect(await screen.findByRole('listitem', { name: 'Rises above 64,500' })).toHaveTextContent(
      '0.78%to go',
    );
    await user.click(screen.getByRole('button', { name: t('common.undoButton') }));
    await user.click(await screen.findByRole('button', { name: /^Add: ETH.* within 24.hr$/ }));
    await waitFor(async () =>
      expect(await alertRules.getValue()).toMatchObject([
        { feedId: ETH, trigger: { kind: 'moves' } },
      ]),
    );
  });

  it('leads to a new alert', async () => {
    const { user } = await openAt('#alerts');
    await user.click((await screen.findAllByRole('button', { name: t('row.newAlertButton') }))[0]!);
    expect(
      await screen.findByRole('region', { name: t('row.newAlertButton') }),
    ).toBeInTheDocument();
  });

  it('leads from a row to its sentence', async () => {
    const { user } = await openList(makeAlert('a'));
    await user.click(screen.getByRole('link', { name: 'BTC/USD' }));
    expect(await screen.findByRole('region', { name: t('alerts.editTitle') })).toBeInTheDocument();
  });
});

describe('an alert that needs the user', () => {
  const needs = () => screen.findByRole('region', { name: t('alerts.needsYouTitle') });

  it('is one on a feed that is no longer offered; its button searches for another feed, to which its sentence moves it', async () => {
    const other = catalogFeed(7, { symbol: 'Crypto.BTCX/USD', base: 'BTC' });
    await catalog.setValue({ fetchedAt: 1, feeds: [other] });
    await missingFeeds.setValue({ [BTC]: 'unknown' });
    await alertRules.setValue([makeAlert('a'), makeAlert('off', { enabled: false })]);
    const { user } = await openAt('#alerts');
    expect(await needs()).toHaveTextContent(t('detail.missing.unknown'));
    expect(within(await needs()).getAllByRole('listitem')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: new RegExp(t('alerts.replaceButton')) }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('BTC'));
    await user.click(await screen.findByRole('option', { name: /BTCX/ }));
    await waitFor(() => expect(sentence()).toBe('Alert me when BTCX/USD rises above 65,000'));
    expect(await storedAlert('a')).toMatchObject({ feedId: BTC });
    expect(screen.queryByRole('button', { name: t('common.keepButton') })).toBeNull();
    await user.click(screen.getByRole('button', { name: t('common.saveButton') }));
    await waitFor(async () =>
      expect(await storedAlert('a')).toEqual(makeAlert('a', { feedId: other.id })),
    );
    expect(await alertRules.getValue()).toHaveLength(2);
    // The other alert on this price needs it.
    expect(await watchlist.getValue()).toEqual(expect.arrayContaining([BTC, other.id]));
  });

  it('replaces the feed in the watchlist, too, if it is the only one on it', async () => {
    const other = catalogFeed(7, { symbol: 'Crypto.BTCX/USD', base: 'BTC' });
    await catalog.setValue({ fetchedAt: 1, feeds: [other] });
    await missingFeeds.setValue({ [BTC]: 'unknown' });
    await alertRules.setValue([makeAlert('a')]);
    const { user } = await openAt('#alerts');
    await user.click(
      await screen.findByRole('button', { name: new RegExp(t('alerts.replaceButton')) }),
    );
    await user.click(await screen.findByRole('option', { name: /BTCX/ }));
    await waitFor(async () => expect(await watchlist.getValue()).not.toContain(BTC));
    expect(await watchlist.getValue()).toContain(other.id);
  });

  it('is one on a feed that the token does not cover; its button leads to the token', async () => {
    await missingFeeds.setValue({ [BTC]: 'not-covered' });
    await alertRules.setValue([makeAlert('a')]);
    await openAt('#alerts');
    expect(await needs()).toHaveTextContent(t('history.notCovered'));
    expect(screen.queryByText(t('alerts.noneTitle'))).toBeNull();
    expect(
      within(await needs()).getByRole('button', { name: new RegExp(t('popup.refused.button')) }),
    ).toBeVisible();
    expect(await violations()).toEqual([]);
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
    const choices = screen.getAllByRole('menuitem', { name: /^Snooze/ });
    expect(choices.map((one) => one.textContent)).toEqual([
      'Snooze for 1 hour',
      'Snooze until tomorrow',
    ]);
    const before = Date.now();
    await user.click(choices[0]!);
    await expectText(/Snoozed until/);
    const until = (await storedAlert('a'))?.snoozedUntil ?? 0;
    expect(until - before).toBeGreaterThanOrEqual(3_600_000);
    expect(until - before).toBeLessThan(3_600_000 + 60_000);
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
    const other = 'Stops updating while the market is open';
    const { user } = await openList(makeAlert('a'), makeAlert('b', STALE));
    menuButton(ABOVE).focus();
    await user.keyboard('{Enter}{End}{Enter}');
    await screen.findByText(t('alerts.done.deleted'));
    expect(menuButton(other)).toHaveFocus();
  });

  it('keeps the focus on the menu button when snoozing with the keyboard', async () => {
    const { user } = await openList();
    menuButton(ABOVE).focus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await expectText(/Snoozed until/);
    expect(menuButton(ABOVE)).toHaveFocus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(async () => expect((await storedAlert('a'))?.snoozedUntil).toBeNull());
    expect(menuButton(ABOVE)).toHaveFocus();
  });

  it('keeps each alert’s own setting when all alerts are switched off', async () => {
    const { user } = await openAt('#alerts');
    await user.click(await screen.findByRole('switch', { name: t('alerts.allLabel') }));
    await screen.findByRole('region', { name: t('alerts.section.off') });
    expect(await alertSettings.getValue()).toMatchObject({ areOn: false });
    expect(await storedAlert('a')).toMatchObject({ enabled: true });
  });
});

describe('what triggered', () => {
  const today = () => screen.findByRole('region', { name: t('alerts.section.today') });
  const seenTimes = async () => (await firings.getValue()).map(({ seenAt }) => seenAt);

  beforeEach(async () => {
    await alertRules.setValue([makeAlert('a')]);
  });

  it('today or was unseen is at the top, newest first, with links to its feed', async () => {
    await firings.setValue([
      makeFiring('1', { seenAt: 1, at: Date.now() - 3 * 86_400_000, delivered: 'silent' }),
      makeFiring('2', { at: Date.now() - 2 * 86_400_000 }),
      makeFiring('3', { what: { kind: 'market', now: 'open' } }),
    ]);
    await openAt('#alerts');
    const [newest, older, ...others] = within(await today()).getAllByRole('listitem');
    expect(newest).toHaveTextContent('The BTC/USD market opened');
    expect(older).toHaveTextContent(/New.*BTC\/USD rose above 65,000.*65,012.45/);
    expect(others).toEqual([]);
    const link = within(older!).getByRole('link', { name: 'New BTC/USD' });
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
    const rows = within(await today()).getAllByRole('listitem');
    const words = t('forwarding.notSent', { reason: 'HTTP 404' });
    await waitFor(() =>
      expect(rows.map((row) => row.textContent.includes(words))).toEqual([true, false]),
    );
  });

  it('marks its firings as seen when it is opened, and keeps them', async () => {
    await firings.setValue([makeFiring('1'), makeFiring('2')]);
    await openAt('#alerts');
    await waitFor(async () => expect(await seenTimes()).not.toContain(null));
    const rows = within(await today()).getAllByRole('listitem');
    for (const row of rows) expect(row).toHaveTextContent(t('alerts.newLabel'));
    expect(rows).toHaveLength(2);
  });

  it('adds firings that occur while it is open', async () => {
    await openList();
    await firings.setValue([makeFiring('1')]);
    expect(await today()).toBeInTheDocument();
  });

  it('in an absence is told in three lines; dismissed, each has a row and is not new', async () => {
    const missed = { missed: true, away: 'slept', delivered: 'notified' } as const;
    await firings.setValue(['1', '2', '3', '4', '5', '6', '7'].map((id) => makeFiring(id, missed)));
    const { user } = await openAt('#alerts');
    const title = t('notification.sleptTitle');
    const summary = await screen.findByRole('region', { name: title });
    expect(within(summary).getAllByRole('listitem')).toHaveLength(3);
    expect(summary).toHaveTextContent(t('common.more', { count: 4 }));
    expect(screen.queryByRole('region', { name: t('alerts.section.today') })).toBeNull();
    expect(await violations()).toEqual([]);
    await user.click(within(summary).getByRole('button', { name: t('common.dismissButton') }));
    expect(within(await today()).getAllByRole('listitem')).toHaveLength(7);
    expect(await today()).toHaveTextContent(t('alerts.whileOffline'));
    expect(await today()).not.toHaveTextContent(t('alerts.newLabel'));
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });
});
