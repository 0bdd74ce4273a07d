import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { DEFAULT_FEEDS } from '@/lib/domain/watchlist/default-feeds.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { alertRules } from '@/lib/storage/values/alerts.ts';
import { appearance, backgroundUpdates, priceServices } from '@/lib/storage/values/settings.ts';
import { watchQuestions } from '@/lib/pages/inquiries.ts';
import { serviceWith } from '../../unit/domain/connection/services.ts';
import { makeAlert } from '../alerts/alerts-page.tsx';
import {
  BTC,
  ETH,
  EUR,
  exception,
  openPopup,
  proof,
  priceOf,
  storedPrice,
  tick,
} from './popup-page.tsx';

function status(): HTMLElement {
  return screen.getByRole('status', { name: 'Connection' });
}

function setConnection(change: Partial<ConnectionState>): Promise<void> {
  return connectionState.setValue({ ...connectionState.fallback, ...change });
}

/** Sends prices of this age for the whole watchlist. */
function tickAll(ageSeconds: number): Promise<void> {
  const price = storedPrice({ proof: proof('verified') }, ageSeconds);
  return tick(Object.fromEntries(DEFAULT_FEEDS.map(({ id }) => [id, price])));
}

const list = (): HTMLElement => screen.getByRole('list', { name: 'Watchlist' });

