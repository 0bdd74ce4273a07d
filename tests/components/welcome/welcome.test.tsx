import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
// Imported here, because the page loads it only when it is first shown.
import '@/components/welcome/welcome-page.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { DEFAULT_BASE_URL } from '@/lib/domain/connection/default-service.ts';
import { PUBLIC_HISTORY_URL } from '@/lib/domain/connection/public-services.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { starterFeeds } from '@/lib/domain/watchlist/starter-sets.ts';
import { alertRules, alertsToConfirm } from '@/lib/storage/values/alerts.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { firstService, serviceWith } from '../../unit/domain/connection/services.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { makeAlert } from '../alerts/alerts-page.tsx';
import { enter, openOptions, press, statusNamed } from '../options/support.tsx';
import { violations } from '../violations.ts';

const REFUSED: ConnectionState = {
  state: 'stopped',
  reason: { code: 'token-rejected' },
  remedy: 'access-token',
  nextAttemptAt: null,
};
const TOKEN = { name: 'Authorization', value: 'Bearer key-1' };

const asked: { url: string; headers: Headers }[] = [];
let status = 200;
let refusedIds: readonly string[] = [];
let isOnToolbar = false;

beforeEach(async () => {
  fakeBrowser.reset();
  fakePermissions();
  await areSamplesShown.setValue(true);
  isOnToolbar = false;
  Object.assign(fakeBrowser.action, {
    getUserSettings: async () => ({ isOnToolbar }),
    onUserSettingsChanged: undefined,
  });
  asked.length = 0;
  status = 200;
  refusedIds = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers) });
    if (url.endsWith('/v2/price_feeds')) return Response.json(DEFAULT_FEEDS);
    return latestPrice(new URL(url).searchParams.getAll('ids[]'));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function latestPrice(ids: readonly string[]): Response {
  const refused = ids.find((id) => refusedIds.includes(id));
  if (refused) return new Response(`Not entitled: feed ${refused}`, { status: 403 });
  if (status !== 200) return new Response('no', { status });
  const price = { price: '1', conf: '1', expo: 0, publish_time: Math.floor(Date.now() / 1_000) };
  const parsed = ids.map((id) => ({ id, price, ema_price: price, metadata: { slot: 1 } }));
  return Response.json({ binary: { encoding: 'hex', data: ['00'] }, parsed });
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const token = () => screen.getByRole('textbox', { name: t('token.label') });

async function connect(user: UserEvent, text = 'key-1'): Promise<void> {
  await enter(user, token(), text);
  await press(user, t('welcome.service.connectButton'));
}

async function openStep(): Promise<UserEvent> {
  const user = await openOptions('go-live');
  await heading(t('goLive.title'));
  return user;
}

describe('with sample prices, the page', () => {
  it('shows the list itself, says what its prices are, and leads to real ones', async () => {
    const user = await openOptions('welcome');
    await heading(t('welcome.headline'));
    expect(screen.getByTitle(t('popup.watchlistLabel'))).toHaveAttribute('src', '/popup.html');
    expect(within(screen.getByRole('contentinfo')).getByText(t('samples.title'))).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(screen.getByRole('link', { name: t('welcome.lookAroundLink') })).toHaveAttribute(
      'href',
      '/popup.html',
    );
    await user.click(screen.getByRole('link', { name: t('goLive.title') }));
    await heading(t('goLive.title'));
    await user.click(screen.getByRole('link', { name: t('samples.keepButton') }));
    await heading(t('welcome.headline'));
    expect(asked).toEqual([]);
  });

  it('removes and adds a starter set, of which the first list has some', async () => {
    const user = await openOptions('welcome');
    const chip = await screen.findByRole('button', { name: t('feed.assetType.metals') });
    const ids = starterFeeds('metals').map(({ id }) => id);
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'true'));
    await user.click(chip);
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'false'));
    expect(await watchlist.getValue()).not.toContain(ids[0]);
    await user.click(chip);
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'true'));
    expect(await watchlist.getValue()).toEqual(expect.arrayContaining(ids));
  });
});

