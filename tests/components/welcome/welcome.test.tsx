import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// Imported here, because the page loads it only when it is first shown.
import '@/components/welcome/welcome-page.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { t } from '@/lib/base/locale/t.ts';
import { shortId } from '@/lib/domain/prices/feed-name.ts';
import { catalog } from '@/lib/storage/values/catalog.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { DEFAULT_BASE_URL } from '@/lib/domain/connection/default-service.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { welcome } from '@/lib/storage/values/welcome.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { starterFeeds } from '@/lib/domain/watchlist/starter-sets.ts';
import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { enter, openOptions, press, statusNamed } from '../options/support.tsx';
import { catalogFeed } from '../popup/popup-page.tsx';
import { firstService } from '../../unit/domain/connection/services.ts';

const asked: { url: string; headers: Headers }[] = [];
let status = 200;
let isOnToolbar = false;

beforeEach(async () => {
  fakeBrowser.reset();
  fakePermissions();
  await welcome.setValue('open');
  isOnToolbar = false;
  Object.assign(fakeBrowser.action, {
    getUserSettings: async () => ({ isOnToolbar }),
    onUserSettingsChanged: undefined,
  });
  asked.length = 0;
  status = 200;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers) });
    if (url.endsWith('/v2/price_feeds')) return Response.json(DEFAULT_FEEDS);
    return status === 200 ? latestPrice(url) : new Response('no', { status });
  });
});

afterEach(() => vi.unstubAllGlobals());

function latestPrice(url: string): Response {
  const price = { price: '1', conf: '1', expo: 0, publish_time: Math.floor(Date.now() / 1_000) };
  const id = new URL(url).searchParams.get('ids[]');
  return Response.json({ binary: { encoding: 'hex', data: ['00'] }, parsed: [feedOf(id, price)] });
}

function feedOf(id: string | null, price: object) {
  return { id, price, ema_price: price, metadata: { slot: 1 } };
}

async function openWelcomePage() {
  const user = await openOptions('welcome');
  await screen.findByRole('heading', { name: t('welcome.title') });
  return user;
}

const token = () => screen.getByRole('textbox', { name: t('token.label') });

describe('the step to the price service', () => {
  it('tests the token, and stores it only if it works', async () => {
    const user = await openWelcomePage();
    status = 401;
    await enter(user, token(), 'wrong');
    await press(user, t('welcome.service.connectButton'));
    await waitFor(() =>
      expect(statusNamed(t('connectionTest.label'))).toHaveTextContent(
        t('connectionTest.headline.tokenRejected'),
      ),
    );
    expect((await firstService()).headers).toEqual([]);

    status = 200;
    await enter(user, token(), 'key-1');
    await press(user, t('welcome.service.connectButton'));
    await waitFor(async () =>
      expect(await firstService()).toEqual({
        baseUrl: DEFAULT_BASE_URL,
        headers: [{ name: 'Authorization', value: 'Bearer key-1' }],
      }),
    );
    expect(asked.at(-1)?.headers.get('authorization')).toBe('Bearer key-1');
    await waitFor(() =>
      expect(statusNamed(t('connectionTest.label'))).toHaveTextContent(
        t('connectionTest.headline.connected'),
      ),
    );
  });

  it('can save what does not work yet', async () => {
    status = 503;
    const user = await openWelcomePage();
    await enter(user, token(), 'key-1');
    await press(user, t('welcome.service.connectButton'));
    await user.click(
      await screen.findByRole('button', { name: t('welcome.service.saveAnywayButton') }),
    );
    await waitFor(async () => expect((await firstService()).headers).toHaveLength(1));
  });

  it('takes the address of any other service', async () => {
    const user = await openWelcomePage();
    await user.click(screen.getByRole('radio', { name: t('welcome.service.own') }));
    await enter(
      user,
      screen.getByRole('textbox', { name: t('connection.baseUrl') }),
      'https://own.example',
    );
    await press(user, t('welcome.service.connectButton'));
    await waitFor(async () => expect((await firstService()).baseUrl).toBe('https://own.example'));
  });

  it('knows the newer address of the public service', async () => {
    const user = await openWelcomePage();
    await user.click(screen.getByRole('radio', { name: t('welcome.service.newer') }));
    await press(user, t('welcome.service.connectButton'));
    await waitFor(async () =>
      expect((await firstService()).baseUrl).toBe('https://pyth.dourolabs.app/hermes'),
    );
  });
});

describe('the step to the feeds', () => {
  const list = () => within(screen.getByRole('list', { name: t('welcome.feeds.listLabel') }));

  it('adds and removes a starter set', async () => {
    const user = await openWelcomePage();
    const chip = screen.getByRole('button', { name: new RegExp(t('feed.assetType.metals')) });
    expect(chip).toHaveAttribute('aria-pressed', 'false');
    await user.click(chip);
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'true'));
    const ids = starterFeeds('metals').map(({ id }) => id);
    expect(new Set(await watchlist.getValue())).toEqual(
      new Set([...DEFAULT_FEEDS.map(({ id }) => id), ...ids]),
    );
    await user.click(chip);
    await waitFor(() => expect(chip).toHaveAttribute('aria-pressed', 'false'));
    expect(await watchlist.getValue()).not.toContain(ids[0]);
  });

  it('removes a single feed', async () => {
    const user = await openWelcomePage();
    await user.click(
      list().getByRole('button', { name: t('welcome.feeds.removeButton', { name: 'AAPL/USD' }) }),
    );
    await waitFor(() => expect(list().queryByText('AAPL/USD')).toBeNull());
    expect(await watchlist.getValue()).toHaveLength(4);
  });

  it('finds and adds any feed, with the start of the id of one under the name of another', async () => {
    const found = catalogFeed(7, { symbol: 'Crypto.DOGE/USD', display_symbol: 'DOGE/USD' });
    await catalog.setValue({ fetchedAt: 1, feeds: [found] });
    const user = await openWelcomePage();
    await user.type(screen.getByRole('searchbox', { name: t('search.label') }), 'doge');
    await user.click(
      await screen.findByRole('button', {
        name: t('feedList.feed.addLabel', { symbol: `DOGE/USD ${shortId(found.id)}` }),
      }),
    );
    await waitFor(async () => expect(await watchlist.getValue()).toContain(found.id));
  });
});

describe('the step to the toolbar', () => {
  it('says how, until the button is pinned', async () => {
    await openWelcomePage();
    expect(screen.getByText(t('welcome.pin.chrome'))).toBeInTheDocument();
    isOnToolbar = true;
    globalThis.dispatchEvent(new Event('focus'));
    expect(await screen.findByText(t('welcome.pin.done'))).toBeInTheDocument();
  });
});

describe('the end of the setup', () => {
  it('can be skipped, which leads to the options', async () => {
    const user = await openWelcomePage();
    await press(user, t('welcome.skipButton'));
    expect(await welcome.getValue()).toBe('done');
    await waitFor(() =>
      expect(
        screen.getByRole('heading', { name: t('options.section.connection.label') }),
      ).toBeInTheDocument(),
    );
    await userEvent.click(screen.getByRole('link', { name: t('welcome.againLink') }));
    expect(await screen.findByRole('heading', { name: t('welcome.title') })).toBeInTheDocument();
  });

  it('is announced once prices arrive', async () => {
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    const user = await openWelcomePage();
    await user.click(await screen.findByRole('button', { name: t('welcome.doneButton') }));
    expect(await screen.findByText(t('welcome.finished'))).toBeInTheDocument();
    expect(await welcome.getValue()).toBe('done');
  });
});
