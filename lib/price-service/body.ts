import { onAbort } from './delay.ts';
import { createNetworkError } from './redact.ts';
import type { Settings } from './settings.ts';

/** A response and what is needed to speak of it. */
export interface Answer {
  settings: Settings;
  /** Path under the base URL, without the query. */
  endpoint: string;
  response: Response;
  /** Ends the request. */
  signal: AbortSignal;
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
 * Hands every chunk of the body to `take` until that returns false or `until` aborts, either of
 * which cancels the rest.
 *
 * @returns whether the body was read to its end
 * @throws NetworkError when the connection breaks
 */
export async function readChunks(
  answer: Answer,
  take: (chunk: Uint8Array) => boolean,
  until: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const { settings, endpoint, response } = answer;
  if (!response.body) return true;
  const reader = response.body.getReader();
  const ended = new AbortController();
  // Not awaited: nobody cares when, or whether, the other side agrees.
  const cancel = () => void reader.cancel().catch(() => {});
  onAbort(until, cancel, ended.signal);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw createNetworkError(settings, endpoint, { cause, broken: true });
      });
      // A canceled body ends like a whole one.
      if (done) return !until.aborted;
      if (take(value)) continue;
      cancel();
      return false;
    }
  } finally {
    ended.abort();
  }
}
