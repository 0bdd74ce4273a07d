import { describe, expect, it } from 'vitest';
import { compareWithParsed } from '@/lib/domain/signed-updates/verdict.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { createSignerCache } from '@/lib/domain/signed-updates/signatures.ts';
import { verifyUpdate, type VerifiedPrice } from '@/lib/domain/signed-updates/verify.ts';
import {
  capturedUpdate,
  capturedUpdates,
  FIRST_GUARDIANS,
  hasCaptured,
  profilesFor,
} from './captured.ts';

const NOW_MS = Date.parse('2026-11-21T00:00:00Z');

const CAPTURED = capturedUpdates();
// As in the worker, signers that are seen often cost less.
const CACHE = createSignerCache();

describe.skipIf(!hasCaptured)('captured updates', () => {
  it.each(CAPTURED.map((update) => [update.file, update] as const))('%s', (_, update) => {
    const trust = { profiles: profilesFor(update), nowMs: NOW_MS, history: true };
    const { blobs, prices } = verifyUpdate(update, trust, CACHE);

    expect(blobs.map(({ ok }) => ok)).toEqual(update.data.map(() => update.verifies));
    if (!update.verifies) return;
    for (const blob of blobs) {
      if (!blob.ok) throw blob.error;
      expect(blob.proof.profileId).toBe(update.profile.replace(/^router$/, 'pyth-routers'));
      expect(blob.proof.setIndex).toBe(update.guardian_set_index);
      expect(blob.proof.timestamp).toBe(update.vaa_time);
      expect(blob.messages).toHaveLength(update.feeds);
    }
    for (const parsed of update.parsed ?? []) {
      expect(compareWithParsed(parsed, present(prices.get(parsed.id)))).toEqual([]);
    }
    for (const { id, ...fields } of update.expected ?? []) {
      const values = inWireNames(present(prices.get(String(id))));
      expect(values).toMatchObject(fields);
    }
  });

  it('include parsed items to compare', () => {
    const withParsed = CAPTURED.filter(({ parsed }) => parsed !== null);
    expect(withParsed.length).toBeGreaterThan(5);
    expect(withParsed.flatMap(({ parsed }) => parsed).length).toBeGreaterThan(100);
  });

  it('include stake caps and messages of other kinds, which do not count as prices', () => {
    const others = verifyHistory('wormhole-set4-20241202T155856Z');
    const kinds = others.blobs.flatMap((blob) => (blob.ok ? blob.messages : []));
    expect(kinds.map(({ kind }) => kind)).toEqual(Array(3).fill('unsupported'));
    expect(others.prices.size).toBe(0);

    const caps = verifyHistory('wormhole-testnet0-20240902T213707Z');
    expect(caps.prices.size).toBe(0);
    expect(caps.stakeCaps?.caps).toHaveLength(66);
    expect(new Set(caps.stakeCaps?.caps.map(({ publisher }) => publisher.length))).toEqual(
      new Set([43, 44]),
    );
  });

  it('from retired sets are rejected unless `history` is set; those from current sets are accepted', () => {
    expect(outcomes('router-set0')).toEqual(['expired-set']);
    expect(outcomes('router-set1')).toEqual(['ok']);
    expect(outcomes('wormhole-set6')).toEqual(['expired-set']);
    expect(outcomes('wormhole-set7')).toEqual(['ok']);
    expect(outcomes('wormhole-testnet0-20231122')).toEqual(['ok']);
  });

  it.each([
    ['a router update by the guardians', 'router-set1', [WORMHOLE_MAINNET], 'emitter'],
    ['a guardian update by the routers', 'wormhole-set7', [PYTH_ROUTERS], 'emitter'],
    [
      'a beta update by the guardians',
      'wormhole-testnet0-20231122',
      [WORMHOLE_MAINNET],
      'unknown-set',
    ],
    // Both have a set 0 with one signer. Only the keys differ.
    [
      'a beta update by the first guardian',
      'wormhole-testnet0-20231122',
      [FIRST_GUARDIANS],
      'signature',
    ],
  ])('do not verify %s', (_, start, profiles, check) => {
    const trust = { profiles, nowMs: NOW_MS, history: true };
    const [blob] = verifyUpdate(capturedUpdate(start), trust).blobs;
    expect(blob).toMatchObject({ ok: false, error: { check } });
  });
});

/** Verifies an update at the current time. */
function outcomes(start: string) {
  const update = capturedUpdate(start);
  const trust = { profiles: profilesFor(update), nowMs: NOW_MS };
  return verifyUpdate(update, trust).blobs.map((blob) => (blob.ok ? 'ok' : blob.error.check));
}

function verifyHistory(start: string) {
  const update = capturedUpdate(start);
  return verifyUpdate(update, { profiles: profilesFor(update), nowMs: NOW_MS, history: true });
}

function present(price: VerifiedPrice | undefined): VerifiedPrice {
  if (price === undefined) throw new Error('The update lacks a feed that it should hold');
  return price;
}

function inWireNames(price: VerifiedPrice) {
  return {
    price: price.price.toString(),
    conf: price.conf.toString(),
    expo: price.expo,
    publish_time: price.publishTime,
    prev_publish_time: price.prevPublishTime,
    ema_price: price.emaPrice.toString(),
    ema_conf: price.emaConf.toString(),
  };
}
