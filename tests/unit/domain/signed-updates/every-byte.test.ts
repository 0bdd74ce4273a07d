import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SignedUpdateError } from '@/lib/domain/signed-updates/errors.ts';
import { parseMessage } from '@/lib/domain/signed-updates/messages.ts';
import {
  importSetUpgrade,
  parseSetUpgrade,
} from '@/lib/domain/signed-updates/trust/set-upgrade.ts';
import type { Trust } from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { createSignerCache } from '@/lib/domain/signed-updates/signatures.ts';
import { parseVaa } from '@/lib/domain/signed-updates/vaa.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { withByte } from './anatomy.ts';
import { capturedUpdate, hasCaptured, profilesFor } from './captured.ts';
import { asBinary, localTrust, priceMessage, signedBlob } from './signed.ts';

/** Unsigned; any value is allowed. */
const MINOR_VERSION_AT = 5;

// As in the worker, signers that are seen often cost less.
const CACHE = createSignerCache();

interface Subject {
  bytes: Buffer;
  trust: Trust;
  /** Only every n-th byte is flipped: rejecting a signature takes milliseconds. */
  step: number;
}

const SUBJECTS: [name: string, subject: Subject][] = [
  ['a locally signed update', localSubject()],
  ...(hasCaptured
    ? [
        ['a captured update, 3 of 5', capturedSubject('router-set0', 7)] as [string, Subject],
        ['a captured update, 13 of 19', capturedSubject('wormhole-set7', 61)] as [string, Subject],
      ]
    : []),
];

describe.each(SUBJECTS)('%s', (_, { bytes, trust, step }) => {
  it('is rejected if it is cut off at any byte', () => {
    const accepted = Array.from({ length: bytes.length }, (__, length) => length).filter((length) =>
      verifies(bytes.subarray(0, length), trust),
    );
    expect(accepted).toEqual([]);
    expect(verifies(bytes, trust)).toBe(true);
  });

  it('is rejected if any byte except the unsigned minor version is changed', () => {
    const accepted: number[] = [];
    for (let offset = 0; offset < bytes.length; offset += step) {
      if (
        verifies(
          withByte(bytes, offset, (byte) => byte ^ 1),
          trust,
        )
      )
        accepted.push(offset);
    }
    expect(accepted).toEqual(step === 1 ? [MINOR_VERSION_AT] : []);
  });
});

describe('any bytes', () => {
  const anyBytes = fc.uint8Array({ maxLength: 700 });

  it('never throw and never verify', () => {
    const trust = localTrust();
    fc.assert(
      fc.property(anyBytes, (bytes) => !verifies(bytes, trust)),
      { numRuns: 300 },
    );
  });

  it('after a valid start never throw and never verify', () => {
    const trust = localTrust();
    const valid = signedBlob([priceMessage(1)]);
    const property = fc.property(fc.nat(valid.length - 1), anyBytes, (length, tail) => {
      const bytes = Buffer.concat([valid.subarray(0, length), tail]);
      fc.pre(!bytes.equals(valid) && length > MINOR_VERSION_AT);
      return !verifies(bytes, trust);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('cause only typed errors as an envelope, message or upgrade', () => {
    const property = fc.property(anyBytes, (bytes) => {
      for (const parse of [parseVaa, parseMessage, parseSetUpgrade]) {
        expectTypedErrors(() => parse(bytes));
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('as text in any encoding never throw', () => {
    const trust = localTrust();
    const property = fc.property(fc.string(), fc.string(), (text, label) => {
      for (const encoding of ['hex', 'base64', label]) {
        if (verifyUpdate({ encoding, data: [text] }, trust).blobs[0]?.ok !== false) return false;
      }
      expectTypedErrors(() => importSetUpgrade(trust.profiles, text));
      return true;
    });
    fc.assert(property, { numRuns: 300 });
  });
});

function localSubject(): Subject {
  for (let slot = 1n; slot <= 8n; slot += 1n) {
    verifies(signedBlob([priceMessage(1)], { slot }), localTrust());
  }
  return { bytes: signedBlob([priceMessage(1), priceMessage(2)]), trust: localTrust(), step: 1 };
}

function capturedSubject(start: string, step: number): Subject {
  const update = capturedUpdate(start);
  const bytes = Buffer.from(update.data[0] ?? '', update.encoding);
  const trust = { profiles: profilesFor(update), nowMs: update.vaa_time * 1000 };
  return { bytes, trust, step };
}

function verifies(bytes: Uint8Array, trust: Trust): boolean {
  const [blob] = verifyUpdate(asBinary(bytes), trust, CACHE).blobs;
  if (blob === undefined) throw new Error('No result for a blob');
  if (!blob.ok) expect(blob.error).toBeInstanceOf(SignedUpdateError);
  return blob.ok;
}

function expectTypedErrors(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(SignedUpdateError);
  }
}
