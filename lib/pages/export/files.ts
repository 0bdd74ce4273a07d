// The browser may first ask where to save, and reads the file only afterward.
const URL_LIFETIME_MS = 10 * 60_000;

export interface ExportFile {
  name: string;
  blob: Blob;
}

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  html: 'text/html;charset=utf-8',
  json: 'application/json',
} as const;

export function textFile(name: string, text: string, format: keyof typeof TYPES): ExportFile {
  return { name, blob: new Blob([text], { type: TYPES[format] }) };
}

export function binaryFile(name: string, bytes: Uint8Array<ArrayBuffer>): ExportFile {
  return { name, blob: new Blob([bytes], { type: 'application/octet-stream' }) };
}

/** Uses a download link, which needs no permission. */
export function saveFile({ name, blob }: ExportFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
