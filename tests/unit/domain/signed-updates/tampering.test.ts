import { describe, expect, it } from 'vitest';
import type { SignedUpdateCheck } from '@/lib/domain/signed-updates/errors.ts';
import type { Trust } from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { anatomyOf, spliced, withByte, withSignatures, withVaa } from './anatomy.ts';
import { capturedUpdate, hasCaptured, profilesFor } from './captured.ts';
import { localTrust, priceMessage, signedBlob } from './signed.ts';

type Case = [name: string, check: SignedUpdateCheck | 'ok', change: (bytes: Buffer) => Buffer];

const flip = (byte: number) => byte ^ 1;
const oneMore = (byte: number) => byte + 1;
const oneLess = (byte: number) => byte - 1;
const set = (value: number) => () => value;
const at =
  (part: (anatomy: ReturnType<typeof anatomyOf>) => number, change = flip) =>
  (bytes: Buffer) =>
    withByte(bytes, part(anatomyOf(bytes)), change);
const bodyField = (offset: number) => at(({ body }) => body + offset);
const payloadField = (offset: number) => at(({ payload }) => payload + offset);
const firstMessage = (offset: number) => at(({ messages }) => messages[0]!.message + offset);
const signatures = (change: (list: Buffer[]) => Buffer[]) => (bytes: Buffer) =>
  withSignatures(bytes, change);
const lastSigner = (index: number) =>
  signatures((list) => [...list.slice(0, -1), withByte(list.at(-1)!, 0, set(index))]);
const signature = (change: (signature: Buffer) => void) => (bytes: Buffer) =>
  withSignatures(bytes, (list) => {
    change(list[1]!);
    return list;
  });
const vaaLength = (by: number) => (bytes: Buffer) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt16BE(anatomyOf(bytes).vaaLength + by, anatomyOf(bytes).vaa - 2);
  return copy;
};

