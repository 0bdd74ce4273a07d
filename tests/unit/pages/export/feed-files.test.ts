import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateBlobs, updateJson } from '../../../../lib/pages/export/feed-files.ts';
import type { AnsweredUpdate } from '../../../../lib/pages/questions.ts';

const ID = 'e6'.repeat(32);

function answered(data: string[], encoding: 'hex' | 'base64', blob?: number): AnsweredUpdate {
  const details = blob === undefined ? null : ({ blob } as never);
  return {
    update: { binary: { data, encoding }, parsed: null },
    receivedAt: 0,
    prices: [{ id: ID, price: null, details }],
  };
}

describe('the raw update', () => {
  it('is the price service’s own JSON', () => {
    const { update } = answered(['00'], 'hex');
    expect(JSON.parse(updateJson(answered(['00'], 'hex')))).toEqual(update);
  });

  it('contains the signed bytes, decoded from hex or base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        for (const [text, encoding] of [
          [bytes.toHex(), 'hex'],
          [bytes.toBase64(), 'base64'],
        ] as const) {
          expect(updateBlobs(answered([text], encoding), ID)).toEqual([{ place: 0, bytes }]);
        }
      }),
    );
  });

  it('returns the blob that proves the price, or all blobs if none does', () => {
    const provingBlobs = updateBlobs(answered(['00', '01', '02'], 'hex', 1), ID);
    expect(provingBlobs).toEqual([{ place: 1, bytes: Uint8Array.of(1) }]);
    expect(updateBlobs(answered(['00', '01', '02'], 'hex'), ID)).toHaveLength(3);
  });

  it('rejects invalidly encoded bytes', () => {
    expect(() => updateBlobs(answered(['0x00'], 'hex'), ID)).toThrow(
      expect.objectContaining({ problem: { code: 'invalid-encoding', encoding: 'hex' } }),
    );
  });
});