describe('the step to live prices', () => {
  it('starts in the field of the token and has no violations', async () => {
    await openStep();
    await waitFor(() => expect(token()).toHaveFocus());
    expect(screen.getByText(new URL(DEFAULT_BASE_URL).host)).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('tests the token, and stores it only if it works', async () => {
    const user = await openStep();
    status = 401;
    await connect(user, 'wrong');
    const said = () => statusNamed(t('connection.testButton'));
    await waitFor(() => expect(said()).toHaveTextContent(t('serviceProblem.tokenRejected')));
    expect(token()).toBeInvalid();
    expect(token()).toHaveFocus();
    // Details of the protocol are shown only on request.
    const protocol = screen.getByText(/HTTP 401/);
    expect(protocol).not.toBeVisible();
    await user.click(screen.getByText(t('detail.details')));
    expect(protocol).toBeVisible();
    expect(await violations()).toEqual([]);
    expect((await firstService()).headers).toEqual([]);
    expect(await areSamplesShown.getValue()).toBe(true);

    status = 200;
    await connect(user);
    // The worker ends the samples once the first prices arrive.
    expect(await screen.findByText(t('samples.ending'))).toBeVisible();
    const button = screen.getByRole('button', { name: t('connectionState.connecting') });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(await violations()).toEqual([]);
    expect(await firstService()).toEqual({ baseUrl: DEFAULT_BASE_URL, headers: [TOKEN] });
    expect(asked.at(-1)?.headers.get('authorization')).toBe('Bearer key-1');
    await areSamplesShown.setValue(false);
    expect(await heading(t('goLive.done.title'))).toHaveFocus();
    expect(screen.getByText(t('goLive.done.text'))).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('lets the history service have the token, unless the user says no', async () => {
    const user = await openStep();
    await connect(user);
    await screen.findByText(t('samples.ending'));
    expect(await historyServices.getValue()).toEqual({
      first: { baseUrl: PUBLIC_HISTORY_URL, headers: [TOKEN] },
    });
  });

  it('keeps the token from the history service if the user says so', async () => {
    const user = await openStep();
    await enter(user, token(), 'key-1');
    await user.click(screen.getByRole('checkbox'));
    await press(user, t('welcome.service.connectButton'));
    await screen.findByText(t('samples.ending'));
    expect(await historyServices.getValue()).toEqual({ first: null });
  });

  it('takes any other service, which may need no token', async () => {
    const user = await openStep();
    await press(user, t('goLive.otherButton'));
    await user.click(screen.getByRole('radio', { name: t('welcome.service.own') }));
    const url = screen.getByRole('textbox', { name: t('connection.baseUrl') });
    await enter(user, url, 'https://own.example');
    await press(user, t('welcome.service.connectButton'));
    await waitFor(async () =>
      expect(await firstService()).toEqual({ baseUrl: 'https://own.example', headers: [] }),
    );
  });

  it('changes the service that refused its token', async () => {
    await areSamplesShown.setValue(false);
    await priceServices.setValue([
      serviceWith({ id: 'a', baseUrl: 'https://a.example' }),
      serviceWith({ id: 'b', baseUrl: 'https://b.example', headers: [TOKEN] }),
    ]);
    await activeService.setValue({ id: 'b', since: 0, reason: null });
    await connectionState.setValue(REFUSED);
    const user = await openOptions('welcome');
    await waitFor(() => expect(token()).toHaveValue('key-1'));
    await connect(user, 'key-2');
    await heading(t('goLive.done.title'));
    // Nothing was a sample.
    expect(screen.queryByText(t('goLive.done.text'))).toBeNull();
    expect((await priceServices.getValue()).map(({ headers }) => headers)).toEqual([
      [],
      [{ name: 'Authorization', value: 'Bearer key-2' }],
    ]);
  });

  it('changes nothing without the consent that the browser asks for', async () => {
    const access = await import('@/lib/pages/connection/access.ts');
    vi.spyOn(access, 'requestTokenConsent').mockResolvedValue(false);
    const user = await openStep();
    await connect(user);
    expect(await screen.findByText(t('token.notAllowed'))).toBeVisible();
    expect(asked).toEqual([]);
    expect(await areSamplesShown.getValue()).toBe(true);
  });
});

describe('with live prices, the page', () => {
  beforeEach(async () => {
    await areSamplesShown.setValue(false);
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
  });

  it('says where the button is, until it is pinned', async () => {
    await openOptions('welcome');
    await heading(t('goLive.done.title'));
    const advice = screen.getByText(t('welcome.pin.chrome'));
    await waitFor(() => expect(advice).toHaveAttribute('data-shown'));
    isOnToolbar = true;
    globalThis.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(advice).not.toHaveAttribute('data-shown'));
  });

  it('leads to a first alert in the list, as long as there is none', async () => {
    await openOptions('welcome');
    await screen.findByRole('button', { name: new RegExp(t('goLive.done.alertTitle')) });
    await alertRules.setValue([makeAlert('1')]);
    await waitFor(() => expect(screen.queryByText(t('goLive.done.alertTitle'))).toBeNull());
  });

  it('leads to the alerts that going live paused', async () => {
    await alertRules.setValue([makeAlert('1', { enabled: false })]);
    await alertsToConfirm.setValue(['1']);
    await openOptions('welcome');
    await screen.findByRole('button', { name: new RegExp(t('alerts.confirm.title')) });
  });

  it('does not call prices live that do not arrive', async () => {
    await connectionState.setValue({ ...connectionState.fallback, state: 'offline' });
    await openOptions('welcome');
    await heading(t('welcome.headline'));
    expect(screen.queryByText(t('goLive.done.title'))).toBeNull();
  });

  it('closes its tab', async () => {
    const remove = vi.spyOn(fakeBrowser.tabs, 'remove').mockResolvedValue();
    vi.spyOn(fakeBrowser.tabs, 'getCurrent').mockResolvedValue({ id: 7 } as never);
    vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{}, {}] as never);
    await openOptions('welcome');
    await userEvent.click(await screen.findByRole('button', { name: t('welcome.doneButton') }));
    await waitFor(() => expect(remove).toHaveBeenCalledWith(7));
  });
});
