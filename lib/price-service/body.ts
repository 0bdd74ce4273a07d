import { createNetworkError } from './redact.ts';
import type { Settings } from './settings.ts';

/** A response and what is needed to speak of it. */
export interface Answer {
  settings: Settings;
  /** Path under the base URL, without the query. */
  endpoint: string;
  response: Response;
}

/**
 * The body as text, decoded as UTF-8, up to `maxBytes` (counted after decompression). A longer one
 * is not read further: `complete` is false and the connection is dropped.
 *
 * @throws NetworkError when the connection breaks
 */
export async function readText(
  answer: Answer,
  maxBytes: number,
): Promise<{ text: string; complete: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const complete = await readChunks(answer, (chunk) => {
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
  answer: Answer,
  take: (chunk: Uint8Array) => boolean,
): Promise<boolean> {
  const { settings, endpoint, response } = answer;
  if (!response.body) return true;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw createNetworkError(settings, endpoint, { cause, broken: true });
    });
    if (done) return true;
    if (!take(value)) {
      // Not awaited: nobody cares when, or whether, the other side agrees.
      reader.cancel().catch(() => {});
      return false;
    }
  }
}
