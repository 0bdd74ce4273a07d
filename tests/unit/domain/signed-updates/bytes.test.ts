import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase58 } from '@/lib/domain/signed-updates/base58.ts';
import { ByteReader, decodeBytes, MAX_BLOB_BYTES } from '@/lib/domain/signed-updates/bytes.ts';

describe('decodeBytes', () => {
  it('decodes any bytes in both encodings', () => {
    const property = fc.property(fc.uint8Array(), (bytes) => {
      for (const encoding of ['hex', 'base64'] as const) {
        const text = Buffer.from(bytes).toString(encoding);
        expect([...decodeBytes(text, encoding)]).toEqual([...bytes]);
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.each([
    ['an odd number of digits', 'abc', 'hex'],
    ['a character that is not a digit', 'abcg', 'hex'],
    ['0x', '0xabcd', 'hex'],
    ['white space', 'ab cd', 'hex'],
    ['a line break at the end', 'abcd\n', 'hex'],
    ['a fullwidth digit', 'abc１', 'hex'],
    ['missing padding', 'AQI', 'base64'],
    ['too much padding', 'AQI==', 'base64'],
    ['padding only', '=', 'base64'],
    ['padding inside', 'AQ==AQ==', 'base64'],
    ['bits after the last byte', 'AQJ=', 'base64'],
    ['white space within it', 'AQ I=', 'base64'],
    ['a line break after it', 'AQI=\n', 'base64'],
    ['the URL-safe alphabet', '_-8=', 'base64'],
    ['a foreign character', 'AQ*=', 'base64'],
    ['another label', 'abcd', 'HEX'],
    ['no label', 'abcd', undefined],
    ['no text', 7, 'hex'],
    ['nothing', null, 'base64'],
  ])('rejects %s', (_, text, encoding) => {
    expect(() => decodeBytes(text, encoding)).toThrow(
      expect.objectContaining({ check: 'encoding' }),
    );
  });

  it('accepts uppercase hex digits', () => {
    expect([...decodeBytes('ABcd', 'hex')]).toEqual([0xab, 0xcd]);
  });

  it.each(['hex', 'base64'] as const)('limits the size of %s', (encoding) => {
    const text = (bytes: number) => Buffer.alloc(bytes).toString(encoding);
    expect(decodeBytes(text(MAX_BLOB_BYTES), encoding)).toHaveLength(MAX_BLOB_BYTES);
    expect(() => decodeBytes(text(MAX_BLOB_BYTES + 3), encoding)).toThrow(
      expect.objectContaining({ check: 'size' }),
    );
  });
});

describe('ByteReader', () => {
  it('reads big-endian integers, including negative ones', () => {
    const ones = Array.from({ length: 8 }, () => 255);
    expect(reader(1, 2).u16()).toBe(0x102);
    expect(reader(255, 255, 255, 254).i32()).toBe(-2);
    expect(reader(255, 255, 255, 254).u32()).toBe(0xfffffffe);
    expect(reader(...ones).i64()).toBe(-1n);
    expect(reader(...ones).u64()).toBe(2n ** 64n - 1n);
  });

  it('throws the check of its part for a read past the end', () => {
    expect(() => reader(1).u16()).toThrow(expect.objectContaining({ check: 'vaa' }));
    expect(() => reader(1).take(2)).toThrow(
      expect.objectContaining({ problem: { code: 'ends-early', part: 'envelope' } }),
    );
  });

  it('throws if unread bytes remain', () => {
    const read = reader(1, 2);
    read.u8();
    expect(() => read.end()).toThrow(expect.objectContaining({ check: 'trailing-bytes' }));
    expect([...read.rest()]).toEqual([2]);
    expect(() => read.end()).not.toThrow();
  });
});

describe('toBase58', () => {
  it.each([
    ['', ''],
    ['00', '1'],
    ['0000287fb4cd', '11233QC4'],
    ['516b6fcd0f', 'ABnLTmg'],
    ['73696d706c792061206c6f6e6720737472696e67', '2cFupjhnEsSn59qHXstmK2ffpLv2'],
  ])('%s', (hex, text) => {
    expect(toBase58(Buffer.from(hex, 'hex'))).toBe(text);
  });
});

function reader(...bytes: number[]): ByteReader {
  return new ByteReader(Uint8Array.from(bytes), 'envelope');
}
