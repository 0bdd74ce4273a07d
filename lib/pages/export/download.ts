import { SaveError } from '../../base/save-error.ts';

/** URLs shorter than this, in characters, are read with `fetch`; longer ones are decoded here. */
export const INLINE_URL_LIMIT = 2_048;

/** The bytes to save, or a `data:` or `blob:` URL that contains them. */
export type Payload = Blob | string;

// The browser may first ask where to save, and reads the file only after that.
const URL_LIFETIME_MS = 10 * 60_000;

/**
 * Saves a file by clicking a download link, which needs no permission.
 *
 * @throws SaveError if the payload cannot be read
 */
export async function saveFile(name: string, payload: Payload): Promise<void> {
  const url = URL.createObjectURL(await readPayload(payload));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/**
 * Reads the bytes of a payload. A URL shorter than 2,048 characters is read with `fetch`; a longer
 * `data:` URL is decoded here. Never uses the network.
 *
 * @throws SaveError if the URL contains no data or damaged data
 */
export async function readPayload(payload: Payload): Promise<Blob> {
  if (typeof payload !== 'string') return payload;
  return payload.length < INLINE_URL_LIMIT ? readInline(payload) : fromDataUrl(payload);
}

async function readInline(url: string): Promise<Blob> {
  if (!/^(?:data|blob):/i.test(url)) throw new SaveError('unreadable');
  try {
    return await (await fetch(url)).blob();
  } catch (cause) {
    throw new SaveError('unreadable', { cause });
  }
}

/** Decodes a `data:` URL as `fetch` does: https://fetch.spec.whatwg.org/#data-urls */
function fromDataUrl(url: string): Blob {
  const [, head, isBase64, body] =
    /^data:([^,]*?)(; *base64)? *,(.*)$/is.exec(withoutHash(url)) ?? [];
  if (body === undefined) throw new SaveError('unreadable');
  const bytes = percentDecode(body);
  return new Blob([isBase64 ? decodeBase64(bytes) : bytes], { type: mediaType(head ?? '') });
}

function withoutHash(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

function percentDecode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const decoded = bytes[at] === PERCENT ? hexByte(bytes[at + 1], bytes[at + 2]) : undefined;
    bytes[length++] = decoded ?? bytes[at]!;
    if (decoded !== undefined) at += 2;
  }
  return bytes.subarray(0, length);
}

const PERCENT = 0x25;

function hexByte(high = 0, low = 0): number | undefined {
  const digits = String.fromCharCode(high, low);
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function decodeBase64(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new SaveError('damaged', { cause });
  }
}

function mediaType(head: string): string {
  return head.trim() || 'text/plain;charset=US-ASCII';
}
