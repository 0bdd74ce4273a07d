import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { ConnectionState } from '@/lib/domain/connection/state.ts';
import { lateFeeds } from '@/lib/storage/values/late-feeds.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { appearance, priceServices } from '@/lib/storage/values/settings.ts';
import { watchQuestions } from '@/lib/pages/inquiries.ts';
import { PRESENCE_PORT } from '@/lib/pages/presence.ts';
import { serviceWith } from '../../unit/domain/connection/services.ts';
import { BTC, EUR, openPopup, priceOf, proof, row, storedPrice, tick } from './popup-page.tsx';

function status(): HTMLElement {
  return screen.getByRole('status', { name: 'Connection' });
}

function detailsButton(): HTMLElement {
  return screen.getByRole('button', { name: t('footer.detailsButton') });
}

function setConnection(change: Partial<ConnectionState>): Promise<void> {
  return connectionState.setValue({ ...connectionState.fallback, ...change });
}

describe('the connection', () => {
  it.each([
    ['live', 'Live'],
    ['polling', 'Polling'],
    ['connecting', 'Connecting'],
    ['offline', 'Offline'],
    ['stopped', 'Stopped'],
  ] as const)('in the state %s is shown as %s', async (state, word) => {
    await setConnection({ state });
    await openPopup();
    expect(status()).toHaveTextContent(word);
  });

  it('updates from storage and shows the reason', async () => {
    await setConnection({ state: 'live' });
    await openPopup();
    await setConnection({ state: 'offline', reason: { code: 'unreachable' } });
    await waitFor(() => expect(status()).toHaveTextContent('Can’t reach the price service.'));
  });

  describe('with a service in place of the preferred one', () => {
    const services = [
      serviceWith({ id: 'a', name: 'Public' }),
      serviceWith({ id: 'b', name: 'Backup', baseUrl: 'https://backup.example' }),
    ];
    const words = t('footer.replaced.noAnswer', { used: 'Backup', preferred: 'Public' });

    it('says which and why, and what is said goes when the preferred one returns', async () => {
      await priceServices.setValue(services);
      await setConnection({ state: 'live' });
      const reason = { preferredId: 'a', problem: { code: 'timeout' as const } };
      await activeService.setValue({ id: 'b', since: Date.now(), reason });
      const { user } = await openPopup();
      await waitFor(() => expect(status()).toHaveTextContent(words));
      await user.click(detailsButton());
      const details = await screen.findByRole('group', { name: t('footer.detailsButton') });
      expect(await within(details).findByText(words)).toBeVisible();
      expect(
        within(details).getByRole('button', { name: t('footer.servicesButton') }),
      ).toBeVisible();
      await activeService.setValue({ id: 'a', since: Date.now(), reason: null });
      await waitFor(() => expect(status()).not.toHaveTextContent(words));
      expect(details).not.toHaveTextContent(words);
    });

    it('says nothing of a service that was deleted', async () => {
      await priceServices.setValue(services.slice(1));
      const reason = { preferredId: 'a', problem: { code: 'timeout' as const } };
      await activeService.setValue({ id: 'b', since: 1, reason });
      await setConnection({ state: 'live' });
      await openPopup();
      expect(status()).not.toHaveTextContent('Backup');
    });
  });

  it('shows the reason in place of the count while nothing arrives', async () => {
    await tick({ [BTC]: storedPrice({ proof: proof('verified') }) });
    await setConnection({ state: 'live' });
    await openPopup();
    await waitFor(() => expect(status()).toHaveTextContent('1 of 5 verified'));
    await setConnection({ state: 'offline', reason: { code: 'unreachable' } });
    await waitFor(() =>
      expect(status()).toHaveTextContent(/^OfflineCan’t reach the price service/),
    );
    expect(status()).not.toHaveTextContent('verified');
  });

  it('warns beside its state that the clock is wrong, and corrects the ages', async () => {
    await tick({ [BTC]: storedPrice({}, 125) });
    await setConnection({ state: 'live' });
    await openPopup();
    expect(status()).toHaveTextContent('2 min ago');
    await clockSkew.setValue({ ...clockSkew.fallback, skewMs: 100_000 });
    const notice = 'Your computer’s clock is about 100 seconds fast. Pricelight corrects for this.';
    await waitFor(() => expect(status()).toHaveTextContent(notice));
    expect(status()).toHaveTextContent(/^Live.*2\d sec ago/);
    await clockSkew.setValue(clockSkew.fallback);
    await waitFor(() => expect(status()).not.toHaveTextContent('clock'));
  });

  it('asks why prices seem late, says so in the footer, and stops once that is answered', async () => {
    const questions: unknown[] = [];
    watchQuestions((_id, question) => questions.push(question));
    await setConnection({ state: 'live' });
    const { user } = await openPopup();
    const suspected = { ...clockSkew.fallback, uncorrectedMs: 65_000 };
    await clockSkew.setValue(suspected);
    const sentence =
      'Your computer’s clock seems 65 seconds fast, or prices arrive 65 seconds late.';
    const banner = await screen.findByRole('region', { name: sentence });
    await waitFor(() => expect(status()).toHaveTextContent(sentence));
    await user.click(within(banner).getByRole('button', { name: 'My clock is fast' }));
    await user.click(within(banner).getByRole('button', { name: 'Prices are late' }));
    await waitFor(() =>
      expect(questions).toEqual([{ kind: 'clock-is-fast' }, { kind: 'prices-are-late' }]),
    );
    await clockSkew.setValue({ ...suspected, dismissedMs: 65_000 });
    await waitFor(() => expect(banner).not.toBeInTheDocument());
    expect(status()).not.toHaveTextContent('clock');
    await clockSkew.setValue({ ...suspected, dismissedMs: 300_000 });
    expect(await screen.findByRole('region', { name: sentence })).toBeVisible();
  });

  it('says that alerts wait for a late price', async () => {
    await setConnection({ state: 'live' });
    await openPopup();
    await lateFeeds.setValue([EUR]);
    const words = 'Some alerts wait for EUR/USD, whose newest price is stale.';
    await waitFor(() => expect(status()).toHaveTextContent(words));
  });

  it('lets the user take back that the clock is fast', async () => {
    const questions: unknown[] = [];
    watchQuestions((_id, question) => questions.push(question));
    await clockSkew.setValue({ ...clockSkew.fallback, skewMs: 65_000, answeredMs: 65_000 });
    const { user } = await openPopup();
    await user.click(detailsButton());
    await user.click(await screen.findByRole('button', { name: 'Prices are late' }));
    await waitFor(() => expect(questions).toEqual([{ kind: 'prices-are-late' }]));
  });

  it('counts down to the next attempt without announcing it', async () => {
    await setConnection({ state: 'offline', nextAttemptAt: Date.now() + 3_600_000 });
    await openPopup();
    expect(within(status()).getByText(/^Retrying in (1 hr|59 min)$/)).toHaveAttribute(
      'aria-hidden',
      'true',
    );
  });

  it('shows the age of the newest price', async () => {
    await tick({ [BTC]: storedPrice({}, 7_300) });
    await openPopup();
    expect(status()).toHaveTextContent('2 hr ago');
  });

  it('keeps old prices while it is offline', async () => {
    await tick({ [BTC]: storedPrice({}, 7_300) });
    await setConnection({ state: 'offline', remedy: 'connection' });
    const { user, asked } = await openPopup();
    expect(priceOf('BTC/USD')).toHaveAttribute('value', '64312.45781203');
    await user.click(detailsButton());
    await user.click(await screen.findByRole('button', { name: t('footer.checkButton') }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });
});

describe('the details of the connection', () => {
  it('have the reason, the next attempt and the counts', async () => {
    await tick({ [BTC]: storedPrice({ proof: proof('verified') }, 7_300) });
    await setConnection({
      state: 'offline',
      reason: { code: 'unreachable' },
      nextAttemptAt: Date.now() + 3_600_000,
    });
    const { user } = await openPopup();
    expect(detailsButton()).toHaveAttribute('aria-expanded', 'false');
    await user.click(detailsButton());
    const details = screen.getByRole('group', { name: t('footer.detailsButton') });
    await waitFor(() => expect(details).toHaveTextContent('Can’t reach the price service.'));
    expect(details).toHaveTextContent(/Retrying in (1 hr|59 min)/);
    expect(details).toHaveTextContent(t('footer.verified', { count: 1, total: '5' }));
    expect(details).toHaveTextContent('Newest price: 2 hr ago');
    expect(detailsButton()).toHaveAttribute('aria-controls', details.id);
  });

  it.each([
    ['Escape', async (user: UserEvent) => user.keyboard('{Escape}')],
    ['a press elsewhere', async (user: UserEvent) => user.click(document.body)],
    ['the focus elsewhere', async (user: UserEvent) => user.tab()],
  ])('close by %s', async (_, leave) => {
    const { user } = await openPopup();
    await user.click(detailsButton());
    expect(detailsButton()).toHaveAttribute('aria-expanded', 'true');
    await leave(user);
    expect(detailsButton()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('group', { name: t('footer.detailsButton') })).toBeNull();
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
    expect(status()).toHaveTextContent(t('popup.access.title'));
    await user.click(screen.getByRole('button', { name: t('popup.access.tokenButton') }));
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
    await areSamplesShown.setValue(true);
    await setConnection({ state: 'live' });
    const { user, asked } = await openPopup();
    expect(status()).toHaveTextContent(t('samples.title'));
    await user.click(screen.getByRole('button', { name: t('goLive.title') }));
    expect(asked.createTab).toHaveBeenCalledWith({ url: goLiveUrl });
    await areSamplesShown.setValue(false);
    await waitFor(() => expect(status()).toHaveTextContent(t('connectionState.live')));
  });
});

describe('the header', () => {
  it('opens the options', async () => {
    const { user, asked } = await openPopup();
    await user.click(screen.getByRole('button', { name: 'Options' }));
    expect(asked.openOptionsPage).toHaveBeenCalledOnce();
  });

  it('requests a refresh', async () => {
    const { user } = await openPopup();
    const asked: unknown[] = [];
    watchQuestions((_id, question) => asked.push(question));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(asked).toEqual([{ kind: 'refresh' }]));
  });
});

describe('the page', () => {
  it('holds presence until it is closed', async () => {
    const { unmount, asked } = await openPopup();
    expect(asked.connect).toHaveBeenCalledWith({ name: PRESENCE_PORT });
    const port = asked.connect.mock.results[0]?.value as { disconnect: () => void };
    expect(port.disconnect).not.toHaveBeenCalled();
    unmount();
    expect(port.disconnect).toHaveBeenCalledOnce();
  });

  it('has the chosen theme and palette, and changes at once', async () => {
    await appearance.setValue({ theme: 'dark', palette: 'red-up' });
    await openPopup();
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', palette: 'red-up' });
    await appearance.setValue({ theme: 'system', palette: 'green-up' });
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBeUndefined());
    expect(document.documentElement.dataset['palette']).toBeUndefined();
  });
});

it('rows wait for a price only while one can come', async () => {
  await setConnection({ state: 'stopped', reason: { code: 'unreachable' } });
  await openPopup();
  expect(row('BTC/USD')).toHaveTextContent(t('row.noPrice'));
  await setConnection({ state: 'connecting' });
  await waitFor(() => expect(row('BTC/USD')).toHaveTextContent(t('row.waiting')));
});