const FORM: Case[] = [
  ['wrong magic', 'magic', at(() => 0)],
  ['major version 0', 'version', at(() => 4, set(0))],
  ['major version 2', 'version', at(() => 4, set(2))],
  ['any minor version', 'ok', at(() => 5, set(99))],
  ['a trailing header', 'ok', (bytes) => spliced(bytes, 6, 1, Buffer.from([2, 7, 7]))],
  ['a wrong length of the trailing header', 'update-type', at(() => 6, set(1))],
  ['another update type', 'update-type', at(() => 7, set(1))],
  ['an envelope length that is one too small', 'truncated', vaaLength(-1)],
  ['an envelope length that is one too large', 'trailing-bytes', vaaLength(1)],
  [
    'no message',
    'ok',
    (bytes) => {
      const { count } = anatomyOf(bytes);
      return Buffer.concat([bytes.subarray(0, count), Buffer.from([0])]);
    },
  ],
  ['a count of 0 before messages', 'trailing-bytes', at(({ count }) => count, set(0))],
  ['a message count that is one too large', 'truncated', at(({ count }) => count, oneMore)],
  ['a count of 255', 'truncated', at(({ count }) => count, set(255))],
  ['one extra byte', 'trailing-bytes', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ['the update twice', 'trailing-bytes', (bytes) => Buffer.concat([bytes, bytes])],
  ['nothing at all', 'truncated', () => Buffer.alloc(0)],
  ['a blob of excessive size', 'size', (bytes) => Buffer.concat([bytes, Buffer.alloc(140_000)])],
];

const ENVELOPE: Case[] = [
  ['version 0', 'vaa', at(({ vaa }) => vaa, set(0))],
  ['version 2', 'vaa', at(({ vaa }) => vaa, set(2))],
  ['an empty envelope', 'vaa', (bytes) => withVaa(bytes, () => Buffer.alloc(0))],
  ['an unknown set', 'unknown-set', at(({ vaa }) => vaa + 1)],
  ['a newer set', 'unknown-set', at(({ vaa }) => vaa + 4, set(200))],
  ['a signature count of 0', 'emitter', at(({ vaa }) => vaa + 5, set(0))],
  ['a signature count that is one too small', 'emitter', at(({ vaa }) => vaa + 5, oneLess)],
  ['a signature count that is one too large', 'vaa', at(({ vaa }) => vaa + 5, oneMore)],
  ['a signature count of 255', 'vaa', at(({ vaa }) => vaa + 5, set(255))],
  ['no signatures', 'quorum', signatures(() => [])],
  ['one signature less than the quorum', 'quorum', signatures((list) => list.slice(0, -1))],
  [
    'the same signer twice instead of two signers',
    'signer-index',
    signatures((list) => [list[0]!, list[0]!, ...list.slice(2)]),
  ],
  [
    'the same signer twice in addition to a quorum',
    'signer-index',
    signatures((list) => [list[0]!, ...list]),
  ],
  ['unsorted signers', 'signer-index', signatures((list) => list.toReversed())],
  ['the index after the last one', 'signer-index', lastSigner(19)],
  ['index 255', 'signer-index', lastSigner(255)],
  [
    "another signer's signature",
    'signature',
    (bytes) =>
      withSignatures(bytes, ([first, second, ...rest]) => [
        spliced(first!, 1, 65, second!.subarray(1)),
        second!,
        ...rest,
      ]),
  ],
  ['a flipped recovery id', 'signature', signature((bytes) => void (bytes[65]! ^= 1))],
  ['a recovery id 2 higher', 'signature', signature((bytes) => void (bytes[65]! += 2))],
  ["Ethereum's recovery id, 27 higher", 'signature', signature((bytes) => void (bytes[65]! += 27))],
  ['r = 0', 'signature', signature((bytes) => bytes.fill(0, 1, 33))],
  ['s = 0', 'signature', signature((bytes) => bytes.fill(0, 33, 65))],
  ['r = ff…', 'signature', signature((bytes) => bytes.fill(255, 1, 33))],
  ['s = ff…', 'signature', signature((bytes) => bytes.fill(255, 33, 65))],
  ['the high-S twin of a signature', 'ok', signature(makeHighS)],
];

const SIGNED: Case[] = [
  ['timestamp', 'signature', bodyField(0)],
  ['nonce', 'signature', bodyField(4)],
  ['emitter chain', 'emitter', bodyField(9)],
  ['emitter chain 1', 'emitter', at(({ body }) => body + 9, set(1))],
  ['emitter chain 2', 'emitter', at(({ body }) => body + 9, set(2))],
  ['emitter address', 'emitter', bodyField(10)],
  ['sequence', 'signature', bodyField(49)],
  ['consistency level', 'signature', bodyField(50)],
  ['payload magic', 'payload', payloadField(0)],
  ['payload type', 'payload', payloadField(4)],
  ['slot', 'signature', payloadField(12)],
  ['ring size', 'signature', payloadField(16)],
  ['root', 'proof', payloadField(17)],
  ['a shortened payload', 'payload', (bytes) => withVaa(bytes, (vaa) => vaa.subarray(0, -1))],
  [
    'a payload with extra bytes',
    'signature',
    (bytes) => withVaa(bytes, (vaa) => Buffer.concat([vaa, Buffer.from([0])])),
  ],
];

const MESSAGES: Case[] = [
  ['kind', 'proof', firstMessage(0)],
  ['feed id', 'proof', firstMessage(1)],
  ['price', 'proof', firstMessage(40)],
  ['confidence', 'proof', firstMessage(48)],
  ['exponent', 'proof', firstMessage(52)],
  ['publish time', 'proof', firstMessage(60)],
  [
    'an impossible publish time',
    'message',
    at(({ messages }) => messages[0]!.message + 53, set(127)),
  ],
  ['previous publish time', 'proof', firstMessage(68)],
  ['average', 'proof', firstMessage(76)],
  ['EMA confidence', 'proof', firstMessage(84)],
  [
    'an empty message',
    'message',
    (bytes) => {
      const { message, messageLength } = anatomyOf(bytes).messages[0]!;
      return spliced(bytes, message - 2, 2 + messageLength, Buffer.from([0, 0]));
    },
  ],
  [
    'a message with extra bytes',
    'proof',
    (bytes) => {
      const { message, messageLength } = anatomyOf(bytes).messages[0]!;
      const longer = Buffer.from([0, messageLength + 1]);
      const cut = bytes.subarray(message, message + messageLength);
      const tailed = Buffer.concat([longer, cut, Buffer.from([0])]);
      return spliced(bytes, message - 2, 2 + messageLength, tailed);
    },
  ],
  ['message length', 'truncated', at(({ messages }) => messages[0]!.message - 2, set(255))],
  [
    'a proof length that is one too large',
    'truncated',
    at(({ messages }) => messages.at(-1)!.proof - 1, oneMore),
  ],
  [
    'a proof length that is one too small',
    'trailing-bytes',
    at(({ messages }) => messages.at(-1)!.proof - 1, oneLess),
  ],
  ['the first proof hash', 'proof', at(({ messages }) => messages[0]!.proof)],
  ['the last proof hash', 'proof', (bytes) => withByte(bytes, bytes.length - 1, flip)],
  [
    'a shortened proof with the correct length',
    'proof',
    (bytes) => {
      const { proof, proofLength } = anatomyOf(bytes).messages.at(-1)!;
      const shorter = bytes.subarray(proof, proof + 20 * (proofLength - 1));
      return spliced(
        bytes,
        proof - 1,
        bytes.length,
        Buffer.concat([Buffer.from([proofLength - 1]), shorter]),
      );
    },
  ],
  [
    "another message's proof",
    'proof',
    (bytes) => {
      const [one, two] = anatomyOf(bytes).messages;
      if (two === undefined) return withByte(bytes, one!.proof + 21, flip);
      const proof = bytes.subarray(two.proof, two.proof + 20 * two.proofLength);
      return spliced(bytes, one!.proof, 20 * one!.proofLength, proof);
    },
  ],
];

const TABLE: [subject: string, cases: Case[]][] = [
  ['form', FORM],
  ['envelope', ENVELOPE],
  ['signed fields', SIGNED],
  ['messages', MESSAGES],
];

describe('a locally signed update, 3 of 5', () => {
  describeTable(signedBlob([priceMessage(1), priceMessage(2)]), localTrust());

  it('rejects the message and proof of another slot', () => {
    const mine = signedBlob([priceMessage(1)]);
    const other = signedBlob([priceMessage(1, { price: 5n }), priceMessage(3)]);
    const theirs = anatomyOf(other);
    const mixed = spliced(mine, anatomyOf(mine).count, mine.length, other.subarray(theirs.count));
    expect(outcome(mixed, localTrust())).toBe('proof');
  });

  it('rejects the index after the last signer', () => {
    const blob = lastSigner(5)(signedBlob([priceMessage(1)]));
    expect(outcome(blob, localTrust())).toBe('signer-index');
  });

  it('rejects signatures of keys that are not in any set', () => {
    const forged = signedBlob([priceMessage(1)], { seed: 'attacker' });
    expect(outcome(forged, localTrust())).toBe('signature');
  });
});

describe.skipIf(!hasCaptured).each([
  ['router-set1', '3 of 5'],
  ['wormhole-set7', '13 of 19'],
])('the captured update %s, %s', (start) => {
  if (!hasCaptured) return;
  const update = capturedUpdate(start);
  const trust = { profiles: profilesFor(update), nowMs: update.vaa_time * 1000 };
  describeTable(Buffer.from(update.data[0] ?? '', update.encoding), trust);
});

function describeTable(original: Buffer, trust: Trust): void {
  it('verifies without changes', () => {
    expect(outcome(original, trust)).toBe('ok');
  });
  describe.each(TABLE)('%s', (_, cases) => {
    it.each(cases)('%s: %s', (_name, check, change) => {
      const changed = change(original);
      expect(changed.equals(original)).toBe(false);
      expect(outcome(changed, trust)).toBe(check);
    });
  });
}

function outcome(bytes: Buffer, trust: Trust): SignedUpdateCheck | 'ok' {
  const binary = { encoding: 'hex', data: [bytes.toString('hex')] };
  const { blobs, prices } = verifyUpdate(binary, trust);
  const [blob] = blobs;
  if (blob?.ok === true) return 'ok';
  expect(prices.size).toBe(0);
  return blob?.error.check ?? 'ok';
}

/** (r, n − s, other recovery id) is a signature by the same key. It is harmless and accepted. */
function makeHighS(bytes: Buffer): void {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = BigInt(`0x${bytes.subarray(33, 65).toString('hex')}`);
  Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex').copy(bytes, 33);
  bytes[65]! ^= 1;
}
