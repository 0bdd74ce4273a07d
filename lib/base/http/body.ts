import { onAbort } from './delay.ts';
import { createNetworkError } from './redact.ts';
import type { Settings } from './settings.ts';

/** Data needed to read a response and to report its errors. */
export interface Answer {
  settings: Settings;
  /** Path under the base URL, without the query. */
  endpoint: string;
  response: Response;
  signal: AbortSignal;
}

/**
 * Reads the body as UTF-8 until it has more than `maxBytes` after decompression or `until` aborts.
 * Then, `complete` is false and the rest is canceled.
 * @throws NetworkError if the connection breaks
 */
export async function readText(
  answer: Answer,
  maxBytes: number,
  until?: AbortSignal,
): Promise<{ text: string; complete: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const onChunk = (chunk: Uint8Array): boolean => {
    bytes += chunk.byteLength;
    text += decoder.decode(chunk, { stream: true });
    return bytes <= maxBytes;
  };
  const complete = await readChunks(answer, onChunk, until);
  return { text: text + decoder.decode(), complete };
}

/**
 * Passes each chunk to `onChunk` until it returns false or `until` aborts, which cancels the rest.
 * Resolves with whether the body was read to its end.
 * @throws NetworkError if the connection breaks
 */
export async function readChunks(
  answer: Answer,
  onChunk: (chunk: Uint8Array) => boolean | Promise<boolean>,
  until: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const { settings, endpoint, response } = answer;
  if (!response.body) return true;
  const reader = response.body.getReader();
  const ended = new AbortController();
  // The result of the cancellation does not matter.
  const cancel = () => void reader.cancel().catch(() => {});
  onAbort(until, cancel, ended.signal);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw createNetworkError(settings, endpoint, { cause, broken: true });
      });
      // A canceled body also ends with `done`.
      if (done) return !until.aborted;
      if (await onChunk(value)) continue;
      cancel();
      return false;
    }
  } finally {
    ended.abort();
  }
}
