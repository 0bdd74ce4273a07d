import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { INLINE_URL_LIMIT, readPayload } from '../../../../lib/pages/export/download.ts';
import { SaveError } from '../../../../lib/base/save-error.ts';

afterEach(() => vi.restoreAllMocks());

const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
const dataUrl = (length: number): string => 'data:,'.padEnd(length, 'x');

describe('a payload', () => {
  it('that is a blob is returned unchanged', async () => {
    const blob = new Blob(['data']);
    expect(await readPayload(blob)).toBe(blob);
  });

  it('that is a URL is read with `fetch` only below 2,048 characters', async () => {
    const read = vi.spyOn(globalThis, 'fetch');
    const short = await readPayload(dataUrl(INLINE_URL_LIMIT - 1));
    expect(read).toHaveBeenCalledTimes(1);
    const long = await readPayload(dataUrl(INLINE_URL_LIMIT));
    expect(read).toHaveBeenCalledTimes(1);
    expect(short.size).toBe(INLINE_URL_LIMIT - 1 - 'data:,'.length);
    expect(long.size).toBe(INLINE_URL_LIMIT - 'data:,'.length);
  });

  it.each([
    'https://example.com/a',
    `https://example.com/${'a'.repeat(3_000)}`,
    'file:///etc/passwd',
    '',
  ])('that is not a data URL is rejected without a request: %#', async (url) => {
    const read = vi.spyOn(globalThis, 'fetch');
    await expect(readPayload(url)).rejects.toThrow(SaveError);
    expect(read).not.toHaveBeenCalled();
  });

  it('that is damaged is rejected', async () => {
    await expect(readPayload(`data:;base64,${'é'.repeat(3_000)}`)).rejects.toThrow('damaged');
    await expect(readPayload('data:no-comma')).rejects.toThrow(SaveError);
  });

  it('gives the same bytes and type for long and short URLs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, isBase64) => {
        const body = isBase64
          ? `;base64,${bytes.toBase64()}`
          : `,${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`;
        const short = `data:application/x-test${body}`;
        // A fragment is not part of the data.
        const long = `${short}#${'-'.repeat(INLINE_URL_LIMIT)}`;
        for (const url of [short, long]) {
          const blob = await readPayload(url);
          expect(blob.type).toBe('application/x-test');
          expect(await bytesOf(blob)).toEqual(bytes);
        }
      }),
    );
  });

  it('in a long URL is decoded as `fetch` decodes a short one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const short = `data:text/plain,${pieces.join('')}`;
        const inline = await bytesOf(await readPayload(short));
        const long = await bytesOf(await readPayload(`${short}#${'-'.repeat(INLINE_URL_LIMIT)}`));
        expect(long).toEqual(inline);
      }),
    );
  });
});

const piece = fc.oneof(
  fc.stringMatching(/^[\w.,;:/?@!$&'()*+=~é€-]{0,6}$/),
  fc.constantFrom('%41', '%e2%82%ac', '%', '%4', '%zz', '%25'),
);
