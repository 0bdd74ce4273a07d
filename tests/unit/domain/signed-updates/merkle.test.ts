import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProofCheck } from '@/lib/domain/signed-updates/merkle.ts';
import { buildTree, concat, keccak160 } from '../../../price-service/update-encoding.ts';
import { withByte } from './anatomy.ts';

const DEPTH = 4;

describe('createProofCheck', () => {
  it('accepts every message with its own proof, in any order and repeatedly', () => {
    const messages = Array.from({ length: 13 }, (_, place) => Uint8Array.of(place));
    const { root, proofOf } = buildTree(messages, DEPTH);
    const order = fc.shuffledSubarray([...messages.keys()], { minLength: messages.length });
    const property = fc.property(order, (places) => {
      const isProven = createProofCheck(root);
      return [...places, ...places].every((place) => isProven(messages[place]!, proofOf(place)));
    });
    fc.assert(property, { numRuns: 30 });
  });

  it('does not accept a changed proof that shares remembered nodes', () => {
    const messages = Array.from({ length: 8 }, (_, place) => Uint8Array.of(place));
    const { root, proofOf } = buildTree(messages, DEPTH);
    const property = fc.property(
      fc.nat(7),
      fc.nat(7),
      fc.nat(DEPTH * 20 - 1),
      fc.integer({ min: 1, max: 255 }),
      (known, place, offset, difference) => {
        const isProven = createProofCheck(root);
        isProven(messages[known]!, proofOf(known));
        const changed = withByte(Buffer.from(proofOf(place)), offset, (byte) => byte ^ difference);
        return !isProven(messages[place]!, changed) && isProven(messages[place]!, proofOf(place));
      },
    );
    fc.assert(property, { numRuns: 200 });
  });

  it('rejects a proof that is shorter, longer or for another message', () => {
    const messages = Array.from({ length: 8 }, (_, place) => Uint8Array.of(place));
    const { root, proofOf } = buildTree(messages, DEPTH);
    const isProven = createProofCheck(root);
    expect(isProven(messages[0]!, proofOf(0))).toBe(true);
    expect(isProven(messages[0]!, proofOf(0).subarray(20))).toBe(false);
    expect(isProven(messages[0]!, proofOf(0).subarray(0, -20))).toBe(false);
    expect(isProven(messages[0]!, concat(proofOf(0), new Uint8Array(20)))).toBe(false);
    expect(isProven(messages[0]!, proofOf(1))).toBe(false);
    expect(isProven(Uint8Array.of(99), proofOf(0))).toBe(false);
  });

  it('does not accept an inner node as a message', () => {
    const messages = [Uint8Array.of(0), Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
    const { root, proofOf } = buildTree(messages, 2);
    const leaves = [0, 1].map((place) => keccak160(Uint8Array.of(0, place)));
    const [low, high] = leaves.toSorted((a, b) => Buffer.compare(a, b));
    const above = proofOf(0).subarray(20);
    // If leaves and nodes were hashed in the same way, this content would lead to the root.
    const node = keccak160(concat(Uint8Array.of(1), low!, high!));
    expect(createProofCheck(root)(messages[0]!, proofOf(0))).toBe(true);
    for (const forged of [concat(low!, high!), concat(Uint8Array.of(1), low!, high!), node]) {
      expect(createProofCheck(root)(forged, above)).toBe(false);
    }
  });

  it('accepts an empty proof for the only leaf of a tree', () => {
    const { root } = buildTree([Uint8Array.of(7)], 0);
    expect(createProofCheck(root)(Uint8Array.of(7), new Uint8Array())).toBe(true);
    expect(createProofCheck(root)(Uint8Array.of(8), new Uint8Array())).toBe(false);
  });
});
