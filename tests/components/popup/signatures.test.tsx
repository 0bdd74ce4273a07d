import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import {
  DEFAULT_TRUST_SETTINGS,
  trustFingerprint,
} from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { references } from '@/lib/storage/values/history.ts';
import { failedChecks, lastKnownPrices } from '@/lib/storage/values/prices.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import { trustInForce } from '@/lib/storage/values/trust-in-force.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, ETH, exception, openPopup, proof, row, storedPrice, tick } from './popup-page.tsx';
import { BAD_SIGNATURE } from '../../unit/proofs.ts';

const proven = proof('verified');
const unchecked = proof('unchecked');
const OTHER_TRUST = { ...DEFAULT_TRUST_SETTINGS, beta: true };

const status = () => screen.getByRole('status', { name: 'Connection' });
const noChange = (symbol: string, name: RegExp) => within(row(symbol)).queryByRole('img', { name });

async function fail(...ids: string[]): Promise<void> {
  const check = { reason: BAD_SIGNATURE, at: Date.now(), trust: proven.trust };
  await failedChecks.setValue(Object.fromEntries(ids.map((id) => [id, check])));
}

describe('proofs', () => {
  it('are counted; only what is not verified is marked, with the reason', async () => {
    await tick({ [BTC]: storedPrice({ proof: proven }), [ETH]: storedPrice({ proof: unchecked }) });
    await openPopup();
    await waitFor(() => expect(exception('ETH/USD')).toHaveTextContent('Not verified'));
    expect(exception('ETH/USD')?.title).toBe(
      'Not verified: The update contains no signature for this price.',
    );
    expect(exception('BTC/USD')).toBeNull();
    expect(status()).toHaveTextContent('1 price isn’t verified.');
  });

  it('gray out unverified prices only if signatures are required', async () => {
    await tick({ [BTC]: storedPrice({ proof: proven }), [ETH]: storedPrice({ proof: unchecked }) });
    await openPopup();
    expect(row('ETH/USD')).not.toHaveAttribute('data-standing', 'refused');
    await act(() => signatures.setValue('require'));
    expect(row('ETH/USD')).toHaveAttribute('data-standing', 'refused');
    expect(row('BTC/USD')).not.toHaveAttribute('data-standing', 'refused');
  });
});

describe('prices that fail verification', () => {
  it('are shown in the row and in the sentence, which leads to the first of them', async () => {
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await watchlist.setValue([ETH, BTC]);
    await tick({ [BTC]: storedPrice({ proof: proven }), [ETH]: storedPrice({ proof: proven }) });
    await fail(BTC);
    const { user } = await openPopup();
    await waitFor(() => expect(exception('BTC/USD')).toHaveTextContent('Failed verification'));
    expect(exception('BTC/USD')?.title).toBe(
      'Failed verification: The signature of signer 3 is wrong.',
    );
    expect(row('BTC/USD')).toHaveAttribute('data-standing', 'refused');
    expect(row('ETH/USD')).not.toHaveAttribute('data-standing');
    expect(row('BTC/USD')).toHaveTextContent('Not verified');
    expect(status()).toHaveTextContent('1 price isn’t verified. The other one is live.');
    expect(status().querySelector('[data-tone]')).toHaveAttribute('data-tone', 'bad');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(location.hash).toBe(`#feed/${BTC}`);
    location.hash = '';
  });

  it('are also shown for a feed that never had a good price', async () => {
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await fail(BTC, ETH);
    await openPopup();
    expect(row('BTC/USD')).toHaveTextContent('Failed verification');
    expect(status()).toHaveTextContent(/^2 prices aren’t verified\.$/);
  });

  it('are no longer shown once verification succeeds', async () => {
    await tick({ [BTC]: storedPrice({ proof: proven }) });
    await fail(BTC);
    await openPopup();
    await act(() => failedChecks.setValue({}));
    expect(exception('BTC/USD')).toBeNull();
    await waitFor(() => expect(status()).not.toHaveTextContent('isn’t verified'));
  });
});

describe('a proof under another trust', () => {
  it('does not count, no matter where the price is read from', async () => {
    await tick({ [BTC]: storedPrice({ proof: proven }) });
    await lastKnownPrices.setValue({ [ETH]: storedPrice({ proof: proven }) });
    await trustSettings.setValue(OTHER_TRUST);
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await openPopup();
    expect(status()).not.toHaveTextContent('verified');
  });

  it('stops counting at once, without a worker', async () => {
    await signatures.setValue('require');
    await tick({ [BTC]: storedPrice({ proof: proven }) });
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await openPopup();
    expect(status()).toHaveTextContent('All prices verified');
    await act(() => trustSettings.setValue(OTHER_TRUST));
    await waitFor(() => expect(row('BTC/USD')).toHaveAttribute('data-standing', 'refused'));
    expect(exception('BTC/USD')).toHaveTextContent('Not verified');
  });

  it('is replaced once a proof under the new trust arrives', async () => {
    await tick({ [BTC]: storedPrice({ proof: proven }) });
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await openPopup();
    await act(() => trustSettings.setValue(OTHER_TRUST));
    await waitFor(() => expect(status()).not.toHaveTextContent('verified'));
    const trust = await trustFingerprint(OTHER_TRUST);
    await act(() => tick({ [BTC]: storedPrice({ proof: { ...proven, trust } }) }));
    await waitFor(() => expect(status()).toHaveTextContent('All prices verified'));
  });

  it('does not count for a past price if signatures are required', async () => {
    await signatures.setValue('require');
    const time = referenceTime('24h', Date.now() / 1_000);
    const past = writePastPrice({ time, price: '6296501', expo: -2, trust: 'other' });
    await references['24h'].setValue({ [BTC]: past });
    await tick({ [BTC]: storedPrice({ proof: proven }) });
    await connectionState.setValue({ ...connectionState.fallback, state: 'live' });
    await openPopup();
    await waitFor(() =>
      expect(noChange('BTC/USD', /price at that time isn’t verified/)).toBeVisible(),
    );
  });
});

it('reports the trust in force in the order of the changes', async () => {
  const heard: string[] = [];
  const stop = trustInForce.watch((now) => heard.push(now));
  await trustSettings.setValue(OTHER_TRUST);
  await trustSettings.setValue(DEFAULT_TRUST_SETTINGS);
  const expected = [OTHER_TRUST, DEFAULT_TRUST_SETTINGS].map((trust) => trustFingerprint(trust));
  const fingerprints = await Promise.all(expected);
  await waitFor(() => expect(heard).toEqual(fingerprints));
  stop();
});
