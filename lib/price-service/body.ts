import { NetworkError } from './errors.ts';

/**
 * The body as text, decoded as UTF-8, up to `maxBytes` (counted after decompression). A longer one
 * is not read further: `complete` is false and the connection is dropped.
 *
 * @throws NetworkError when the connection breaks
 */
export async function readText(
  endpoint: string,
  response: Response,
  maxBytes: number,
): Promise<{ text: string; complete: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const complete = await readChunks(endpoint, response, (chunk) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return false;
    text += decoder.decode(chunk, { stream: true });
    return true;
  });
  return { text: text + decoder.decode(), complete };
}

/**
 * Hands every chunk of the body to `take` until that returns false, which cancels the rest.
 *
 * @returns whether the body was read to its end
 * @throws NetworkError when the connection breaks
 */
export async function readChunks(
  endpoint: string,
  response: Response,
  take: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  if (!response.body) return true;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NetworkError(endpoint, 'The connection to the price service broke', { cause });
    });
    if (done) return true;
    if (!take(value)) {
      // Not awaited: nobody cares when, or whether, the other side agrees.
      reader.cancel().catch(() => {});
      return false;
    }
  }
}