describe('the sentence about all prices', () => {
  it('says that they are live, and opens them in a tab', async () => {
    await tickAll(1);
    await setConnection({ state: 'live' });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent(/^Live · All prices verified( · \d markets? closed)?$/);
    expect(list()).not.toHaveAttribute('data-gray');
    await user.click(screen.getByRole('button', { name: 'Open in a tab' }));
    expect(asked.createTab).toHaveBeenCalledWith({
      url: fakeBrowser.runtime.getURL('/popup.html'),
    });
  });

  it('says that alerts sleep while no page is open, if the user wants no updates then', async () => {
    await tickAll(1);
    await setConnection({ state: 'live' });
    await backgroundUpdates.setValue('none');
    await openPopup();
    expect(status()).toHaveTextContent('Live · All prices verified');
    await alertRules.setValue([makeAlert('a')]);
    await waitFor(() => expect(status()).toHaveTextContent(`Live · ${t('alerts.asleep')}`));
  });

  it('says that nothing is new, once for the whole list, which turns gray', async () => {
    await watchlist.setValue([BTC, ETH]);
    await tickAll(900);
    await setConnection({ state: 'live' });
    const { user } = await openPopup();
    expect(status()).toHaveTextContent(
      /^Prices are 15 min old\. Nothing new since \d+:\d\d\s[AP]M\.$/,
    );
    expect(list()).toHaveAttribute('data-gray');
    expect(exception('BTC/USD')).toBeNull();
    expect(priceOf('BTC/USD')).toHaveAttribute('value', '64312.45781203');
    const asked: unknown[] = [];
    watchQuestions((_id, question) => asked.push(question));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked).toEqual([{ kind: 'refresh' }]));
  });

  it('marks the one row that is stale while the others are live', async () => {
    await watchlist.setValue([BTC, ETH]);
    await tick({ [BTC]: storedPrice({}, 1), [ETH]: storedPrice({}, 900) });
    await setConnection({ state: 'live' });
    await openPopup();
    expect(list()).not.toHaveAttribute('data-gray');
    await waitFor(() => expect(exception('ETH/USD')).toHaveTextContent('15 min old'));
  });

  it('counts down to the next attempt without announcing it', async () => {
    const nextAttemptAt = Date.now() + 3_600_000;
    await setConnection({ state: 'offline', reason: { code: 'unreachable' }, nextAttemptAt });
    await openPopup();
    expect(status()).toHaveTextContent(/^Offline\. Next attempt in (1 hr|59 min)\.$/);
    expect(within(status()).getByText(/Next attempt/)).toHaveAttribute('aria-hidden', 'true');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(within(list()).queryByText(t('row.noPrice'))).toBeNull();
  });

  it('leads to the settings if only they help', async () => {
    await setConnection({ state: 'stopped', reason: { code: 'services-paused' } });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent('You paused every price service.');
    await user.click(screen.getByRole('button', { name: t('common.checkConnectionButton') }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });

  it('counts the feeds that the token does not cover, and leads to its field', async () => {
    await tickAll(1);
    await missingFeeds.setValue({ [BTC]: 'not-covered', [ETH]: 'not-covered' });
    await setConnection({ state: 'live' });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent('No access to 2 prices.');
    await waitFor(() => expect(exception('BTC/USD')).toHaveTextContent('No access'));
    expect(exception('BTC/USD')).toHaveAttribute('title', t('history.notCovered'));
    await user.click(screen.getByRole('button', { name: t('popup.refused.button') }));
    expect(asked.createTab).toHaveBeenCalledOnce();
  });

  it('leads to the first feed without a price', async () => {
    await tickAll(1);
    await missingFeeds.setValue({ [ETH]: 'unknown' });
    await setConnection({ state: 'live' });
    const { user } = await openPopup();
    expect(status()).toHaveTextContent('1 price is unavailable.');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(location.hash).toBe(`#feed/${ETH}`);
    location.hash = '';
  });

  it('leads to the settings if the signers are unknown', async () => {
    const reason = { code: 'unknown-emitter', chain: 1, address: '' } as const;
    const trust = BUILT_IN_SIGNERS_VERSION;
    await watchlist.setValue([BTC]);
    await tick({ [BTC]: storedPrice({ proof: { state: 'unchecked', reason, trust } }) });
    await setConnection({ state: 'live' });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent(/^Live · Signers unknown$/);
    expect(exception('BTC/USD')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });

  it('follows what is stored', async () => {
    await tickAll(1);
    await setConnection({ state: 'live' });
    await openPopup();
    await setConnection({ state: 'offline', reason: { code: 'timeout' } });
    await waitFor(() => expect(status()).toHaveTextContent(/^Offline\.$/));
  });
});

describe('while prices arrive, the sentence says', () => {
  beforeEach(async () => {
    await tickAll(1);
    await setConnection({ state: 'live' });
  });

  it('which service is in place of the preferred one and why, until that returns', async () => {
    const services = [
      serviceWith({ id: 'a', name: 'Public' }),
      serviceWith({ id: 'b', name: 'Backup', baseUrl: 'https://backup.example' }),
    ];
    const words = t('footer.replaced', {
      used: 'Backup',
      preferred: 'Public',
      state: t('services.state.noAnswer'),
    });
    await priceServices.setValue(services);
    const reason = { preferredId: 'a', problem: { code: 'timeout' as const } };
    await activeService.setValue({ id: 'b', since: Date.now(), reason });
    await openPopup();
    await waitFor(() => expect(status()).toHaveTextContent(`Live · ${words}`));
    await priceServices.setValue(services.slice(1));
    await waitFor(() => expect(status()).not.toHaveTextContent('Backup'));
    await priceServices.setValue(services);
    await waitFor(() => expect(status()).toHaveTextContent(words));
    await activeService.setValue({ id: 'a', since: Date.now(), reason: null });
    await waitFor(() => expect(status()).not.toHaveTextContent(words));
  });

  it('that the clock is wrong', async () => {
    await openPopup();
    await clockSkew.setValue({ ...clockSkew.fallback, skewMs: -100_000 });
    const notice = 'Your computer’s clock is about 100 seconds slow. Pricelight corrects for this.';
    await waitFor(() => expect(status()).toHaveTextContent(notice));
    await clockSkew.setValue(clockSkew.fallback);
    await waitFor(() => expect(status()).not.toHaveTextContent('clock'));
  });

  it('that alerts wait for a late price', async () => {
    await openPopup();
    await lateFeeds.setValue([EUR]);
    const words = 'Some alerts are waiting for a newer price of EUR/USD.';
    await waitFor(() => expect(status()).toHaveTextContent(words));
  });
});

describe('an access token', () => {
  const goLiveUrl = `${fakeBrowser.runtime.getURL('/options.html')}#go-live`;

  it('is requested if the service needs one, with the way to enter it', async () => {
    await setConnection({
      state: 'stopped',
      remedy: 'access-token',
      reason: { code: 'token-needed' },
    });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent(t('serviceProblem.tokenNeeded'));
    await user.click(screen.getByRole('button', { name: t('goLive.title') }));
    expect(asked.createTab).toHaveBeenCalledWith({ url: goLiveUrl });
  });

  it('that was refused can be changed, beside the time of the last prices', async () => {
    await tick({ [BTC]: storedPrice({}, 125) });
    await setConnection({
      state: 'stopped',
      remedy: 'access-token',
      reason: { code: 'token-rejected' },
    });
    const { user, asked } = await openPopup();
    const time = formatRecentTime(Date.now() - 125_000);
    expect(status()).toHaveTextContent(
      `${t('popup.refused.title')}${t('popup.refused.text', { time })}`,
    );
    await user.click(screen.getByRole('button', { name: t('popup.refused.button') }));
    expect(asked.createTab).toHaveBeenCalledWith({ url: goLiveUrl });
  });

  it('is no longer requested once the service answers', async () => {
    await setConnection({ state: 'stopped', remedy: 'access-token' });
    await openPopup();
    expect(status()).toHaveTextContent(/token/);
    await setConnection({ state: 'live' });
    await waitFor(() => expect(status()).not.toHaveTextContent(/token/));
  });

  it('is what sample prices are shown without, whatever the connection is', async () => {
    await tickAll(1);
    await areSamplesShown.setValue(true);
    await setConnection({ state: 'live' });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent(t('samples.title'));
    expect(list()).not.toHaveAttribute('data-gray');
    await user.click(screen.getByRole('button', { name: t('goLive.title') }));
    expect(asked.createTab).toHaveBeenCalledWith({ url: goLiveUrl });
    await areSamplesShown.setValue(false);
    await waitFor(() => expect(status()).toHaveTextContent(t('connectionState.live')));
  });
});

describe('the menu', () => {
  it('opens the options', async () => {
    const { user, asked } = await openPopup();
    await user.click(screen.getByRole('button', { name: t('popup.menuButton') }));
    await user.click(await screen.findByRole('menuitem', { name: t('popup.optionsButton') }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });
});

describe('the page', () => {
  it('has the chosen theme and palette, and changes at once', async () => {
    await appearance.setValue({ theme: 'dark', palette: 'red-up' });
    await openPopup();
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', palette: 'red-up' });
    await appearance.setValue({ theme: 'system', palette: 'green-up' });
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBeUndefined());
    expect(document.documentElement.dataset['palette']).toBeUndefined();
  });
});
