/**
 * Shorter URLs, in characters, contain the file; a longer file is a blob: the price service's
 * specification, section 9, "Business constants and limits".
 */
const INLINE_URL_LIMIT = 2_048;

// The browser may first ask where to save, and reads the file only afterward.
const URL_LIFETIME_MS = 10 * 60_000;

export interface ExportFile {
  name: string;
  blob: Blob;
  /** What is missing from the file. */
  note?: string;
}

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
} as const;

export function textFile(name: string, text: string, format: keyof typeof TYPES): ExportFile {
  return { name, blob: new Blob([text], { type: TYPES[format] }) };
}

/** Uses a download link, which needs no permission. A small file is in the URL itself. */
export async function saveFile({ name, blob }: ExportFile): Promise<void> {
  const inlineUrl = await toInlineUrl(blob);
  const url = inlineUrl ?? URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  if (inlineUrl === null) setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

/** A `data:` URL; `null` if it would be too long. */
async function toInlineUrl(blob: Blob): Promise<string | null> {
  const head = `data:${blob.type};base64,`;
  const length = head.length + 4 * Math.ceil(blob.size / 3);
  if (length >= INLINE_URL_LIMIT) return null;
  return head + new Uint8Array(await blob.arrayBuffer()).toBase64();
}
